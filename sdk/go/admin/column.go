package admin

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// ColumnType is the type of a column.
type ColumnType string

// The types of columns. The Go type of its values in hooks, actions and scopes is in brackets.
const (
	Bool ColumnType = "bool" // bool
	// Integer stays below 2^53, because it is a number in JSON (int64).
	Integer ColumnType = "integer"
	BigInt  ColumnType = "bigint" // int64
	Double  ColumnType = "double" // float64
	// Decimal is never rounded: "-12.5" (string).
	Decimal ColumnType = "decimal"
	String  ColumnType = "string" // string
	Date    ColumnType = "date"   // "2026-02-28" (string)
	Time    ColumnType = "time"   // "23:59:59.5", without a zone (string)
	// Timestamp has milliseconds and is in UTC (time.Time).
	Timestamp ColumnType = "timestamp"
	JSON      ColumnType = "json"  // the text (string)
	Bytes     ColumnType = "bytes" // []byte
)

var columnTypes = map[ColumnType]bool{
	Bool: true, Integer: true, BigInt: true, Double: true, Decimal: true, String: true, Date: true, Time: true,
	Timestamp: true, JSON: true, Bytes: true,
}

const (
	maxSafeInteger   = 1<<53 - 1
	maxDecimalLength = 1000
	maxJSONDepth     = 512
)

// column is a column of a model, or a value of a settings screen.
type column struct {
	name      string
	kind      ColumnType
	nullable  bool
	protected bool
	// maxLength: characters of a string, bytes of bytes; 0: no limit.
	maxLength int
	// precision: digits of a decimal, scale of them after the point; 0 precision: no limit.
	precision, scale int
	minimum, maximum *int64
	// defaultValue is what the database writes if a new record has none; nil: none, or an expression.
	defaultValue interface{}
}

// Values are the values of a record or of a form, by the names of their columns in the database. A value is nil, or of the
// type that belongs to its ColumnType.
type Values map[string]interface{}

// Text returns a text, decimal, date, time or JSON; empty for any other value.
func (v Values) Text(column string) string {
	text, _ := v[column].(string)
	return text
}

// Int returns an integer; 0 for any other value.
func (v Values) Int(column string) int64 {
	number, _ := normal(Integer, v[column])
	integer, _ := number.(int64)
	return integer
}

// Bool returns a bool; false for any other value.
func (v Values) Bool(column string) bool {
	truth, _ := v[column].(bool)
	return truth
}

// Decimal returns a decimal to compare and compute with; nil for a value that is none.
func (v Values) Decimal(column string) *big.Rat {
	text, ok := plainDecimal(v.Text(column))
	if !ok {
		return nil
	}
	number, _ := new(big.Rat).SetString(text)
	return number
}

func (v Values) copied() Values {
	result := make(Values, len(v))
	for name, value := range v {
		result[name] = value
	}
	return result
}

// normal converts a value of the application to the Go type of the column's type. It returns false for a value that no
// column of the type can have. It ignores the column's own limits.
func normal(kind ColumnType, value interface{}) (interface{}, bool) {
	if value == nil {
		return nil, true
	}
	switch kind {
	case Bool:
		truth, ok := value.(bool)
		return truth, ok
	case Integer, BigInt:
		number, ok := integerOf(value)
		return number, ok && (kind == BigInt || number >= -maxSafeInteger && number <= maxSafeInteger)
	case Double:
		return doubleOf(value)
	case Timestamp:
		moment, ok := value.(time.Time)
		moment = moment.UTC()
		return moment, ok && moment.Year() >= 1 && moment.Year() <= 9999
	case Bytes:
		content, ok := value.([]byte)
		return content, ok
	case Date:
		if moment, ok := value.(time.Time); ok {
			value = moment.Format("2006-01-02")
		}
	case Decimal:
		value = decimalText(value)
	case JSON:
		if raw, ok := value.(json.RawMessage); ok {
			value = string(raw)
		}
	}
	text, ok := value.(string)
	if !ok {
		return nil, false
	}
	return normalText(kind, text)
}

// takes says which values of Go a column of each type takes.
var takes = map[ColumnType]string{
	Bool:      "a bool",
	Integer:   "an integer between -(2^53-1) and 2^53-1",
	BigInt:    "an integer of 64 bits",
	Double:    "a finite float64 or an integer",
	Decimal:   `a text such as "12.50", an integer, or a fmt.Stringer`,
	String:    "a string of UTF-8 without NUL",
	Date:      `a text such as "2026-02-28", or a time.Time`,
	Time:      `a text such as "23:59:59"`,
	Timestamp: "a time.Time in the years 1 to 9999",
	JSON:      "a string or json.RawMessage with JSON",
	Bytes:     "a []byte",
}

// unfitText says why a column cannot have a value that the application gave it. It does not reveal the value.
func unfitText(kind ColumnType, value interface{}) string {
	article := "a"
	if kind == Integer {
		article = "an"
	}
	return fmt.Sprintf("%s %s column takes %s, not this %T", article, kind, takes[kind], value)
}

func normalText(kind ColumnType, text string) (interface{}, bool) {
	switch kind {
	case Decimal:
		return plainDecimal(text)
	case Date:
		return text, isDate(text)
	case Time:
		return plainTime(text)
	case JSON:
		return text, isJSON(text)
	}
	return text, true
}

func integerOf(value interface{}) (int64, bool) {
	switch number := value.(type) {
	case int64:
		return number, true
	case int:
		return int64(number), true
	case int32:
		return int64(number), true
	case int16:
		return int64(number), true
	case int8:
		return int64(number), true
	case uint32:
		return int64(number), true
	case uint16:
		return int64(number), true
	case uint8:
		return int64(number), true
	case uint:
		return int64(number), uint64(number) <= math.MaxInt64
	case uint64:
		return int64(number), number <= math.MaxInt64
	}
	return 0, false
}

func doubleOf(value interface{}) (float64, bool) {
	var number float64
	switch given := value.(type) {
	case float64:
		number = given
	case float32:
		number = float64(given)
	default:
		integer, ok := integerOf(value)
		return float64(integer), ok
	}
	return number, !math.IsNaN(number) && !math.IsInf(number, 0)
}

func decimalText(value interface{}) interface{} {
	if number, ok := integerOf(value); ok {
		return fmt.Sprint(number)
	}
	if text, ok := value.(fmt.Stringer); ok {
		// The types of decimals of most libraries.
		return text.String()
	}
	return value
}

var decimalParts = regexp.MustCompile(`^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,5}))?$`)

// plainDecimal returns a decimal in the contract's format: no exponent, no "+", no insignificant zeros.
func plainDecimal(text string) (string, bool) {
	parts := decimalParts.FindStringSubmatch(text)
	if parts == nil || parts[2]+parts[3] == "" {
		return "", false
	}
	whole, fraction, exponent := parts[2], parts[3], 0
	if parts[4] != "" {
		if _, err := fmt.Sscan(parts[4], &exponent); err != nil {
			return "", false
		}
	}
	if exponent > maxDecimalLength || exponent < -maxDecimalLength {
		return "", false
	}
	if exponent > 0 {
		fraction += strings.Repeat("0", exponent)
		whole, fraction = whole+fraction[:exponent], fraction[exponent:]
	} else if exponent < 0 {
		whole = strings.Repeat("0", -exponent) + whole
		at := len(whole) + exponent
		whole, fraction = whole[:at], whole[at:]+fraction
	}
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	result := whole
	if whole == "" {
		result = "0"
	}
	if fraction != "" {
		result += "." + fraction
	}
	if parts[1] == "-" && result != "0" {
		result = "-" + result
	}
	return result, len(result) <= maxDecimalLength
}

func isDate(text string) bool {
	day, err := time.Parse("2006-01-02", text)
	return err == nil && day.Year() >= 1
}

var timeOfDay = regexp.MustCompile(`^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?$`)

// plainTime returns a time of day without insignificant zeros.
func plainTime(text string) (string, bool) {
	if !timeOfDay.MatchString(text) {
		return "", false
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text, true
}

// fits says whether a normal value respects the limits that the column declares, and can be stored at all.
func (c *column) fits(value interface{}) bool {
	switch value := value.(type) {
	case misfit:
		return false
	case int64:
		return (c.minimum == nil || value >= *c.minimum) && (c.maximum == nil || value <= *c.maximum)
	case []byte:
		return c.maxLength == 0 || len(value) <= c.maxLength
	case string:
		if c.kind == Decimal {
			return c.hasDigits(value)
		}
		// No database can store a NUL in a text, nor text that is not UTF-8.
		return utf8.ValidString(value) && !strings.Contains(value, "\x00") &&
			(c.kind != String || c.maxLength == 0 || utf8.RuneCountInString(value) <= c.maxLength)
	}
	return true
}

func (c *column) hasDigits(text string) bool {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if c.precision == 0 {
		return true
	}
	return len(fraction) <= c.scale && len(strings.TrimLeft(whole, "0")) <= c.precision-c.scale
}

// isSame says whether writing a value over the current one would leave the record unchanged. Both are normal. If in doubt,
// it is false.
func (c *column) isSame(current, value interface{}) bool {
	if current == nil || value == nil {
		return current == nil && value == nil
	}
	switch value := value.(type) {
	case time.Time:
		moment, ok := current.(time.Time)
		return ok && moment.Equal(value)
	case []byte:
		content, ok := current.([]byte)
		return ok && string(content) == string(value)
	case string:
		text, ok := current.(string)
		return ok && (text == value || c.kind == JSON && isSameJSON(text, value))
	}
	return current == value
}
