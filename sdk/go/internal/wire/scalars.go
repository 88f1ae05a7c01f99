package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// The range of google.protobuf.Timestamp: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
const (
	firstSecond = -62_135_596_800
	lastSecond  = 253_402_300_799
	maxNanos    = 999_999_999
)

// Timestamp is google.protobuf.Timestamp. In JSON it is a text of RFC 3339.
type Timestamp struct {
	Seconds int64
	Nanos   int32
}

// TimestampOf converts a time. It keeps milliseconds, the precision of the contract.
func TimestampOf(t time.Time) *Timestamp {
	t = t.Truncate(time.Millisecond)
	return &Timestamp{Seconds: t.Unix(), Nanos: int32(t.Nanosecond())}
}

// OptionalTimestamp is nil for the zero time.
func OptionalTimestamp(t time.Time) *Timestamp {
	if t.IsZero() {
		return nil
	}
	return TimestampOf(t)
}

// Time is false if the timestamp is out of the range that the type allows. It truncates to milliseconds.
func (t Timestamp) Time() (time.Time, bool) {
	if t.Seconds < firstSecond || t.Seconds > lastSecond || t.Nanos < 0 || t.Nanos > maxNanos {
		return time.Time{}, false
	}
	return time.UnixMilli(t.Seconds*1000 + int64(t.Nanos)/1_000_000).UTC(), true
}

// MarshalJSON writes RFC 3339 in UTC.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Unix(t.Seconds, int64(t.Nanos)).UTC().Format("2006-01-02T15:04:05.000Z"))
}

// UnmarshalJSON reads RFC 3339 with any offset and up to nine digits of a second.
func (t *Timestamp) UnmarshalJSON(text []byte) error {
	var value string
	if err := json.Unmarshal(text, &value); err != nil {
		return errors.New("a Timestamp must be a text of RFC 3339")
	}
	// time.Parse also accepts a comma before the fraction, which RFC 3339 does not have.
	parsed, err := time.Parse(time.RFC3339Nano, value)
	if err != nil || strings.Contains(value, ",") {
		return errors.New("a Timestamp must be a text of RFC 3339")
	}
	*t = Timestamp{Seconds: parsed.Unix(), Nanos: int32(parsed.Nanosecond())}
	return nil
}

// Duration is google.protobuf.Duration. In JSON it is a text such as "3.5s".
type Duration time.Duration

// MarshalJSON writes seconds with as many decimals as needed.
func (d Duration) MarshalJSON() ([]byte, error) {
	seconds := strconv.FormatFloat(time.Duration(d).Seconds(), 'f', -1, 64)
	return json.Marshal(seconds + "s")
}

// Bytes is a bytes field. In JSON it is base64: it writes the standard alphabet, and reads both.
type Bytes []byte

// UnmarshalJSON reads the standard and the URL-safe alphabet, with and without padding.
func (b *Bytes) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	var value string
	if err := json.Unmarshal(text, &value); err != nil {
		return errors.New("bytes must be a text in base64")
	}
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(value, "-_") {
		encoding = base64.RawURLEncoding
	}
	decoded, err := encoding.DecodeString(strings.TrimRight(value, "="))
	if err != nil {
		return errors.New("bytes must be a text in base64")
	}
	*b = decoded
	return nil
}

// Uint32 is a uint32 field. In JSON it is a number, or a number in a text.
type Uint32 uint32

// UnmarshalJSON reads both forms.
func (u *Uint32) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	value, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	if err != nil || value < 0 || value > math.MaxUint32 || value != math.Trunc(value) {
		return errors.New("a uint32 must be an integer from 0 to 4294967295")
	}
	*u = Uint32(value)
	return nil
}

// AuthMethod is TokenEndpointAuthMethod. In JSON it is the name of its value, or its number.
type AuthMethod int32

// The values of TokenEndpointAuthMethod.
const (
	AuthMethodUnspecified AuthMethod = iota
	AuthMethodNone
	AuthMethodClientSecretPost
	AuthMethodClientSecretBasic
)

var authMethodNames = [...]string{
	"TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED",
	"TOKEN_ENDPOINT_AUTH_METHOD_NONE",
	"TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST",
	"TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC",
}

// MarshalJSON writes the name.
func (m AuthMethod) MarshalJSON() ([]byte, error) {
	if m < 0 || int(m) >= len(authMethodNames) {
		return json.Marshal(int32(m))
	}
	return json.Marshal(authMethodNames[m])
}

// UnmarshalJSON reads the name or the number. It keeps an unknown number, as protobuf does.
func (m *AuthMethod) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	var number int32
	if json.Unmarshal(text, &number) == nil {
		*m = AuthMethod(number)
		return nil
	}
	for value, name := range authMethodNames {
		if string(text) == `"`+name+`"` {
			*m = AuthMethod(value)
			return nil
		}
	}
	return fmt.Errorf("%.80s is no TokenEndpointAuthMethod", text)
}
