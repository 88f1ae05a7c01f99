package admin

import (
	"encoding/json"
	"fmt"
	"regexp"
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

// isSameJSON compares numbers in their spelling, and members in their order, which some columns keep. If in doubt, false.
func isSameJSON(one, other string) bool {
	first, ok := canonicalJSON(one)
	second, alsoOK := canonicalJSON(other)
	return ok && alsoOK && first == second
}

// jsonEscape is an escape of JSON, a surrogate pair as a whole.
var jsonEscape = regexp.MustCompile(`\\(?:u(?i:d[89ab][0-9a-f]{2})\\u(?i:d[c-f][0-9a-f]{2})|u[0-9a-fA-F]{4}|.)`)

// hasHalfPair says whether a text has half of a surrogate pair. encoding/json reads each as the same character.
func hasHalfPair(text string) bool {
	for _, escape := range jsonEscape.FindAllString(text, -1) {
		if len(escape) == len(`\ud800`) && strings.ToLower(escape) >= `\ud800` && strings.ToLower(escape) <= `\udfff` {
			return true
		}
	}
	return false
}

func canonicalJSON(text string) (string, bool) {
	if hasHalfPair(text) {
		return "", false
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	canonical, err := appendCanonical(make([]byte, 0, len(text)), decoder)
	return string(canonical), err == nil
}

// appendCanonical appends the next value; a comma follows every member and every item.
func appendCanonical(to []byte, decoder *json.Decoder) ([]byte, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if number, isNumber := token.(json.Number); isNumber {
		return append(to, number...), nil
	}
	opened, isOpened := token.(json.Delim)
	if !isOpened {
		plain, err := json.Marshal(token)
		return append(to, plain...), err
	}
	to = append(to, opened.String()...)
	members := members{begin: len(to)}
	for decoder.More() {
		start := len(to)
		if opened == '{' {
			if to, err = appendCanonical(to, decoder); err != nil {
				return nil, err
			}
			members.add(string(to[start:]), start)
			to = append(to, ':')
		}
		if to, err = appendCanonical(to, decoder); err != nil {
			return nil, err
		}
		to = append(to, ',')
	}
	closed, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	return append(members.once(to), fmt.Sprint(closed)...), nil
}

// members are those of an object in a text, by where they start.
type members struct {
	begin  int
	starts []int
	// order has the places of the members that count, at the place of the first one of each name.
	order  []int
	places map[string]int
}

func (m *members) add(name string, start int) {
	if m.places == nil {
		m.places = map[string]int{}
	}
	if place, isTwice := m.places[name]; isTwice {
		// Of a name that comes twice, the last value counts, as in the other SDKs.
		m.order[place] = len(m.starts)
	} else {
		m.places[name] = len(m.order)
		m.order = append(m.order, len(m.starts))
	}
	m.starts = append(m.starts, start)
}

// once returns the text with one member of each name.
func (m *members) once(text []byte) []byte {
	if len(m.order) == len(m.starts) {
		return text
	}
	ends := append(m.starts[1:], len(text))
	var kept []byte
	for _, index := range m.order {
		kept = append(kept, text[m.starts[index]:ends[index]]...)
	}
	return append(text[:m.begin], kept...)
}
