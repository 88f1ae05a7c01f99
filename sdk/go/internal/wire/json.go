package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// DecodeJSON reads a message in proto3 JSON. It ignores unknown fields, as Connect requires, so that an older host can
// serve a newer daemon. The error never repeats a value.
func DecodeJSON(text []byte, message interface{}) error {
	// encoding/json would replace invalid UTF-8 without an error.
	if !utf8.Valid(text) {
		return errors.New("the message is not valid UTF-8")
	}
	if originalName.Match(text) {
		renamed, err := camelCaseNames(text)
		if err != nil {
			return errors.New("the message is not valid JSON")
		}
		text = renamed
	}
	err := json.Unmarshal(text, message)
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType):
		return fmt.Errorf("%s has a JSON value of the wrong type", wrongType.Field)
	case errors.As(err, &syntax):
		return errors.New("the message is not valid JSON")
	default:
		return err
	}
}

// Parsers of proto3 JSON accept the names of the .proto file as well. Senders use lowerCamelCase, so this rarely matches.
var originalName = regexp.MustCompile(`[{,\s]"[a-z0-9]+(?:_[a-z0-9]+)+"\s*:`)

// camelCaseNames rewrites the names of all members: "client_id" to "clientId".
func camelCaseNames(text []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value interface{}
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("data after the message")
	}
	return json.Marshal(renamed(value))
}

func renamed(value interface{}) interface{} {
	switch value := value.(type) {
	case map[string]interface{}:
		members := make(map[string]interface{}, len(value))
		for name, member := range value {
			members[camelCase(name)] = renamed(member)
		}
		return members
	case []interface{}:
		for index, element := range value {
			value[index] = renamed(element)
		}
	}
	return value
}

func camelCase(name string) string {
	words := strings.Split(name, "_")
	for index, word := range words[1:] {
		if word != "" {
			words[index+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
