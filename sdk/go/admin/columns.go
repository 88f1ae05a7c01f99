package admin

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
)

// sqliteDigits is how many digits SQLite keeps of a number that is not a 64-bit integer: it has only binary numbers, no
// decimal ones.
const sqliteDigits = 15

// momentInSQLite is the form in which drivers of SQLite write a time.Time in UTC.
const momentInSQLite = "2006-01-02 15:04:05.999999999-07:00"

// comparableMomentInSQLite brings the texts of times into one form, comparableMoment: drivers write a time.Time with the
// offset of its zone, and "current_timestamp" writes none. Finer fractions are cut as in storedMoment, where strftime would
// round them. Any other value stays as it is.
const comparableMomentInSQLite = `coalesce(strftime('%Y-%m-%d %H:%M:%f', case
    when {} glob '????-??-??[T ]??:??:??.[0-9][0-9][0-9][0-9]*' then substr({}, 1, 23) || ltrim(substr({}, 24), '0123456789')
    when {} glob '????-??-??[T ]??:??*' then {} end), {})`

const comparableMoment = "2006-01-02 15:04:05.000"

// dateInSQLite reads the midnight that drivers write for a time.Time as its date.
const dateInSQLite = `case when {} glob '????-??-?? 00:00:00[+-]??:??' then substr({}, 1, 10) else {} end`

// momentInPostgres is microseconds since 1970; the value's own text if it does not fit the contract's years.
const momentInPostgres = `case when {} between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999999+00'
    then '@' || cast(extract(epoch from {}) * 1000000 as text) else cast({} as text) end`

var (
	integerID = regexp.MustCompile(`^(?:0|-?[1-9][0-9]{0,18})$`)
	uuidID    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// isCut says whether values of the type may be long.
func isCut(kind ColumnType) bool {
	return kind == String || kind == JSON || kind == Bytes
}

func (m *model) ref(column string) statement.SQL {
	return statement.Column(m.table, column)
}

func (m *model) from() statement.SQL {
	return statement.Table(m.table)
}

func (m *model) key() statement.SQL {
	return m.ref(m.primaryKey)
}

// keyText is the key as text, in its only spelling.
func (m *model) keyText() statement.SQL {
	return statement.New("cast({} as text)", m.key())
}

// integerKey is the key of a record in an integer column; false for a text that is none, and for another spelling of one.
func integerKey(id string) (int64, bool) {
	number, err := strconv.ParseInt(id, 10, 64)
	return number, err == nil && integerID.MatchString(id)
}

// keyParameter returns an id in the key's own type, so that an index applies; false for a text that cannot be one.
func (f *facts) keyParameter(m *model, id string) (statement.SQL, bool) {
	if !f.hasIntegerKey(m) {
		native := f.nativeType(m.table, m.primaryKey)
		switch {
		case strings.Contains(id, "\x00"), native == nativeUUID && !uuidID.MatchString(id):
			return statement.SQL{}, false
		case native == nativeText, native == nativeUUID:
			return statement.New("{}", id), true
		}
		return statement.New("(select {} from {} where cast({} as text) = {})", m.key(), m.from(), m.key(), id), true
	}
	number, ok := integerKey(id)
	if !ok {
		return statement.SQL{}, false
	}
	// As 64 bits, whatever the column's type: PostgreSQL rejects a parameter that does not fit the column's own type.
	return statement.New("cast({} as bigint)", number), true
}

func (f *facts) hasIntegerKey(m *model) bool {
	kind := m.columns[m.primaryKey].kind
	return kind == Integer || kind == BigInt || f.nativeType(m.table, m.primaryKey) == nativeInteger
}

// keyParameters leaves out texts that cannot be an id.
func (f *facts) keyParameters(m *model, ids []string) []statement.SQL {
	var keys []statement.SQL
	for _, id := range ids {
		if key, ok := f.keyParameter(m, id); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// isOneOf is a condition that an expression is one of the keys.
func isOneOf(expression statement.SQL, keys []statement.SQL) statement.SQL {
	if len(keys) == 0 {
		return statement.Raw("1 = 0")
	}
	return statement.New("{} in ({})", expression, statement.Joined(keys, ", "))
}

// mostKeys: databases take 32,766 parameters in a statement, or some more. A record may have more links than that.
const mostKeys = 10_000

func partsOf(keys []statement.SQL) (parts [][]statement.SQL) {
	for len(keys) > mostKeys {
		parts, keys = append(parts, keys[:mostKeys:mostKeys]), keys[mostKeys:]
	}
	if len(keys) > 0 {
		parts = append(parts, keys)
	}
	return parts
}

// isTextOneOf is a condition that the whole text of an expression is one of these, letter for letter, whatever the collation
// of its column.
func (f *facts) isTextOneOf(expression statement.SQL, texts []string) statement.SQL {
	collation := "binary"
	if f.isPostgres {
		collation = `"C"`
	}
	var wanted []statement.SQL
	for _, text := range texts {
		// PostgreSQL has no text with NUL, and rejects it as a value too.
		if !f.isPostgres || !strings.Contains(text, "\x00") {
			wanted = append(wanted, statement.New("{}", text))
		}
	}
	return isOneOf(statement.New("cast({} as text) collate "+collation, expression), wanted)
}

// selected is a column for the select list, in a form that no driver rounds or reinterprets.
func (f *facts) selected(m *model, c *column) statement.SQL {
	reference := m.ref(c.name)
	switch c.kind {
	case BigInt, Decimal, Time, JSON:
		return statement.New("cast({} as text)", reference)
	case Date:
		return f.dateText(c, reference)
	case Timestamp:
		if f.isPostgres {
			return statement.New(momentInPostgres, reference, reference, reference)
		}
		return statement.New("cast({} as text)", reference)
	case String:
		// Types such as uuid and enums are texts for the admin backend.
		if f.isPadded(m.table, c.name) {
			return statement.New("cast({} as text)", reference)
		}
		if f.isPostgres {
			return shownText(reference)
		}
	}
	if f.isPostgres {
		return reference
	}
	// Drivers convert what they read directly from a column by the type that the table declares for it.
	return statement.New("+{}", reference)
}

// dateText is the text of a date as in its cell. In PostgreSQL, that of a cast depends on DateStyle, that of JSON does not.
func (f *facts) dateText(c *column, reference statement.SQL) statement.SQL {
	if f.isPostgres {
		return statement.New("to_json({}) #>> cast(array[] as text[])", reference)
	}
	return statement.New("cast({} as text)", f.comparable(c, reference))
}

// shownText is the text of a value as PostgreSQL sends it to a client. A cast is another one for some types: it adds the
// netmask to an inet.
func shownText(reference statement.SQL) statement.SQL {
	return statement.New("case when {} is not null then concat({}) end", reference, reference)
}

// selectedBeginning selects a column, with only a little more than most characters of a long value. 0: values come whole.
func (f *facts) selectedBeginning(m *model, c *column, most int) statement.SQL {
	whole := f.selected(m, c)
	if most == 0 || !isCut(c.kind) {
		return whole
	}
	if c.kind == Bytes {
		return statement.New("substr({}, 1, "+strconv.Itoa(most/4*3+1)+")", whole)
	}
	if f.isPostgres {
		return statement.New("left({}, "+strconv.Itoa(most+1)+")", whole)
	}
	// SQLite's functions take a NUL for the end of a text, and those of a blob count bytes.
	return statement.New(fmt.Sprintf(
		"case when typeof({}) = 'text' and length({}) > %d then substr({}, 1, %d) else {} end", most, most+1,
	), whole, whole, whole, whole)
}

// parameter is a normal value in the form that the driver expects for the column, for writes and comparisons.
func (f *facts) parameter(c *column, value interface{}) interface{} {
	switch value := value.(type) {
	case bool:
		if f.isPostgres {
			return value
		}
		if value {
			return int64(1)
		}
		return int64(0)
	case time.Time:
		if f.isPostgres {
			return value.UTC().Format("2006-01-02T15:04:05.999999999Z07:00")
		}
		return value.UTC().Format(momentInSQLite)
	case float64:
		// As text, PostgreSQL takes it for the column's own type: a column of type real keeps fewer digits.
		if f.isPostgres {
			return strconv.FormatFloat(value, 'g', -1, 64)
		}
		return value
	case string:
		if c.kind == Decimal && !f.isPostgres {
			return sqliteNumber(value)
		}
		return value
	}
	return value
}

func sqliteNumber(text string) interface{} {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number
	}
	// A decimal is valid, so that only its range can be an error; the result is then an infinity.
	number, _ := strconv.ParseFloat(text, 64)
	return number
}

// isExact says whether the database keeps every digit of a decimal: SQLite silently rounds some.
func (f *facts) isExact(c *column, value interface{}) bool {
	text, ok := value.(string)
	if f.isPostgres || c.kind != Decimal || !ok {
		return true
	}
	digits := strings.Trim(strings.Replace(strings.TrimPrefix(text, "-"), ".", "", 1), "0")
	if len(digits) <= sqliteDigits {
		return true
	}
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// comparable is a column in the form for comparing and sorting.
func (f *facts) comparable(c *column, expression statement.SQL) statement.SQL {
	if f.isPostgres {
		return expression
	}
	e := expression
	switch c.kind {
	case Decimal:
		return statement.New("cast({} as numeric)", e)
	case Timestamp:
		return statement.New(comparableMomentInSQLite, e, e, e, e, e, e)
	case Date:
		return statement.New(dateInSQLite, e, e, e)
	}
	return e
}

// sortable is a column in the form for sorting. PostgreSQL sorts some types only by their text, as SQLite does.
func (f *facts) sortable(m *model, c *column, expression statement.SQL) statement.SQL {
	if !f.hasOrder(m.table, c.name) {
		return statement.New("cast({} as text)", expression)
	}
	return f.comparable(c, expression)
}

func (f *facts) comparableParameter(c *column, value interface{}, native nativeType) statement.SQL {
	parameter := f.parameter(c, value)
	if !f.isPostgres {
		if moment, ok := value.(time.Time); ok {
			return statement.New("{}", moment.UTC().Format(comparableMoment))
		}
		return f.comparable(c, statement.New("{}", parameter))
	}
	switch c.kind {
	case Integer, BigInt:
		return statement.New("cast({} as bigint)", parameter)
	case Double:
		// A column of type real rejects a value beyond its range, even in a comparison.
		if number, _ := value.(float64); native != nativeReal || !isReal(number) {
			return statement.New("cast({} as double precision)", parameter)
		}
	case Decimal:
		return statement.New("cast({} as numeric)", parameter)
	case JSON:
		return statement.New("cast({} as jsonb)", parameter)
	}
	return statement.New("{}", parameter)
}

func isReal(number float64) bool {
	single := float32(number)
	return !math.IsInf(float64(single), 0) && (single != 0 || number == 0)
}

// row has the values that a statement writes, in the form that the driver expects, in order.
type row struct {
	names  []string
	values map[string]interface{}
}

func (r *row) set(name string, value interface{}) {
	if _, ok := r.values[name]; !ok {
		r.names = append(r.names, name)
	}
	r.values[name] = value
}

// assignments is the "set" of an update.
func (r *row) assignments() statement.SQL {
	var parts []statement.SQL
	for _, name := range r.names {
		parts = append(parts, statement.New("{} = {}", statement.Name(name), r.values[name]))
	}
	return statement.Joined(parts, ", ")
}
