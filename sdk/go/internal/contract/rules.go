package contract

import (
	"fmt"
	"reflect"
	"time"
	"unicode/utf8"
)

// Check returns a *Malformed for the first field that breaks a rule, in nested messages too.
func Check(message Message) error {
	return check(message, "")
}

func check(message Message, path string) error {
	shape, values := message.Shape(), structOf(message)
	for _, oneof := range shape.RequiredOneofs {
		if Member(message, oneof) == nil {
			return &Malformed{within(path, oneof), "must have one of its members"}
		}
	}
	for index := range shape.Fields {
		field, value := &shape.Fields[index], values.Field(index)
		if field.Oneof != "" && isAbsent(value) {
			continue
		}
		if err := checkField(field, value, within(path, field.Name)); err != nil {
			return err
		}
	}
	return nil
}

var noRules = &Rules{}

func checkField(field *Field, value reflect.Value, path string) error {
	rules := field.Rules
	if rules == nil {
		rules = noRules
	}
	if !field.Repeated {
		return checkValue(field.Kind, rules, value, path)
	}
	if rules.Required && value.Len() == 0 {
		return &Malformed{path, "must not be empty"}
	}
	if rules.MaxItems > 0 && value.Len() > rules.MaxItems {
		return &Malformed{path, fmt.Sprintf("must have at most %d items", rules.MaxItems)}
	}
	items := rules.Items
	if items == nil {
		items = noRules
	}
	seen := map[interface{}]bool{}
	for index := 0; index < value.Len(); index++ {
		item, itemPath := value.Index(index), fmt.Sprintf("%s[%d]", path, index)
		if err := checkValue(field.Kind, items, item, itemPath); err != nil {
			return err
		}
		if !rules.Unique && rules.UniqueBy == "" {
			continue
		}
		key := item.Interface()
		if rules.UniqueBy != "" {
			key = fieldNamed(key.(Message), rules.UniqueBy).Interface()
		}
		if seen[key] {
			return &Malformed{itemPath, "occurs twice"}
		}
		seen[key] = true
	}
	return nil
}

func fieldNamed(message Message, name string) reflect.Value {
	for index, field := range message.Shape().Fields {
		if field.Name == name {
			return structOf(message).Field(index)
		}
	}
	panic("contract: a rule names the unknown field " + name)
}

func checkValue(kind Kind, rules *Rules, value reflect.Value, path string) error {
	if isAbsent(value) {
		if !rules.Required {
			return nil
		}
		if kind == Bytes {
			return &Malformed{path, "must not be empty"}
		}
		return &Malformed{path, "is required"}
	}
	if kind == MessageKind {
		message := value.Interface().(Message)
		for _, name := range rules.Absent {
			if found := fieldNamed(message, name); !isAbsent(found) && !found.IsZero() {
				return &Malformed{within(path, name), "must be absent"}
			}
		}
		return check(message, path)
	}
	if value.Kind() == reflect.Ptr {
		value = value.Elem()
	}
	switch kind {
	case String:
		return checkText(rules, value.String(), path)
	case Bytes:
		return checkBytes(rules, len(value.Bytes()), path)
	case Bool, Enum:
		if rules.Required && value.IsZero() {
			return &Malformed{path, "must not be empty"}
		}
	case Int32, Int64:
		return checkNumber(rules, float64(value.Int()), path)
	case Uint32, Uint64:
		return checkNumber(rules, float64(value.Uint()), path)
	case Double:
		return checkNumber(rules, value.Float(), path)
	case Duration:
		return checkNumber(rules, time.Duration(value.Int()).Seconds(), path)
	}
	return nil
}

func checkText(rules *Rules, text, path string) error {
	if text == "" {
		if rules.Required {
			return &Malformed{path, "must not be empty"}
		}
		return nil
	}
	if rules.MaxCharacters > 0 && utf8.RuneCountInString(text) > rules.MaxCharacters {
		return &Malformed{path, fmt.Sprintf("must have at most %d characters", rules.MaxCharacters)}
	}
	if rules.Pattern != nil && !rules.Pattern.MatchString(text) {
		return &Malformed{path, "contains characters that are not allowed, or has another form"}
	}
	return checkBytes(rules, len(text), path)
}

func checkBytes(rules *Rules, size int, path string) error {
	switch {
	case size == 0 && rules.Required:
		return &Malformed{path, "must not be empty"}
	case size == 0:
		return nil
	case rules.MinBytes > 0 && size < rules.MinBytes:
		return &Malformed{path, fmt.Sprintf("must have at least %d bytes", rules.MinBytes)}
	case rules.MaxBytes > 0 && size > rules.MaxBytes:
		return &Malformed{path, fmt.Sprintf("must have at most %d bytes", rules.MaxBytes)}
	}
	return nil
}

func checkNumber(rules *Rules, number float64, path string) error {
	if rules.Minimum != nil && number < float64(*rules.Minimum) {
		return &Malformed{path, fmt.Sprintf("must be at least %d", *rules.Minimum)}
	}
	if rules.Maximum != nil && number > float64(*rules.Maximum) {
		return &Malformed{path, fmt.Sprintf("must be at most %d", *rules.Maximum)}
	}
	return nil
}
