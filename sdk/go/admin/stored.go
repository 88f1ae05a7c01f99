package admin

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse.dev/host/internal/contract"
)

// stored is the value of a column that was selected. Nothing is guessed: SQLite stores any value in any column, and
// PostgreSQL has years beyond 9999.
type stored struct {
	value interface{}
	// raw is the text of a value that does not fit its column.
	raw     string
	isUnfit bool
}

// known is the value, or nil if it does not fit: for application code, which cannot use the raw text.
func (s stored) known() interface{} {
	if s.isUnfit {
		return nil
	}
	return s.value
}

func (s stored) cell(kind ColumnType) *contract.Cell {
	if s.isUnfit {
		return invalidCell(s.raw)
	}
	return cellOf(kind, s.value)
}

// storedValue reads a value as a driver returns it.
func storedValue(kind ColumnType, raw interface{}) stored {
	if raw == nil {
		return stored{}
	}
	if value, ok := readStored(kind, raw); ok {
		if known, ok := normal(kind, value); ok {
			return stored{value: known}
		}
	}
	return stored{raw: rawText(raw), isUnfit: true}
}

// storedCell returns a cell for the wire. most: AdminSelection.max_text; 0 for whole values.
func storedCell(kind ColumnType, raw interface{}, most int) *contract.Cell {
	// Before the value is parsed: the database may have cut it, and half of a JSON text is not JSON.
	if most > 0 && raw != nil && isCut(kind) {
		if cut, ok := truncated(kind, raw, most); ok {
			return &contract.Cell{TruncatedValue: &contract.TruncatedValue{Text: cut}}
		}
	}
	return storedValue(kind, raw).cell(kind)
}

func truncated(kind ColumnType, raw interface{}, most int) (string, bool) {
	if kind == Bytes {
		whole, ok := bytesOf(raw)
		kept := most / 4 * 3
		if !ok || len(whole) <= kept {
			return "", false
		}
		return base64.StdEncoding.EncodeToString(whole[:kept]), true
	}
	text, ok := textOf(raw)
	if !ok {
		return "", false
	}
	cut := beginning(text, most)
	return cut, len(cut) < len(text)
}

func readStored(kind ColumnType, raw interface{}) (interface{}, bool) {
	switch kind {
	case Bool:
		return storedBool(raw)
	case Integer, BigInt:
		return storedInteger(raw)
	case Double:
		return storedDouble(raw)
	case Timestamp:
		return storedMoment(raw)
	case Bytes:
		return bytesOf(raw)
	}
	return textOf(raw)
}

func storedBool(raw interface{}) (interface{}, bool) {
	if truth, ok := raw.(bool); ok {
		return truth, true
	}
	switch text, _ := textOf(raw); text {
	case "1":
		return true, true
	case "0":
		return false, true
	}
	return nil, false
}

var storedDigits = regexp.MustCompile(`^-?[0-9]+$`)

func storedInteger(raw interface{}) (interface{}, bool) {
	switch raw := raw.(type) {
	case int64:
		return raw, true
	case float64:
		return int64(raw), raw == math.Trunc(raw) && math.Abs(raw) < 1<<63
	case bool:
		return nil, false
	}
	text, ok := textOf(raw)
	if !ok || !storedDigits.MatchString(text) {
		return nil, false
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil
}

func storedDouble(raw interface{}) (interface{}, bool) {
	switch raw := raw.(type) {
	case float64:
		return raw, true
	case int64:
		return float64(raw), true
	}
	text, ok := textOf(raw)
	if !ok || !decimalParts.MatchString(text) {
		return nil, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil
}

var storedMomentText = regexp.MustCompile(
	`^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})?$`,
)

// storedMoment reads "@" and microseconds since 1970 (PostgreSQL, see selected), or a text of SQLite. Without a zone it is
// in UTC. The contract's times have milliseconds: finer fractions are dropped, so that writing what was read changes nothing.
func storedMoment(raw interface{}) (interface{}, bool) {
	text, ok := textOf(raw)
	if !ok {
		return nil, false
	}
	if micros, isCounted := cutPrefix(text, "@"); isCounted {
		number, ok := new(big.Rat).SetString(micros)
		if !ok {
			return nil, false
		}
		// Towards the past, also before 1970.
		millis := new(big.Int).Div(number.Num(), new(big.Int).Mul(number.Denom(), big.NewInt(1000)))
		return time.UnixMilli(millis.Int64()).UTC(), millis.IsInt64()
	}
	parts := storedMomentText.FindStringSubmatch(text)
	if parts == nil {
		return nil, false
	}
	seconds, zone := parts[3], strings.Replace(parts[5], ":", "", 1)
	if seconds == "" {
		seconds = ":00"
	}
	if zone == "" || zone == "Z" {
		zone = "+0000"
	}
	moment, err := time.Parse("2006-01-02 15:04:05-0700", parts[1]+" "+parts[2]+seconds+zone)
	if err != nil {
		return nil, false
	}
	fraction := strings.TrimPrefix(parts[4], ".")
	millis, err := strconv.Atoi((fraction + "000")[:3])
	return moment.Add(time.Duration(millis) * time.Millisecond).UTC(), err == nil
}

func cutPrefix(text, prefix string) (string, bool) {
	return strings.TrimPrefix(text, prefix), strings.HasPrefix(text, prefix)
}

func bytesOf(raw interface{}) ([]byte, bool) {
	switch raw := raw.(type) {
	case []byte:
		return raw, true
	case string:
		return []byte(raw), true
	}
	return nil, false
}

// textOf returns a value of a driver as text; false for bytes that are not text.
func textOf(raw interface{}) (string, bool) {
	switch raw := raw.(type) {
	case string:
		return raw, utf8.ValidString(raw)
	case []byte:
		return string(raw), utf8.Valid(raw)
	case int64:
		return strconv.FormatInt(raw, 10), true
	case float64:
		return numberText(raw), true
	case bool:
		return strconv.FormatBool(raw), true
	case time.Time:
		return raw.Format(time.RFC3339Nano), true
	}
	return fmt.Sprint(raw), true
}

// numberText is a number as the other SDKs write it: without an exponent where it has at most 21 digits.
func numberText(number float64) string {
	size := math.Abs(number)
	switch {
	case math.IsInf(number, 1):
		return "Infinity"
	case math.IsInf(number, -1):
		return "-Infinity"
	case size == 0:
		return "0"
	case size >= 1e-6 && size < 1e21:
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	// JavaScript writes no zero in front of an exponent.
	return strings.Replace(strconv.FormatFloat(number, 'g', -1, 64), "e-0", "e-", 1)
}

func rawText(raw interface{}) string {
	text, ok := textOf(raw)
	if !ok {
		content, _ := bytesOf(raw)
		text = base64.StdEncoding.EncodeToString(content)
	}
	return shortText(strings.ReplaceAll(text, "\x00", "\ufffd"), maxRawValue)
}
