package contract

import (
	"encoding/binary"
	"math"
	"reflect"
	"time"
	"unicode/utf8"
)

// The wire types of protocol buffers.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// maxDepth limits how deeply messages nest.
const maxDepth = 100

// The range of google.protobuf.Timestamp: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
const (
	firstSecond = -62_135_596_800
	lastSecond  = 253_402_300_799
)

// EncodeBinary returns the message as a protocol buffer.
func EncodeBinary(message Message) []byte {
	return appendMessage(nil, message)
}

func appendMessage(out []byte, message Message) []byte {
	fields, values := message.Shape().Fields, structOf(message)
	for index := range fields {
		field, value := &fields[index], values.Field(index)
		if !field.Repeated {
			if field.Presence && isAbsent(value) || !field.Presence && isEmpty(value) {
				continue
			}
			out = appendValue(out, field, value)
			continue
		}
		switch field.Kind {
		case Bytes, MessageKind, String, Timestamp, Duration:
			for at := 0; at < value.Len(); at++ {
				out = appendValue(out, field, value.Index(at))
			}
		default:
			// Numbers are packed.
			if value.Len() == 0 {
				continue
			}
			var packed []byte
			for at := 0; at < value.Len(); at++ {
				packed = appendNumber(packed, field.Kind, value.Index(at))
			}
			out = appendBytes(appendTag(out, field, wireBytes), packed)
		}
	}
	return out
}

func isEmpty(value reflect.Value) bool {
	if value.Kind() == reflect.Slice {
		return value.Len() == 0
	}
	return value.IsZero()
}

func appendTag(out []byte, field *Field, wire int) []byte {
	return binary.AppendUvarint(out, uint64(field.Number<<3|wire))
}

func appendBytes(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

func appendValue(out []byte, field *Field, value reflect.Value) []byte {
	if field.Kind == MessageKind {
		return appendBytes(appendTag(out, field, wireBytes), appendMessage(nil, value.Interface().(Message)))
	}
	if value.Kind() == reflect.Ptr {
		value = value.Elem()
	}
	switch field.Kind {
	case String:
		text := value.String()
		return append(binary.AppendUvarint(appendTag(out, field, wireBytes), uint64(len(text))), text...)
	case Bytes:
		return appendBytes(appendTag(out, field, wireBytes), value.Bytes())
	case Timestamp:
		moment := value.Interface().(time.Time)
		return appendBytes(appendTag(out, field, wireBytes), appendParts(moment.Unix(), int64(moment.Nanosecond())))
	case Duration:
		length := time.Duration(value.Int())
		return appendBytes(appendTag(out, field, wireBytes), appendParts(int64(length/time.Second), int64(length%time.Second)))
	case Double:
		return appendNumber(appendTag(out, field, wireFixed64), field.Kind, value)
	default:
		return appendNumber(appendTag(out, field, wireVarint), field.Kind, value)
	}
}

// appendParts writes the seconds and nanoseconds of a Timestamp or a Duration.
func appendParts(seconds, nanos int64) []byte {
	var out []byte
	if seconds != 0 {
		out = binary.AppendUvarint(append(out, 0x08), uint64(seconds))
	}
	if nanos != 0 {
		out = binary.AppendUvarint(append(out, 0x10), uint64(nanos))
	}
	return out
}

func appendNumber(out []byte, kind Kind, value reflect.Value) []byte {
	switch kind {
	case Bool:
		if value.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
	case Double:
		return binary.LittleEndian.AppendUint64(out, math.Float64bits(value.Float()))
	case Uint32, Uint64:
		return binary.AppendUvarint(out, value.Uint())
	default:
		return binary.AppendUvarint(out, uint64(value.Int()))
	}
}

// DecodeBinary reads a protocol buffer into an empty message. It ignores unknown fields, which a later version of the
// contract may add. The error is a *Malformed.
func DecodeBinary(data []byte, message Message) error {
	return decodeMessage(data, message, "", 0)
}

func decodeMessage(data []byte, message Message, path string, depth int) error {
	if depth > maxDepth {
		return &Malformed{path, "is nested too deeply"}
	}
	fields, values := message.Shape().Fields, structOf(message)
	return eachPart(data, path, func(number, wire int, varint uint64, content []byte) error {
		for index := range fields {
			field := &fields[index]
			if field.Number != number {
				continue
			}
			if field.Oneof != "" {
				// The last member of a oneof wins.
				clearOneof(fields, values, field.Oneof)
			}
			part := part{field: field, path: within(path, field.Name), depth: depth, wire: wire, varint: varint, content: content}
			return part.into(values.Field(index))
		}
		return nil
	})
}

func clearOneof(fields []Field, values reflect.Value, oneof string) {
	for index := range fields {
		if fields[index].Oneof == oneof {
			values.Field(index).Set(reflect.Zero(values.Field(index).Type()))
		}
	}
}

var errBinary = "is not a protocol buffer"

func eachPart(data []byte, path string, take func(number, wire int, varint uint64, content []byte) error) error {
	for len(data) > 0 {
		tag, size := binary.Uvarint(data)
		number, wire := int(tag>>3), int(tag&7)
		if size <= 0 || number == 0 || tag>>3 > math.MaxInt32 {
			return &Malformed{path, errBinary}
		}
		data = data[size:]
		var varint uint64
		var content []byte
		length := 0
		switch wire {
		case wireVarint:
			if varint, length = binary.Uvarint(data); length <= 0 {
				return &Malformed{path, errBinary}
			}
		case wireBytes:
			announced, size := binary.Uvarint(data)
			if size <= 0 || announced > uint64(len(data)-size) {
				return &Malformed{path, errBinary}
			}
			data = data[size:]
			length = int(announced)
		case wireFixed32:
			length = 4
		case wireFixed64:
			length = 8
		default:
			return &Malformed{path, errBinary}
		}
		if length > len(data) {
			return &Malformed{path, errBinary}
		}
		content, data = data[:length], data[length:]
		if err := take(number, wire, varint, content); err != nil {
			return err
		}
	}
	return nil
}

// part is one occurrence of a field in a protocol buffer.
type part struct {
	field       *Field
	path        string
	depth, wire int
	varint      uint64
	content     []byte
}

func (p *part) into(target reflect.Value) error {
	if !p.field.Repeated {
		return p.value(target)
	}
	for _, each := range p.unpacked() {
		item := reflect.New(target.Type().Elem()).Elem()
		if err := each.value(item); err != nil {
			return err
		}
		target.Set(reflect.Append(target, item))
	}
	return nil
}

// unpacked returns the numbers of a packed list; a part of any other form as it is.
func (p *part) unpacked() []*part {
	if p.wire != wireBytes || p.wireType() == wireBytes {
		return []*part{p}
	}
	var parts []*part
	content := p.content
	for len(content) > 0 {
		one := &part{field: p.field, path: p.path, depth: p.depth, wire: p.wireType()}
		size := 8
		if one.wire == wireVarint {
			one.varint, size = binary.Uvarint(content)
		}
		if size <= 0 || size > len(content) {
			// It has the wrong wire type.
			return []*part{p}
		}
		one.content, content = content[:size], content[size:]
		parts = append(parts, one)
	}
	return parts
}

func (p *part) wireType() int {
	switch p.field.Kind {
	case Double:
		return wireFixed64
	case Bytes, MessageKind, String, Timestamp, Duration:
		return wireBytes
	default:
		return wireVarint
	}
}

func (p *part) value(target reflect.Value) error {
	if p.wire != p.wireType() {
		return &Malformed{p.path, "has the wrong wire type"}
	}
	if target.Kind() == reflect.Ptr {
		if p.field.Kind == MessageKind && !p.field.Repeated && p.field.Oneof == "" && !target.IsNil() {
			// A message that is sent in several parts: they merge.
			return decodeMessage(p.content, target.Interface().(Message), p.path, p.depth+1)
		}
		target.Set(reflect.New(target.Type().Elem()))
		if p.field.Kind == MessageKind {
			return decodeMessage(p.content, target.Interface().(Message), p.path, p.depth+1)
		}
		target = target.Elem()
	}
	switch p.field.Kind {
	case String:
		if !utf8.Valid(p.content) {
			return &Malformed{p.path, "must be UTF-8"}
		}
		target.SetString(string(p.content))
	case Bytes:
		target.SetBytes(append([]byte{}, p.content...))
	case Double:
		target.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(p.content)))
	case Bool:
		target.SetBool(p.varint != 0)
	case Uint32:
		target.SetUint(uint64(uint32(p.varint)))
	case Uint64:
		target.SetUint(p.varint)
	case Int32:
		target.SetInt(int64(int32(p.varint)))
	case Int64:
		target.SetInt(int64(p.varint))
	case Enum:
		target.SetInt(int64(p.field.Enum.known(int32(p.varint))))
	default:
		return p.moment(target)
	}
	return nil
}

// moment reads a Timestamp or a Duration.
func (p *part) moment(target reflect.Value) error {
	var seconds, nanos int64
	err := eachPart(p.content, p.path, func(number, wire int, varint uint64, _ []byte) error {
		switch {
		case number == 1 && wire == wireVarint:
			seconds = int64(varint)
		case number == 2 && wire == wireVarint:
			nanos = int64(int32(varint))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return setMoment(p.field.Kind, target, seconds, nanos, p.path)
}

func setMoment(kind Kind, target reflect.Value, seconds, nanos int64, path string) error {
	if kind == Timestamp {
		if seconds < firstSecond || seconds > lastSecond || nanos < 0 || nanos > 999_999_999 {
			return &Malformed{path, "is out of range"}
		}
		target.Set(reflect.ValueOf(time.Unix(seconds, nanos).UTC()))
		return nil
	}
	// Longer than any timeout; time.Duration holds 292 years.
	const most = 100 * 365 * 24 * 3600
	if seconds < -most || seconds > most || nanos < -999_999_999 || nanos > 999_999_999 {
		return &Malformed{path, "is out of range"}
	}
	target.SetInt(int64(time.Duration(seconds)*time.Second + time.Duration(nanos)))
	return nil
}
