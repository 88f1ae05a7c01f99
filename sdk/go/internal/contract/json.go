package contract

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// EncodeJSON returns the message in proto3 JSON. Fields with their default value are left out.
func EncodeJSON(message Message) ([]byte, error) {
	return json.Marshal(toJSON(message))
}

func toJSON(message Message) map[string]interface{} {
	members := map[string]interface{}{}
	fields, values := message.Shape().Fields, structOf(message)
	for index := range fields {
		field, value := &fields[index], values.Field(index)
		switch {
		case field.Repeated:
			if value.Len() == 0 {
				continue
			}
			list := make([]interface{}, value.Len())
			for at := range list {
				list[at] = valueToJSON(field, value.Index(at))
			}
			members[field.JSON] = list
		case field.Presence && isAbsent(value), !field.Presence && isEmpty(value):
		default:
			members[field.JSON] = valueToJSON(field, value)
		}
	}
	return members
}

func valueToJSON(field *Field, value reflect.Value) interface{} {
	if field.Kind == MessageKind {
		return toJSON(value.Interface().(Message))
	}
	if value.Kind() == reflect.Ptr {
		value = value.Elem()
	}
	switch field.Kind {
	case Enum:
		return field.Enum.names[int32(value.Int())]
	case Bytes:
		return base64.StdEncoding.EncodeToString(value.Bytes())
	case Int64:
		return strconv.FormatInt(value.Int(), 10)
	case Uint64:
		return strconv.FormatUint(value.Uint(), 10)
	case Double:
		switch number := value.Float(); {
		case math.IsNaN(number):
			return "NaN"
		case math.IsInf(number, 1):
			return "Infinity"
		case math.IsInf(number, -1):
			return "-Infinity"
		default:
			return number
		}
	case Timestamp:
		return value.Interface().(time.Time).UTC().Format("2006-01-02T15:04:05.999999999Z07:00")
	case Duration:
		return strconv.FormatFloat(time.Duration(value.Int()).Seconds(), 'f', -1, 64) + "s"
	default:
		return value.Interface()
	}
}

// DecodeJSON reads proto3 JSON into an empty message. It ignores unknown fields, as Connect requires. The error is a
// *Malformed.
func DecodeJSON(text []byte, message Message) error {
	notJSON := &Malformed{"", "the body is not JSON in UTF-8"}
	// encoding/json would replace invalid UTF-8 without an error.
	if !utf8.Valid(text) {
		return notJSON
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value interface{}
	if err := decoder.Decode(&value); err != nil {
		return notJSON
	}
	if _, err := decoder.Token(); err != io.EOF {
		return notJSON
	}
	return fromJSON(value, message, "")
}

func fromJSON(value interface{}, message Message, path string) error {
	members, ok := value.(map[string]interface{})
	if !ok {
		return &Malformed{path, "must be an object"}
	}
	fields, values := message.Shape().Fields, structOf(message)
	oneofs := map[string]bool{}
	for index := range fields {
		field := &fields[index]
		inner := within(path, field.Name)
		given, other := members[field.JSON], members[field.Name]
		if given != nil && other != nil && field.JSON != field.Name {
			return &Malformed{inner, "is given twice"}
		}
		if given == nil {
			given = other
		}
		if given == nil {
			continue
		}
		if field.Oneof != "" {
			if oneofs[field.Oneof] {
				return &Malformed{inner, "is a second member of " + field.Oneof}
			}
			oneofs[field.Oneof] = true
		}
		if err := fieldFromJSON(field, given, values.Field(index), inner); err != nil {
			return err
		}
	}
	return nil
}

func fieldFromJSON(field *Field, given interface{}, target reflect.Value, path string) error {
	if !field.Repeated {
		return valueFromJSON(field, given, target, path)
	}
	list, ok := given.([]interface{})
	if !ok {
		return &Malformed{path, "must be a list"}
	}
	items := reflect.MakeSlice(target.Type(), len(list), len(list))
	for index, each := range list {
		if err := valueFromJSON(field, each, items.Index(index), fmt.Sprintf("%s[%d]", path, index)); err != nil {
			return err
		}
	}
	target.Set(items)
	return nil
}

func valueFromJSON(field *Field, given interface{}, target reflect.Value, path string) error {
	if target.Kind() == reflect.Ptr {
		target.Set(reflect.New(target.Type().Elem()))
		if field.Kind == MessageKind {
			return fromJSON(given, target.Interface().(Message), path)
		}
		target = target.Elem()
	}
	switch field.Kind {
	case Bool:
		truth, ok := given.(bool)
		if !ok {
			return &Malformed{path, "must be true or false"}
		}
		target.SetBool(truth)
		return nil
	case Int32, Int64, Uint32, Uint64:
		return integerFromJSON(field.Kind, given, target, path)
	case Double:
		return doubleFromJSON(given, target, path)
	case Enum:
		return enumFromJSON(field.Enum, given, target, path)
	}
	text, ok := given.(string)
	if !ok {
		return &Malformed{path, "must be a text"}
	}
	switch field.Kind {
	case Bytes:
		return bytesFromJSON(text, target, path)
	case Timestamp:
		// time.Parse also accepts a comma before the fraction, which RFC 3339 does not have.
		moment, err := time.Parse(time.RFC3339Nano, text)
		if err != nil || strings.Contains(text, ",") {
			return &Malformed{path, "must be a time such as 2026-01-31T12:00:00Z"}
		}
		return setMoment(Timestamp, target, moment.Unix(), int64(moment.Nanosecond()), path)
	case Duration:
		return durationFromJSON(text, target, path)
	}
	target.SetString(text)
	return nil
}

// An exponent of few digits, because a number of a million digits would take seconds to read.
var jsonNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$`)

func numberText(given interface{}) string {
	switch given := given.(type) {
	case json.Number:
		return given.String()
	case string:
		return given
	}
	return ""
}

func integerFromJSON(kind Kind, given interface{}, target reflect.Value, path string) error {
	bits := 64
	if kind == Int32 || kind == Uint32 {
		bits = 32
	}
	malformed := &Malformed{path, fmt.Sprintf("must be an integer of %d bits", bits)}
	text := numberText(given)
	if !jsonNumber.MatchString(text) {
		return malformed
	}
	// 1.0 and 1e3 are integers too.
	if number, err := strconv.ParseFloat(text, 64); strings.ContainsAny(text, ".eE") {
		if err != nil || number != math.Trunc(number) || math.Abs(number) > 1<<53 {
			return malformed
		}
		text = strconv.FormatFloat(number, 'f', 0, 64)
	}
	if kind == Uint32 || kind == Uint64 {
		number, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return malformed
		}
		target.SetUint(number)
		return nil
	}
	number, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		return malformed
	}
	target.SetInt(number)
	return nil
}

func doubleFromJSON(given interface{}, target reflect.Value, path string) error {
	text := numberText(given)
	switch text {
	case "NaN":
		target.SetFloat(math.NaN())
		return nil
	case "Infinity":
		target.SetFloat(math.Inf(1))
		return nil
	case "-Infinity":
		target.SetFloat(math.Inf(-1))
		return nil
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || !jsonNumber.MatchString(text) {
		return &Malformed{path, "must be a number"}
	}
	target.SetFloat(number)
	return nil
}

// enumFromJSON turns a value of a later version of the contract into the first one, UNSPECIFIED.
func enumFromJSON(enum *EnumNames, given interface{}, target reflect.Value, path string) error {
	switch given := given.(type) {
	case string:
		target.SetInt(int64(enum.values[given]))
		return nil
	case json.Number:
		number, err := strconv.ParseInt(given.String(), 10, 32)
		if err == nil {
			target.SetInt(int64(enum.known(int32(number))))
			return nil
		}
	}
	return &Malformed{path, "must be the name of a value"}
}

// bytesFromJSON reads the standard and the URL-safe alphabet, with and without padding.
func bytesFromJSON(text string, target reflect.Value, path string) error {
	unpadded := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	decoded, err := base64.RawStdEncoding.DecodeString(unpadded)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return &Malformed{path, "must be base64"}
	}
	target.SetBytes(append([]byte{}, decoded...))
	return nil
}

var jsonDuration = regexp.MustCompile(`^-?[0-9]{1,12}(?:\.[0-9]{1,9})?s$`)

func durationFromJSON(text string, target reflect.Value, path string) error {
	length, err := time.ParseDuration(text)
	if err != nil || !jsonDuration.MatchString(text) {
		return &Malformed{path, "must be a duration such as 1.5s"}
	}
	target.SetInt(int64(length))
	return nil
}
