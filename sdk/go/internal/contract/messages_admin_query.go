// Code generated from gatehouse/host/v1/admin_query.proto by generate.py. DO NOT EDIT.

package contract

// AdminComparisonOperator is how a column is compared.
type AdminComparisonOperator int32

// The values of AdminComparisonOperator.
const (
	// Never sent.
	AdminComparisonOperatorUnspecified AdminComparisonOperator = 0
	// Equal to the value.
	AdminComparisonOperatorEqual AdminComparisonOperator = 1
	// Not equal to the value, or null.
	AdminComparisonOperatorNotEqual AdminComparisonOperator = 2
	// Less than the value.
	AdminComparisonOperatorLess AdminComparisonOperator = 3
	// Less than or equal to the value.
	AdminComparisonOperatorLessOrEqual AdminComparisonOperator = 4
	// Greater than the value.
	AdminComparisonOperatorGreater AdminComparisonOperator = 5
	// Greater than or equal to the value.
	AdminComparisonOperatorGreaterOrEqual AdminComparisonOperator = 6
	// Equal to one of the values.
	AdminComparisonOperatorIn AdminComparisonOperator = 7
	// Contains the text of the value, ignoring case as in AdminSearch. "%" and "_" are ordinary characters. STRING columns
	// only.
	AdminComparisonOperatorContains AdminComparisonOperator = 8
	// Null; no values.
	AdminComparisonOperatorIsNull AdminComparisonOperator = 9
	// Not null; no values.
	AdminComparisonOperatorIsNotNull AdminComparisonOperator = 10
)

var enumAdminComparisonOperator = newEnum(map[int32]string{0: "ADMIN_COMPARISON_OPERATOR_UNSPECIFIED", 1: "ADMIN_COMPARISON_OPERATOR_EQUAL", 2: "ADMIN_COMPARISON_OPERATOR_NOT_EQUAL", 3: "ADMIN_COMPARISON_OPERATOR_LESS", 4: "ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL", 5: "ADMIN_COMPARISON_OPERATOR_GREATER", 6: "ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL", 7: "ADMIN_COMPARISON_OPERATOR_IN", 8: "ADMIN_COMPARISON_OPERATOR_CONTAINS", 9: "ADMIN_COMPARISON_OPERATOR_IS_NULL", 10: "ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL"})

// AdminSearchMode is how several search terms combine.
type AdminSearchMode int32

// The values of AdminSearchMode.
const (
	// Never sent.
	AdminSearchModeUnspecified AdminSearchMode = 0
	// Each term matches at least one of the columns. A search for an exact phrase uses this mode with a single term.
	AdminSearchModeAll AdminSearchMode = 1
	// At least one term matches at least one of the columns.
	AdminSearchModeAny AdminSearchMode = 2
)

var enumAdminSearchMode = newEnum(map[int32]string{0: "ADMIN_SEARCH_MODE_UNSPECIFIED", 1: "ADMIN_SEARCH_MODE_ALL", 2: "ADMIN_SEARCH_MODE_ANY"})

// AdminSelection is the requested part of each record. A Record carries its cells and relations in the same order.
type AdminSelection struct {
	// Names of declared columns.
	Columns []string
	// The parts of related records to return.
	Relations []*AdminRelationSelection
	// The most characters of a STRING, JSON or BYTES cell (bytes as Base64) that are wanted: the host sends a longer value
	// as truncated_value. The database should cut it, so that a page of long texts is never read as a whole. Conditions,
	// searches and orders use the whole values. 0: values are wanted whole. An older host ignores this field and sends
	// whole values.
	MaxText uint32
	// The same for the values of related records.
	MaxRelatedText uint32
}

var shapeAdminSelection = &Shape{
	Fields: []Field{
		{Number: 1, Name: "columns", JSON: "columns", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true}}},
		{Number: 2, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true},
		{Number: 3, Name: "max_text", JSON: "maxText", Kind: Uint32},
		{Number: 4, Name: "max_related_text", JSON: "maxRelatedText", Kind: Uint32},
	},
}

// Shape implements Message.
func (*AdminSelection) Shape() *Shape { return shapeAdminSelection }

// AdminRelationSelection is the requested part of one relation. The number of queries that the host runs must not grow
// with the number of records.
type AdminRelationSelection struct {
	// Name of a relation of the controller; in a query about a related model, as in AdminColumnReference.relation.
	Relation string
	// The id and this column of each related record: label of a form field, value of a list column.
	Related *AdminRelatedColumn
	// The number of related records.
	Count *bool
}

var shapeAdminRelationSelection = &Shape{
	RequiredOneofs: []string{`wanted`},
	Fields: []Field{
		{Number: 1, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "related", JSON: "related", Kind: MessageKind, Presence: true, Oneof: "wanted"},
		{Number: 3, Name: "count", JSON: "count", Kind: Bool, Presence: true, Oneof: "wanted", Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminRelationSelection) Shape() *Shape { return shapeAdminRelationSelection }

// AdminRelatedColumn asks for one column of related records.
type AdminRelatedColumn struct {
	// Name of a declared column of the related model.
	Column string
	// Maximum number of related records for each record, by ascending primary key.
	Limit uint32
}

var shapeAdminRelatedColumn = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "limit", JSON: "limit", Kind: Uint32, Rules: &Rules{Minimum: limit(1), Maximum: limit(1000)}},
	},
}

// Shape implements Message.
func (*AdminRelatedColumn) Shape() *Shape { return shapeAdminRelatedColumn }

// AdminColumnReference names a column of the queried model or of a related one. Only related records in the caller's
// list scope of their model count: a search, a condition or an order must not reveal others.
type AdminColumnReference struct {
	// Name of a relation of the controller; empty for a column of the queried model itself. In a query about a related
	// model (ListRelated, ListCandidates) the relations are those of that model's default controller
	// (AdminController.default_for_model).
	Relation string
	// Name of a declared column.
	Column string
}

var shapeAdminColumnReference = &Shape{
	Fields: []Field{
		{Number: 1, Name: "relation", JSON: "relation", Kind: String},
		{Number: 2, Name: "column", JSON: "column", Kind: String, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminColumnReference) Shape() *Shape { return shapeAdminColumnReference }

// AdminComparison is a typed comparison. Null never matches, unless the operator says otherwise.
type AdminComparison struct {
	// The column to compare. For a to-many relation, the condition holds if any related record matches.
	Column *AdminColumnReference
	// How to compare.
	Operator AdminComparisonOperator
	// The values to compare with: one value; at least one for IN, none for IS_NULL and IS_NOT_NULL. Of the column's kind,
	// never null. An INTEGER column is compared with every number of 64 bits, also with one that it cannot have.
	Values []*Cell
}

var shapeAdminComparison = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "operator", JSON: "operator", Kind: Enum, Enum: enumAdminComparisonOperator, Rules: &Rules{Required: true}},
		{Number: 3, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Absent: []string{`null_value`, `invalid_value`, `truncated_value`}}}},
	},
}

// Shape implements Message.
func (*AdminComparison) Shape() *Shape { return shapeAdminComparison }

// AdminRelatedTo matches records that are related to at least one of the listed records.
type AdminRelatedTo struct {
	// Name of a relation of the controller.
	Relation string
	// Ids of related records. An id that is unknown, or not in the caller's list scope, matches nothing.
	IDs []string
}

var shapeAdminRelatedTo = &Shape{
	Fields: []Field{
		{Number: 1, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Required: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*AdminRelatedTo) Shape() *Shape { return shapeAdminRelatedTo }

// AdminCondition limits a query. A record must meet all conditions of a query.
type AdminCondition struct {
	// A comparison of a column.
	Comparison *AdminComparison
	// A relation to specific records.
	RelatedTo *AdminRelatedTo
}

var shapeAdminCondition = &Shape{
	RequiredOneofs: []string{`condition`},
	Fields: []Field{
		{Number: 1, Name: "comparison", JSON: "comparison", Kind: MessageKind, Presence: true, Oneof: "condition"},
		{Number: 2, Name: "related_to", JSON: "relatedTo", Kind: MessageKind, Presence: true, Oneof: "condition"},
	},
}

// Shape implements Message.
func (*AdminCondition) Shape() *Shape { return shapeAdminCondition }

// AdminNamedScope is a query scope that the model registered by name: application code.
type AdminNamedScope struct {
	// The registered name.
	Name string
	// The values chosen in the filter, of the kind that belongs to the filter's type: group and dropdown give strings (the
	// chosen values), checkbox and switch one bool, text one string, number and numberrange int64 or double cells, date
	// and daterange timestamps; null in a range for an open end. Empty for a relation field's scope.
	Values []*Cell
	// The model whose records the values are the ids of, for a filter with choices of a model; empty for all others. A
	// value that is not in that model's list scope is left out before the scope gets it, because the caller must not find
	// records through one that does not exist for the caller. If none is left, no record meets the query.
	ValuesOf string
}

var shapeAdminNamedScope = &Shape{
	Fields: []Field{
		{Number: 1, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Absent: []string{`invalid_value`, `truncated_value`}}}},
		{Number: 3, Name: "values_of", JSON: "valuesOf", Kind: String},
	},
}

// Shape implements Message.
func (*AdminNamedScope) Shape() *Shape { return shapeAdminNamedScope }

// AdminSearch searches for words. A term matches a column whose text contains it, ignoring case; "%" and "_" are
// ordinary characters. Ignoring case means Unicode simple case folding (CaseFolding.txt, statuses C and S), in every
// database and every locale: "Übung" matches "übung"; "Σ", "σ" and "ς" are one letter; "ß" matches "ẞ" but not "ss";
// "İ" matches neither "i" nor "ı". If the application has indexed a column for another kind of matching (prefixes,
// whole words), it may match that way.
type AdminSearch struct {
	// How the terms combine.
	Mode AdminSearchMode
	// A term may contain spaces. Terms are composed (Unicode NFC).
	Terms []string
	// A column that is not a STRING matches by the text of its value: for INTEGER, BIGINT, DATE and TIME as in its cell;
	// for the other types as the database writes it, which differs between databases.
	Columns []*AdminColumnReference
}

var shapeAdminSearch = &Shape{
	Fields: []Field{
		{Number: 1, Name: "mode", JSON: "mode", Kind: Enum, Enum: enumAdminSearchMode, Rules: &Rules{Required: true}},
		{Number: 2, Name: "terms", JSON: "terms", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 20, Items: &Rules{Required: true}}},
		{Number: 3, Name: "columns", JSON: "columns", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminSearch) Shape() *Shape { return shapeAdminSearch }

// AdminSort is one step of an order.
type AdminSort struct {
	// The column to order by: a column of the queried model, or of the related model of a belongs-to relation.
	Column *AdminColumnReference
	// From the greatest to the smallest value.
	Descending bool
}

var shapeAdminSort = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "descending", JSON: "descending", Kind: Bool},
	},
}

// Shape implements Message.
func (*AdminSort) Shape() *Shape { return shapeAdminSort }

// AdminPage is a part of a list.
type AdminPage struct {
	// From 1.
	Number uint32
	// Records per page.
	Size uint32
}

var shapeAdminPage = &Shape{
	Fields: []Field{
		{Number: 1, Name: "number", JSON: "number", Kind: Uint32, Rules: &Rules{Minimum: limit(1)}},
		{Number: 2, Name: "size", JSON: "size", Kind: Uint32, Rules: &Rules{Minimum: limit(1), Maximum: limit(200)}},
	},
}

// Shape implements Message.
func (*AdminPage) Shape() *Shape { return shapeAdminPage }

// AdminListQuery is a query as data: text from a request occurs in it only as a value.
type AdminListQuery struct {
	// The parts of each record to return.
	Selection *AdminSelection
	// All of them apply, in addition to the controller's own scope.
	Conditions []*AdminCondition
	// All of them apply.
	Scopes []*AdminNamedScope
	// Absent: no search.
	Search *AdminSearch
	// The order. The host always breaks ties by ascending primary key, which is also the order of a list without sorts.
	// The database decides where nulls are sorted.
	Sorts []*AdminSort
	// The part to return.
	Page *AdminPage
	// Whether to return the total. If false, the host runs no COUNT: it reads one record more than the page holds.
	Count bool
	// With count: how far the host must count. If more records match, it may stop and return this number as the total,
	// with total_exceeded. 0: no limit. Counting millions of records takes seconds, and few people need the exact number.
	CountAtMost uint32
	// Whether the host may answer with RecordPage.columns, which takes less time to encode and decode. An older host
	// ignores this field and sends records.
	AcceptsColumns bool
}

var shapeAdminListQuery = &Shape{
	Fields: []Field{
		{Number: 1, Name: "selection", JSON: "selection", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "conditions", JSON: "conditions", Kind: MessageKind, Repeated: true},
		{Number: 3, Name: "scopes", JSON: "scopes", Kind: MessageKind, Repeated: true},
		{Number: 4, Name: "search", JSON: "search", Kind: MessageKind, Presence: true},
		{Number: 5, Name: "sorts", JSON: "sorts", Kind: MessageKind, Repeated: true},
		{Number: 6, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 7, Name: "count", JSON: "count", Kind: Bool},
		{Number: 8, Name: "count_at_most", JSON: "countAtMost", Kind: Uint32},
		{Number: 9, Name: "accepts_columns", JSON: "acceptsColumns", Kind: Bool},
	},
}

// Shape implements Message.
func (*AdminListQuery) Shape() *Shape { return shapeAdminListQuery }
