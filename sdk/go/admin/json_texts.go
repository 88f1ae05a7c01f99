package admin

import (
	"encoding/json"
	"fmt"
	"strings"
)

// isJSON says whether the text is JSON of at most 512 levels.
func isJSON(text string) bool {
	if !json.Valid([]byte(text)) {
		return false
	}
	if strings.Count(text, "[")+strings.Count(text, "{") <= maxJSONDepth {
		return true
	}
	depth, inText, escaped := 0, false, false
	for _, letter := range []byte(text) {
		switch {
		case escaped:
			escaped = false
		case inText && letter == '\\':
			escaped = true
		case letter == '"':
			inText = !inText
		case inText:
		case letter == '[' || letter == '{':
			if depth++; depth > maxJSONDepth {
				return false
			}
		case letter == ']' || letter == '}':
			depth--
		}
	}
	return true
}

// isSameJSON compares numbers in their spelling, and members in their order, which some columns keep.
func isSameJSON(one, other string) bool {
	first, ok := canonicalJSON(one)
	second, alsoOK := canonicalJSON(other)
	return ok && alsoOK && first == second
}

func canonicalJSON(text string) (string, bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	canonical, err := canonicalValue(decoder)
	return canonical, err == nil
}

func canonicalValue(decoder *json.Decoder) (string, error) {
	token, err := decoder.Token()
	if err != nil {
		return "", err
	}
	opened, isOpened := token.(json.Delim)
	if !isOpened {
		plain, err := json.Marshal(token)
		return string(plain), err
	}
	// Of a name that comes twice, the last value counts, as in the other SDKs.
	var names []string
	members := map[string]string{}
	for decoder.More() {
		name := fmt.Sprint(len(names))
		if opened == '{' {
			if name, err = canonicalValue(decoder); err != nil {
				return "", err
			}
		}
		value, err := canonicalValue(decoder)
		if err != nil {
			return "", err
		}
		if _, ok := members[name]; !ok {
			names = append(names, name)
		}
		members[name] = value
	}
	closed, err := decoder.Token()
	if err != nil {
		return "", err
	}
	parts := []string{opened.String()}
	for _, name := range names {
		parts = append(parts, name+":"+members[name])
	}
	return strings.Join(append(parts, fmt.Sprint(closed)), ","), nil
}
