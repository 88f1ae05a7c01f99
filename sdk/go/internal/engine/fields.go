package engine

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/wire"
)

// The limits that the .proto files state. Characters are Unicode code points.
const (
	maxOperations   = 16
	hashBytes       = 32
	maxID           = 2048
	maxMetadata     = 16 * 1024
	maxGrantContext = 4096
	maxAccessToken  = 8192
	maxSwept        = 1000
	maxUserID       = 255
	maxLineageID    = 255
	maxDisplayName  = 200
)

// fields validates the fields of one message and keeps the first problem. Messages never repeat a value.
type fields struct {
	// path of the message, as in the .proto file: "operations[1].spend_code".
	path  string
	fault *Fault
}

func (f *fields) fail(field, problem string) {
	if f.fault == nil {
		f.fault = Malformed("%s.%s %s", f.path, field, problem)
	}
}

// item is the path of an item of a list: "scopes[1]".
func item(field string, index int) string { return fmt.Sprintf("%s[%d]", field, index) }

// text is a text for which the contract has no limit; it may be empty.
func (f *fields) text(field, value string) string {
	// PostgreSQL cannot store a NUL, and in SQLite many tools would not show the text after it.
	if strings.ContainsRune(value, 0) {
		f.fail(field, "must not contain NUL")
	}
	return value
}

func (f *fields) id(field, value string, max int) string {
	if value == "" || len(value) > max && utf8.RuneCountInString(value) > max {
		f.fail(field, fmt.Sprintf("must have 1 to %d characters", max))
	}
	return f.text(field, value)
}

// required is a text for which the contract has no limit, but which must not be empty.
func (f *fields) required(field, value string) string {
	if value == "" {
		f.fail(field, "must not be empty")
	}
	return f.text(field, value)
}

// RFC 6749 §3.3. The values are stored separated by spaces.
var scopeToken = regexp.MustCompile(`^[\x21\x23-\x5b\x5d-\x7e]+$`)

func (f *fields) tokens(field string, values []string) []string {
	if len(values) == 0 {
		f.fail(field, "must not be empty")
	}
	for index, value := range values {
		if !scopeToken.MatchString(value) {
			f.fail(item(field, index), "must be an RFC 6749 scope token")
		}
	}
	return values
}

func (f *fields) hash(field string, value wire.Bytes) []byte {
	if len(value) != hashBytes {
		f.fail(field, "must be a SHA-256 hash of 32 bytes")
	}
	return value
}

func (f *fields) grantContext(field string, value wire.Bytes) []byte {
	if len(value) > maxGrantContext {
		f.fail(field, "must have at most 4096 bytes")
	}
	return value
}

func (f *fields) optionalTime(field string, value *wire.Timestamp) time.Time {
	if value == nil {
		return time.Time{}
	}
	t, ok := value.Time()
	if !ok {
		f.fail(field, "is out of range")
	}
	return t
}

func (f *fields) time(field string, value *wire.Timestamp) time.Time {
	if value == nil {
		f.fail(field, "is required")
		return time.Time{}
	}
	return f.optionalTime(field, value)
}

func (f *fields) authMethod(field string, value wire.AuthMethod) host.AuthMethod {
	method, ok := authMethods[value]
	if !ok {
		f.fail(field, "is not a supported method")
	}
	return method
}

func (f *fields) metadata(field, value string) string {
	var object map[string]json.RawMessage
	switch {
	case value == "":
	case len(value) > maxMetadata:
		f.fail(field, "must have at most 16 KiB")
	case json.Unmarshal([]byte(value), &object) != nil || object == nil:
		f.fail(field, "must be a JSON object")
	}
	return f.text(field, value)
}

func (f *fields) err() error {
	if f.fault == nil {
		return nil
	}
	return f.fault
}
