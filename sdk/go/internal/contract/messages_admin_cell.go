// Code generated from gatehouse/host/v1/admin_cell.proto by generate.py. DO NOT EDIT.

package contract

import "time"

// Cell is one value of a record, with its kind. The kind is that of its column (AdminColumnType), or null if the column
// is nullable. A cell with no member set is a contract violation: set null_value to send null.
type Cell struct {
	// Null.
	NullValue *bool
	// Of BOOL columns.
	BoolValue *bool
	// Of INTEGER and BIGINT columns.
	Int64Value *int64
	// Of DOUBLE columns. JSON has no NaN and no infinities: Gatehouse shows such a value as one that does not fit its
	// column (InvalidValue), drops it from an action's fill, and never sends one.
	DoubleValue *float64
	// Of DECIMAL columns: an optional "-", digits, and optionally "." with more digits: "-12.50". No exponent, no "+", no
	// white space. Trailing zeros are allowed and have no meaning.
	DecimalValue *string
	// Of STRING columns.
	StringValue *string
	// Of DATE columns: "2026-02-28", a day that exists in the proleptic Gregorian calendar, in the years 0001 to 9999.
	DateValue *string
	// Of TIME columns, a time of day without zone: "23:59:59", optionally with 1 to 6 digits of a fraction: "23:59:59.5".
	TimeValue *string
	// Of TIMESTAMP columns: an instant in the years 0001 to 9999, in UTC. Gatehouse shows milliseconds and drops any finer
	// fraction.
	TimestampValue *time.Time
	// Of JSON columns: one JSON text, at most 512 levels deep.
	JSONValue *string
	// Of BYTES columns.
	BytesValue []byte
	// Of a column of any type, and only from the host: the database holds a value that does not fit the column.
	InvalidValue *InvalidValue
	// Only from the host, for STRING, JSON and BYTES columns, if the selection has max_text or max_related_text.
	TruncatedValue *TruncatedValue
}

var shapeCell = &Shape{
	RequiredOneofs: []string{`value`},
	Fields: []Field{
		{Number: 1, Name: "null_value", JSON: "nullValue", Kind: Bool, Presence: true, Oneof: "value", Rules: &Rules{Required: true}},
		{Number: 2, Name: "bool_value", JSON: "boolValue", Kind: Bool, Presence: true, Oneof: "value"},
		{Number: 3, Name: "int64_value", JSON: "int64Value", Kind: Int64, Presence: true, Oneof: "value"},
		{Number: 4, Name: "double_value", JSON: "doubleValue", Kind: Double, Presence: true, Oneof: "value"},
		{Number: 5, Name: "decimal_value", JSON: "decimalValue", Kind: String, Presence: true, Oneof: "value", Rules: &Rules{Required: true, MaxCharacters: 1000, Pattern: pattern(`-?[0-9]+(\.[0-9]+)?`)}},
		{Number: 6, Name: "string_value", JSON: "stringValue", Kind: String, Presence: true, Oneof: "value"},
		{Number: 7, Name: "date_value", JSON: "dateValue", Kind: String, Presence: true, Oneof: "value", Rules: &Rules{Required: true, Pattern: pattern(`[0-9]{4}-[0-9]{2}-[0-9]{2}`)}},
		{Number: 8, Name: "time_value", JSON: "timeValue", Kind: String, Presence: true, Oneof: "value", Rules: &Rules{Required: true, Pattern: pattern(`([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?`)}},
		{Number: 9, Name: "timestamp_value", JSON: "timestampValue", Kind: Timestamp, Presence: true, Oneof: "value"},
		{Number: 10, Name: "json_value", JSON: "jsonValue", Kind: String, Presence: true, Oneof: "value", Rules: &Rules{Required: true}},
		{Number: 11, Name: "bytes_value", JSON: "bytesValue", Kind: Bytes, Presence: true, Oneof: "value"},
		{Number: 12, Name: "invalid_value", JSON: "invalidValue", Kind: MessageKind, Presence: true, Oneof: "value"},
		{Number: 13, Name: "truncated_value", JSON: "truncatedValue", Kind: MessageKind, Presence: true, Oneof: "value"},
	},
}

// Shape implements Message.
func (*Cell) Shape() *Shape { return shapeCell }

// TruncatedValue represents a stored value that is longer than the selection allows (AdminSelection.max_text). The host
// does not check whether the whole value fits its column.
type TruncatedValue struct {
	// The first max_text characters of the value's text. For bytes: the Base64 of the first floor(max_text / 4) * 3 bytes.
	// Characters are Unicode code points.
	Text string
}

var shapeTruncatedValue = &Shape{
	Fields: []Field{
		{Number: 1, Name: "text", JSON: "text", Kind: String},
	},
}

// Shape implements Message.
func (*TruncatedValue) Shape() *Shape { return shapeTruncatedValue }

// InvalidValue represents a stored value that does not fit its column: "2026-01-01 00:00:00" in a DATE column, "abc" in
// an INTEGER column, JSON that does not parse. The rest of the record stays readable: Gatehouse shows this one value as
// invalid, with its raw text, and logs the controller, the record and the column, but not the text. Saving the record
// leaves the column unchanged unless the administrator changed it. Gatehouse must not be a way to write a value that no
// column of the type can hold: see CreateRecord. The same applies to a value that makes a record or a settings screen
// too long to send: the host sends the longest values of such a record as invalid_value. If a host sends such a value
// as one of the other kinds, it violates the contract: Gatehouse shows that value as invalid and counts a violation.
type InvalidValue struct {
	// The stored value as text; cut it to the limit.
	Raw string
}

var shapeInvalidValue = &Shape{
	Fields: []Field{
		{Number: 1, Name: "raw", JSON: "raw", Kind: String, Rules: &Rules{MaxCharacters: 500}},
	},
}

// Shape implements Message.
func (*InvalidValue) Shape() *Shape { return shapeInvalidValue }

// ViewValue is a value of a partial's view model: cells in lists and maps. Two kinds mark values that a view model must
// not hold. An SDK sends them in place of every such value that it recognizes, at any depth. Gatehouse then rejects the
// whole view model, which enforces the rule in one place for hosts in every language.
type ViewValue struct {
	// A plain value.
	Cell *Cell
	// Ordered values.
	List *ViewList
	// Named values, which a template reads as `.Name`.
	Map *ViewMap
	// The name of a database model that was in this place. Gatehouse rejects the view model.
	RecordModel *string
	// Pre-escaped content (HTML that claims to be safe) was in this place. Gatehouse rejects the view model.
	TrustedHTML *bool
}

var shapeViewValue = &Shape{
	RequiredOneofs: []string{`value`},
	Fields: []Field{
		{Number: 1, Name: "cell", JSON: "cell", Kind: MessageKind, Presence: true, Oneof: "value"},
		{Number: 2, Name: "list", JSON: "list", Kind: MessageKind, Presence: true, Oneof: "value"},
		{Number: 3, Name: "map", JSON: "map", Kind: MessageKind, Presence: true, Oneof: "value"},
		{Number: 4, Name: "record_model", JSON: "recordModel", Kind: String, Presence: true, Oneof: "value", Rules: &Rules{Required: true}},
		{Number: 5, Name: "trusted_html", JSON: "trustedHtml", Kind: Bool, Presence: true, Oneof: "value", Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ViewValue) Shape() *Shape { return shapeViewValue }

// ViewList is a list of values. Lists and maps nest at most 32 levels deep.
type ViewList struct {
	// The values; may be empty.
	Items []*ViewValue
}

var shapeViewList = &Shape{
	Fields: []Field{
		{Number: 1, Name: "items", JSON: "items", Kind: MessageKind, Repeated: true},
	},
}

// Shape implements Message.
func (*ViewList) Shape() *Shape { return shapeViewList }

// ViewMap is a set of named values.
type ViewMap struct {
	// In any order.
	Entries []*ViewMapEntry
}

var shapeViewMap = &Shape{
	Fields: []Field{
		{Number: 1, Name: "entries", JSON: "entries", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `key`}},
	},
}

// Shape implements Message.
func (*ViewMap) Shape() *Shape { return shapeViewMap }

// ViewMapEntry is one named value.
type ViewMapEntry struct {
	// The name.
	Key string
	// The value.
	Value *ViewValue
}

var shapeViewMapEntry = &Shape{
	Fields: []Field{
		{Number: 1, Name: "key", JSON: "key", Kind: String},
		{Number: 2, Name: "value", JSON: "value", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ViewMapEntry) Shape() *Shape { return shapeViewMapEntry }
