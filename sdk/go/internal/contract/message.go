// Package contract has the messages of the admin services with their codecs: protocol buffers, proto3 JSON, and the rules of
// their fields. generate.py writes the messages themselves from proto/. It needs nothing but the standard library, so that a
// host over HTTP does not depend on a library for protocol buffers.
package contract

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
)

// Message is a message of the contract. Its implementations are pointers to structs, whose fields are in the order of
// Shape().Fields.
type Message interface {
	// Shape describes the fields.
	Shape() *Shape
}

// Shape describes the fields of a message.
type Shape struct {
	Fields []Field
	// RequiredOneofs are those of which one member must be set.
	RequiredOneofs []string
}

// Kind is the type of a field.
type Kind int

// The kinds of fields. In a struct, a field that can be absent is a pointer; of Bytes, it is a slice that may be nil.
const (
	Bool Kind = iota
	Bytes
	Double
	Duration
	Enum
	Int32
	Int64
	MessageKind
	String
	Timestamp
	Uint32
	Uint64
)

// Field describes one field of a message.
type Field struct {
	Number int
	// Name is that of the .proto file, and JSON the one in proto3 JSON.
	Name, JSON string
	Kind       Kind
	Repeated   bool
	// Presence says whether the field may be absent: messages, members of a oneof, and fields declared optional.
	Presence bool
	// Oneof is the name of the oneof that it belongs to.
	Oneof string
	// Enum has the names of the values of an enum.
	Enum *EnumNames
	// Secret says whether it must not reach a log.
	Secret bool
	Rules  *Rules
}

// Rules are what must hold of a field (gatehouse/options/v1/options.proto). Only Required concerns an empty one.
type Rules struct {
	Required                bool
	MaxCharacters, MaxItems int
	MinBytes, MaxBytes      int
	// Pattern matches all of a text.
	Pattern *regexp.Regexp
	// Minimum and Maximum of a number.
	Minimum, Maximum *int64
	// Unique: no text of a list occurs twice. UniqueBy: no two messages of a list have the same value in this field.
	Unique   bool
	UniqueBy string
	// Items has the rules of each item of a list.
	Items *Rules
	// Absent are fields of a message that must be empty in this place.
	Absent []string
}

// EnumNames has the values of an enum.
type EnumNames struct {
	names  map[int32]string
	values map[string]int32
}

func newEnum(names map[int32]string) *EnumNames {
	enum := &EnumNames{names: names, values: map[string]int32{}}
	for value, name := range names {
		enum.values[name] = value
	}
	return enum
}

// known turns a value of a later version of the contract into the first one, UNSPECIFIED.
func (e *EnumNames) known(value int32) int32 {
	if _, ok := e.names[value]; !ok {
		return 0
	}
	return value
}

func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + text + `)$`)
}

func limit(value int64) *int64 {
	return &value
}

// Malformed is a message that does not have the form of its type. The text never repeats a value.
type Malformed struct {
	// Field is its path, as in the .proto file: "query.page.size".
	Field   string
	Problem string
}

// Error implements error.
func (m *Malformed) Error() string {
	if m.Field == "" {
		return m.Problem
	}
	return fmt.Sprintf("%s: %s", m.Field, m.Problem)
}

// Rpc is one rpc of an admin service.
type Rpc struct {
	// Service is "AdminRecordService", and Method "ListRecords".
	Service, Method string
	// NewRequest returns an empty request.
	NewRequest func() Message
	// Answer runs it. The rules of the request's fields hold.
	Answer func(ctx context.Context, request Message) (Message, error)
}

// Name is "AdminRecordService.ListRecords".
func (r Rpc) Name() string {
	return r.Service + "." + r.Method
}

// structOf returns the struct of a message.
func structOf(message Message) reflect.Value {
	return reflect.ValueOf(message).Elem()
}

// isAbsent says whether a field with presence is not set.
func isAbsent(value reflect.Value) bool {
	return (value.Kind() == reflect.Ptr || value.Kind() == reflect.Slice) && value.IsNil()
}

// Member returns the set member of a oneof; nil if none is set.
func Member(message Message, oneof string) *Field {
	fields, values := message.Shape().Fields, structOf(message)
	for index := range fields {
		if fields[index].Oneof == oneof && !isAbsent(values.Field(index)) {
			return &fields[index]
		}
	}
	return nil
}

func within(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
