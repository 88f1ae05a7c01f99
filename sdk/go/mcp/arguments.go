package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// definition is what this package reads of a tool's definition.
type definition struct {
	Name        string `json:"name"`
	InputSchema struct {
		Properties map[string]property `json:"properties"`
		Required   []string            `json:"required"`
	} `json:"inputSchema"`
}

type property struct {
	Type      string `json:"type"`
	MinLength int    `json:"minLength"`
	MaxLength *int   `json:"maxLength"`
}

func (t *Tool) parse() (definition, error) {
	var parsed definition
	if err := json.Unmarshal(t.Definition, &parsed); err != nil {
		return parsed, fmt.Errorf("mcp: the definition of the tool %q is not valid: %w", t.Name, err)
	}
	if parsed.Name != t.Name || t.Name == "" {
		return parsed, fmt.Errorf("mcp: the definition of the tool %q has the name %q", t.Name, parsed.Name)
	}
	return parsed, nil
}

// problem says why arguments do not fit the tool's inputSchema: a required one is missing, or a text has a wrong type or
// length. It returns "" if they fit, and checks nothing else of the schema.
func (d *definition) problem(arguments map[string]interface{}) string {
	for _, name := range d.InputSchema.Required {
		if _, ok := arguments[name]; !ok {
			return name + " is missing"
		}
	}
	for name, expected := range d.InputSchema.Properties {
		value, ok := arguments[name]
		if !ok || expected.Type != "string" {
			continue
		}
		text, ok := value.(string)
		if !ok {
			return name + " must be a text"
		}
		length := utf8.RuneCountInString(strings.TrimSpace(text))
		if length < expected.MinLength {
			return fmt.Sprintf("%s must have at least %d characters", name, expected.MinLength)
		}
		if expected.MaxLength != nil && length > *expected.MaxLength {
			return fmt.Sprintf("%s must have at most %d characters", name, *expected.MaxLength)
		}
	}
	return ""
}
