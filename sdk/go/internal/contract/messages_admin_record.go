// Code generated from gatehouse/host/v1/admin_record.proto by generate.py. DO NOT EDIT.

package contract

// AdminScope is the query hook of a controller that decides which records exist for the caller.
type AdminScope int32

// The values of AdminScope.
const (
	// Never sent.
	AdminScopeUnspecified AdminScope = 0
	// The hook that limits lists.
	AdminScopeList AdminScope = 1
	// The hook that limits forms.
	AdminScopeForm AdminScope = 2
)

var enumAdminScope = newEnum(map[int32]string{0: "ADMIN_SCOPE_UNSPECIFIED", 1: "ADMIN_SCOPE_LIST", 2: "ADMIN_SCOPE_FORM"})

// Record is the selected part of a record. It contains the application's data, which Gatehouse never logs.
type Record struct {
	// The primary key as text. Only this spelling of the id identifies the record: for any other ("007", another case),
	// the record does not exist.
	ID string
	// For a versioned model: a text that changes whenever the record does. Otherwise empty. Relations that the record's
	// form writes are part of the record; links that Link and Unlink write to a pivot table are not.
	Version string
	// A cell for each column of the selection, in its order.
	Cells []*Cell
	// A value for each relation of the selection, in its order.
	Relations []*RelationValue
}

var shapeRecord = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "version", JSON: "version", Kind: String, Rules: &Rules{MaxCharacters: 255}},
		{Number: 3, Name: "cells", JSON: "cells", Kind: MessageKind, Repeated: true, Secret: true},
		{Number: 4, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Secret: true},
	},
}

// Shape implements Message.
func (*Record) Shape() *Shape { return shapeRecord }

// RelationValue is the selected part of a relation.
type RelationValue struct {
	// The related records, if requested.
	Related *RelatedRecords
	// The number of related records, if requested.
	Count *uint64
}

var shapeRelationValue = &Shape{
	RequiredOneofs: []string{`value`},
	Fields: []Field{
		{Number: 1, Name: "related", JSON: "related", Kind: MessageKind, Presence: true, Oneof: "value"},
		{Number: 2, Name: "count", JSON: "count", Kind: Uint64, Presence: true, Oneof: "value"},
	},
}

// Shape implements Message.
func (*RelationValue) Shape() *Shape { return shapeRelationValue }

// RelatedRecords are the related records of a record that are in the related model's list scope.
type RelatedRecords struct {
	// At most as many as the selection's limit; at most one for a belongs-to relation.
	Records []*RelatedRecord
	// Whether there are more.
	HasMore bool
}

var shapeRelatedRecords = &Shape{
	Fields: []Field{
		{Number: 1, Name: "records", JSON: "records", Kind: MessageKind, Repeated: true},
		{Number: 2, Name: "has_more", JSON: "hasMore", Kind: Bool},
	},
}

// Shape implements Message.
func (*RelatedRecords) Shape() *Shape { return shapeRelatedRecords }

// RelatedRecord is one related record.
type RelatedRecord struct {
	// Its primary key as text.
	ID string
	// Value of the requested column.
	Value *Cell
}

var shapeRelatedRecord = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "value", JSON: "value", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RelatedRecord) Shape() *Shape { return shapeRelatedRecord }

// RecordPage is a page of records.
type RecordPage struct {
	// At most as many as the page's size.
	Records []*Record
	// Whether there are more on later pages.
	HasMore bool
	// The number of records on all pages. Set if and only if the query requested the count.
	Total *uint64
	// Whether more records match than the total: the host counted to count_at_most and stopped.
	TotalExceeded bool
	// The records, if the query accepts columns; `records` is then empty. Optional: a host may always send records.
	Columns *RecordColumns
}

var shapeRecordPage = &Shape{
	Fields: []Field{
		{Number: 1, Name: "records", JSON: "records", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 200}},
		{Number: 2, Name: "has_more", JSON: "hasMore", Kind: Bool},
		{Number: 3, Name: "total", JSON: "total", Kind: Uint64, Presence: true},
		{Number: 4, Name: "total_exceeded", JSON: "totalExceeded", Kind: Bool},
		{Number: 5, Name: "columns", JSON: "columns", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*RecordPage) Shape() *Shape { return shapeRecordPage }

// RecordColumns is the records of a page by column: the same as a list of Record, without a message for each value. A
// page without records has no columns.
type RecordColumns struct {
	// Record.id of each record.
	IDs []string
	// Record.version of each record; empty if the model is not versioned.
	Versions []string
	// One for each column of the selection, in its order.
	Cells []*CellColumn
	// One for each relation of the selection, in its order.
	Relations []*RelationColumn
}

var shapeRecordColumns = &Shape{
	Fields: []Field{
		{Number: 1, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 200, Items: &Rules{Required: true, MaxCharacters: 255}}},
		{Number: 2, Name: "versions", JSON: "versions", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 200, Items: &Rules{MaxCharacters: 255}}},
		{Number: 3, Name: "cells", JSON: "cells", Kind: MessageKind, Repeated: true, Secret: true},
		{Number: 4, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Secret: true},
	},
}

// Shape implements Message.
func (*RecordColumns) Shape() *Shape { return shapeRecordColumns }

// CellColumn is the cells of one column, in the order of the records.
type CellColumn struct {
	// One byte for each record: the number of the member that is set in its Cell; 0 if there is no cell.
	Kinds []byte
	// The values of decimal_value, string_value, date_value, time_value and json_value, the digits of int64_value,
	// InvalidValue.raw and TruncatedValue.text: one for each record with such a cell, in order.
	Texts []string
	// The values of bool_value (0 or 1), double_value, and timestamp_value as milliseconds since 1970-01-01T00:00:00Z.
	Numbers []float64
	// The values of bytes_value.
	Bytes [][]byte
}

var shapeCellColumn = &Shape{
	Fields: []Field{
		{Number: 1, Name: "kinds", JSON: "kinds", Kind: Bytes, Rules: &Rules{MaxBytes: 200}},
		{Number: 2, Name: "texts", JSON: "texts", Kind: String, Repeated: true},
		{Number: 3, Name: "numbers", JSON: "numbers", Kind: Double, Repeated: true},
		{Number: 4, Name: "bytes", JSON: "bytes", Kind: Bytes, Repeated: true},
	},
}

// Shape implements Message.
func (*CellColumn) Shape() *Shape { return shapeCellColumn }

// RelationColumn is the values of one relation, in the order of the records.
type RelationColumn struct {
	// RelatedRecord.id of each record's only related record; empty for a record that has none. Unset if `each` is set.
	IDs []string
	// RelatedRecord.value of each record's only related record.
	Values *CellColumn
	// The value of each record, if any record may have several related records, or if their number is requested.
	Each []*RelationValue
}

var shapeRelationColumn = &Shape{
	Fields: []Field{
		{Number: 1, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{MaxCharacters: 255}}},
		{Number: 2, Name: "values", JSON: "values", Kind: MessageKind, Presence: true},
		{Number: 3, Name: "each", JSON: "each", Kind: MessageKind, Repeated: true},
	},
}

// Shape implements Message.
func (*RelationColumn) Shape() *Shape { return shapeRelationColumn }

// FormValue is a current or new value of one column in a form; it is not saved.
type FormValue struct {
	// Name of a declared column.
	Column string
	// To the host: of the column's kind, or null. From an action: of any kind.
	Value *Cell
}

var shapeFormValue = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "value", JSON: "value", Kind: MessageKind, Presence: true, Secret: true, Rules: &Rules{Required: true, Absent: []string{`invalid_value`, `truncated_value`}}},
	},
}

// Shape implements Message.
func (*FormValue) Shape() *Shape { return shapeFormValue }

// ColumnValue is a value to write to one column.
type ColumnValue struct {
	// Name of a declared column.
	Column string
	// Of the column's kind, or null if the column is nullable.
	Value *Cell
	// The option provider of the field's choices: the host rejects a value that it does not offer to the caller (invalid).
	// The provider's form values are those of the record, or of a new one, overlaid with the values of this write, and
	// with the key of a belongs-to relation that changes. As in ListOptions, the key of a record outside of the related
	// model's list scope counts as not chosen, because the answer must not reveal that record. In a JSON list, each item
	// must be one of the choices. Empty: any value is allowed.
	OptionProvider string
}

var shapeColumnValue = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "value", JSON: "value", Kind: MessageKind, Presence: true, Secret: true, Rules: &Rules{Required: true, Absent: []string{`invalid_value`, `truncated_value`}}},
		{Number: 3, Name: "option_provider", JSON: "optionProvider", Kind: String},
	},
}

// Shape implements Message.
func (*ColumnValue) Shape() *Shape { return shapeColumnValue }

// RelationChange is the new state of a relation, as the whole that the caller can see. A link to a record outside of
// the related model's list scope stays, although `ids` does not name it, because the caller never saw it. The exception
// is a belongs-to relation, which has room for only one link: an id in `ids` replaces a link that the caller cannot
// see.
type RelationChange struct {
	// Name of a belongs-to or belongs-to-many relation of the controller.
	Relation string
	// Ids of related records; at most one for a belongs-to relation. Empty: no relation that the caller can see. The host
	// rejects an id that is not in the related model's list scope (invalid, on the relation's name), whether or not the
	// record is related to it, because the answer must not reveal that. It rejects an id that is not in `scope`, unless
	// the record is already related to it.
	IDs []string
	// An additional scope of the related model that limits the field's choices; absent for none. It may depend on the same
	// form values as ColumnValue.option_provider.
	Scope *AdminNamedScope
}

var shapeRelationChange = &Shape{
	Fields: []Field{
		{Number: 1, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true}}},
		{Number: 3, Name: "scope", JSON: "scope", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*RelationChange) Shape() *Shape { return shapeRelationChange }

// RecordNotFound says that a record does not exist for the caller.
type RecordNotFound struct {
}

var shapeRecordNotFound = &Shape{}

// Shape implements Message.
func (*RecordNotFound) Shape() *Shape { return shapeRecordNotFound }

// InvalidFields lists the rejected fields, and why each was rejected.
type InvalidFields struct {
	// Each field once, with all of its messages.
	Fields []*InvalidField
}

var shapeInvalidFields = &Shape{
	Fields: []Field{
		{Number: 1, Name: "fields", JSON: "fields", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, UniqueBy: `field`}},
	},
}

// Shape implements Message.
func (*InvalidFields) Shape() *Shape { return shapeInvalidFields }

// InvalidField is a rejected field.
type InvalidField struct {
	// Name of a declared column, or of a relation of the controller.
	Field string
	// For the administrator, in the caller's locale.
	Messages []string
}

var shapeInvalidField = &Shape{
	Fields: []Field{
		{Number: 1, Name: "field", JSON: "field", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "messages", JSON: "messages", Kind: String, Repeated: true, Rules: &Rules{Required: true, Items: &Rules{Required: true, MaxCharacters: 500}}},
	},
}

// Shape implements Message.
func (*InvalidField) Shape() *Shape { return shapeInvalidField }

// Refusal says that the application refuses the request, for a reason that concerns no single field.
type Refusal struct {
	// For the administrator, in the caller's locale.
	Message string
}

var shapeRefusal = &Shape{
	Fields: []Field{
		{Number: 1, Name: "message", JSON: "message", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 500}},
	},
}

// Shape implements Message.
func (*Refusal) Shape() *Shape { return shapeRefusal }

// ListRecordsRequest asks for a page of a controller's records.
type ListRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller: "acme.blog.posts".
	Controller string
	// The query.
	Query *AdminListQuery
}

var shapeListRecordsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "query", JSON: "query", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ListRecordsRequest) Shape() *Shape { return shapeListRecordsRequest }

// ListRecordsResponse is the page.
type ListRecordsResponse struct {
	// The result.
	Page *RecordPage
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeListRecordsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*ListRecordsResponse) Shape() *Shape { return shapeListRecordsResponse }

// GetRecordRequest asks for a record.
type GetRecordRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the record, as the browser sent it.
	ID string
	// The scope to look in.
	Scope AdminScope
	// The parts of it to return.
	Selection *AdminSelection
}

var shapeGetRecordRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "scope", JSON: "scope", Kind: Enum, Enum: enumAdminScope, Rules: &Rules{Required: true}},
		{Number: 5, Name: "selection", JSON: "selection", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*GetRecordRequest) Shape() *Shape { return shapeGetRecordRequest }

// GetRecordResponse is the record, or not_found.
type GetRecordResponse struct {
	// The record.
	Record *Record
	// The record does not exist for the caller.
	NotFound *RecordNotFound
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeGetRecordResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "record", JSON: "record", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*GetRecordResponse) Shape() *Shape { return shapeGetRecordResponse }

// CreateRecordRequest asks for a new record.
type CreateRecordRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Values to write. Other columns keep the value of the controller's new record.
	Values []*ColumnValue
	// Relations to write.
	Relations []*RelationChange
	// The parts of the new record to return.
	Selection *AdminSelection
}

var shapeCreateRecordRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 4, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `relation`}},
		{Number: 5, Name: "selection", JSON: "selection", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*CreateRecordRequest) Shape() *Shape { return shapeCreateRecordRequest }

// CreateRecordResponse is the outcome.
type CreateRecordResponse struct {
	// The current record.
	Created *Record
	// Some values are rejected.
	Invalid *InvalidFields
	// The application refuses the request.
	Refused *Refusal
}

var shapeCreateRecordResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "created", JSON: "created", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "invalid", JSON: "invalid", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*CreateRecordResponse) Shape() *Shape { return shapeCreateRecordResponse }

// UpdateRecordRequest asks to change a record.
type UpdateRecordRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the record, as the browser sent it.
	ID string
	// The version that the change is based on; empty to change the record whatever its current version is.
	ExpectedVersion string
	// Values to write. Other columns do not change.
	Values []*ColumnValue
	// Relations to write. Other relations do not change.
	Relations []*RelationChange
	// The parts of the record to return, after the change or in a conflict.
	Selection *AdminSelection
}

var shapeUpdateRecordRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "expected_version", JSON: "expectedVersion", Kind: String, Rules: &Rules{MaxCharacters: 255}},
		{Number: 5, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 6, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `relation`}},
		{Number: 7, Name: "selection", JSON: "selection", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*UpdateRecordRequest) Shape() *Shape { return shapeUpdateRecordRequest }

// UpdateRecordResponse is the outcome.
type UpdateRecordResponse struct {
	// The current record.
	Updated *Record
	// The record does not exist for the caller.
	NotFound *RecordNotFound
	// The record has changed in the meantime: its current state.
	Conflict *Record
	// Some values are rejected.
	Invalid *InvalidFields
	// The application refuses the request.
	Refused *Refusal
}

var shapeUpdateRecordResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "updated", JSON: "updated", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "conflict", JSON: "conflict", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 4, Name: "invalid", JSON: "invalid", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 5, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*UpdateRecordResponse) Shape() *Shape { return shapeUpdateRecordResponse }

// DeleteRecordsRequest asks to remove records.
type DeleteRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Ids of the records, as the browser sent them.
	IDs []string
	// Where the caller saw the records. It limits nothing: both scopes apply to a removal.
	Scope AdminScope
}

var shapeDeleteRecordsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
		{Number: 4, Name: "scope", JSON: "scope", Kind: Enum, Enum: enumAdminScope, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*DeleteRecordsRequest) Shape() *Shape { return shapeDeleteRecordsRequest }

// DeleteRecordsResponse is the outcome.
type DeleteRecordsResponse struct {
	// All are removed.
	Deleted *bool
	// One of them does not exist for the caller.
	NotFound *RecordNotFound
	// The application refuses the request.
	Refused *Refusal
}

var shapeDeleteRecordsResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "deleted", JSON: "deleted", Kind: Bool, Presence: true, Oneof: "outcome", Rules: &Rules{Required: true}},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*DeleteRecordsResponse) Shape() *Shape { return shapeDeleteRecordsResponse }

// ListOptionsRequest asks for a page of choices.
type ListOptionsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller whose form or list the choices are for.
	Controller *string
	// Code of the settings screen whose form the choices are for.
	Settings *string
	// Records that a relation of the controller may refer to.
	Relation *RelationOptions
	// Records of a model.
	Model *ModelOptions
	// Name of an option provider of the controller or settings screen.
	Provider *string
	// Terms that the label must match, all of them, as in AdminSearch. None: every choice.
	Terms []string
	// Only the choices with these values, as the browser sent them. Empty: all.
	IDs []string
	// The part to return.
	Page *AdminPage
	// The form's current, unsaved values of the fields that this one depends on. For a filter, the choices in the filters
	// that it depends on, if each is a single value of a column or belongs-to relation. A belongs-to relation as its
	// foreign key. For option providers, and for the scope of a relation field. A key that is not in the related model's
	// list scope counts as null, because the choices must not reveal that the record exists.
	FormValues []*FormValue
	// Only the choices whose whole label is one of these, with the same letters. Empty: all. Gatehouse sends it only to a
	// host with CAPABILITY_ADMIN_IMPORT.
	Labels []string
}

var shapeListOptionsRequest = &Shape{
	RequiredOneofs: []string{`form`, `source`},
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Presence: true, Oneof: "form", Rules: &Rules{Required: true}},
		{Number: 3, Name: "settings", JSON: "settings", Kind: String, Presence: true, Oneof: "form", Rules: &Rules{Required: true}},
		{Number: 4, Name: "relation", JSON: "relation", Kind: MessageKind, Presence: true, Oneof: "source"},
		{Number: 5, Name: "model", JSON: "model", Kind: MessageKind, Presence: true, Oneof: "source"},
		{Number: 6, Name: "provider", JSON: "provider", Kind: String, Presence: true, Oneof: "source", Rules: &Rules{Required: true}},
		{Number: 7, Name: "terms", JSON: "terms", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true}}},
		{Number: 8, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
		{Number: 9, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 10, Name: "form_values", JSON: "formValues", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 11, Name: "labels", JSON: "labels", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*ListOptionsRequest) Shape() *Shape { return shapeListOptionsRequest }

// RelationOptions are the records that a relation may refer to, within the related model's list scope.
type RelationOptions struct {
	// Name of a relation of the controller.
	Relation string
	// Name of the declared column of the related model that labels a record.
	LabelColumn string
	// An additional scope of the related model; absent for none.
	Scope *AdminNamedScope
}

var shapeRelationOptions = &Shape{
	Fields: []Field{
		{Number: 1, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "label_column", JSON: "labelColumn", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "scope", JSON: "scope", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*RelationOptions) Shape() *Shape { return shapeRelationOptions }

// ModelOptions are the records of a model, within its list scope.
type ModelOptions struct {
	// Name of a registered model.
	Model string
	// Name of the declared column of the model that labels a record.
	LabelColumn string
	// An additional scope of the model; absent for none.
	Scope *AdminNamedScope
}

var shapeModelOptions = &Shape{
	Fields: []Field{
		{Number: 1, Name: "model", JSON: "model", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "label_column", JSON: "labelColumn", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "scope", JSON: "scope", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*ModelOptions) Shape() *Shape { return shapeModelOptions }

// ListOptionsResponse is a page of choices.
type ListOptionsResponse struct {
	// At most as many as the page's size.
	Options []*OptionChoice
	// Whether there are more on later pages.
	HasMore bool
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeListOptionsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "options", JSON: "options", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 200, UniqueBy: `value`}},
		{Number: 2, Name: "has_more", JSON: "hasMore", Kind: Bool},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*ListOptionsResponse) Shape() *Shape { return shapeListOptionsResponse }

// OptionChoice is one choice.
type OptionChoice struct {
	// A record's id, or a provider's value.
	Value string
	// Text for the administrator; from a provider, in the caller's locale.
	Label string
	// The meaning of a provider's choice, which the pages show with a color and an icon; empty for none.
	Color string
}

var shapeOptionChoice = &Shape{
	Fields: []Field{
		{Number: 1, Name: "value", JSON: "value", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Secret: true},
		{Number: 3, Name: "color", JSON: "color", Kind: String, Rules: &Rules{Pattern: pattern(`(neutral|info|success|warning|danger)`)}},
	},
}

// Shape implements Message.
func (*OptionChoice) Shape() *Shape { return shapeOptionChoice }

// ListRelatedRequest asks for a page of linked records.
type ListRelatedRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the controller's record, as the browser sent it.
	ID string
	// Name of a relation of the controller.
	Relation string
	// The query of the related records.
	Query *AdminListQuery
}

var shapeListRelatedRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 5, Name: "query", JSON: "query", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ListRelatedRequest) Shape() *Shape { return shapeListRelatedRequest }

// ListRelatedResponse is the page, or not_found.
type ListRelatedResponse struct {
	// The page.
	Page *RecordPage
	// The record does not exist for the caller.
	NotFound *RecordNotFound
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeListRelatedResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*ListRelatedResponse) Shape() *Shape { return shapeListRelatedResponse }

// ListCandidatesRequest asks for a page of records that could be linked.
type ListCandidatesRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the controller's record, as the browser sent it.
	ID string
	// Name of a relation of the controller.
	Relation string
	// The query of the related records.
	Query *AdminListQuery
	// Only records with these ids, linked or not, to resolve chosen values. The host omits those that do not exist for the
	// caller. Empty: all that are not linked.
	IDs []string
}

var shapeListCandidatesRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 5, Name: "query", JSON: "query", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 6, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*ListCandidatesRequest) Shape() *Shape { return shapeListCandidatesRequest }

// ListCandidatesResponse is the page, or not_found.
type ListCandidatesResponse struct {
	// The page.
	Page *RecordPage
	// The record does not exist for the caller.
	NotFound *RecordNotFound
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeListCandidatesResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*ListCandidatesResponse) Shape() *Shape { return shapeListCandidatesResponse }

// LinkRequest asks to link records to a record.
type LinkRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the controller's record, as the browser sent it.
	ID string
	// Name of a has-many or belongs-to-many relation of the controller.
	Relation string
	// Ids of related records, as the browser sent them.
	IDs []string
}

var shapeLinkRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 5, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*LinkRequest) Shape() *Shape { return shapeLinkRequest }

// LinkResponse is the outcome.
type LinkResponse struct {
	// All are linked: the number of those that were not linked before.
	Linked *uint32
	// The record, or one to link, does not exist for the caller.
	NotFound *RecordNotFound
	// The application refuses the request.
	Refused *Refusal
}

var shapeLinkResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "linked", JSON: "linked", Kind: Uint32, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*LinkResponse) Shape() *Shape { return shapeLinkResponse }

// UnlinkRequest asks to remove links of a record.
type UnlinkRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Id of the controller's record, as the browser sent it.
	ID string
	// Name of a has-many or belongs-to-many relation of the controller.
	Relation string
	// Ids of related records, as the browser sent them.
	IDs []string
}

var shapeUnlinkRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "relation", JSON: "relation", Kind: String, Rules: &Rules{Required: true}},
		{Number: 5, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*UnlinkRequest) Shape() *Shape { return shapeUnlinkRequest }

// UnlinkResponse is the outcome.
type UnlinkResponse struct {
	// None of them is linked any more: the number of those that were.
	Unlinked *uint32
	// The record, or one to unlink, does not exist for the caller, or is not linked.
	NotFound *RecordNotFound
	// The application refuses the request.
	Refused *Refusal
}

var shapeUnlinkResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "unlinked", JSON: "unlinked", Kind: Uint32, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*UnlinkResponse) Shape() *Shape { return shapeUnlinkResponse }

// SettingsValues are values of a settings screen.
type SettingsValues struct {
	// For a versioned screen: a text that changes whenever the values do. Otherwise empty.
	Version string
	// A cell for each requested column, in the order of the request.
	Cells []*Cell
}

var shapeSettingsValues = &Shape{
	Fields: []Field{
		{Number: 1, Name: "version", JSON: "version", Kind: String, Rules: &Rules{MaxCharacters: 255}},
		{Number: 2, Name: "cells", JSON: "cells", Kind: MessageKind, Repeated: true, Secret: true},
	},
}

// Shape implements Message.
func (*SettingsValues) Shape() *Shape { return shapeSettingsValues }

// GetSettingsRequest asks for the values of a settings screen.
type GetSettingsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Code of the screen.
	Settings string
	// Names of its declared columns.
	Columns []string
}

var shapeGetSettingsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "settings", JSON: "settings", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "columns", JSON: "columns", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*GetSettingsRequest) Shape() *Shape { return shapeGetSettingsRequest }

// GetSettingsResponse holds the values.
type GetSettingsResponse struct {
	// The result.
	Values *SettingsValues
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeGetSettingsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "values", JSON: "values", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*GetSettingsResponse) Shape() *Shape { return shapeGetSettingsResponse }

// UpdateSettingsRequest asks to change settings.
type UpdateSettingsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Code of the screen.
	Settings string
	// The version that the change is based on; empty to change the values whatever their current version is.
	ExpectedVersion string
	// Values to write. Other columns do not change.
	Values []*ColumnValue
	// Names of the columns to return, after the change or in a conflict.
	Columns []string
}

var shapeUpdateSettingsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "settings", JSON: "settings", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "expected_version", JSON: "expectedVersion", Kind: String, Rules: &Rules{MaxCharacters: 255}},
		{Number: 4, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 5, Name: "columns", JSON: "columns", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*UpdateSettingsRequest) Shape() *Shape { return shapeUpdateSettingsRequest }

// UpdateSettingsResponse is the outcome.
type UpdateSettingsResponse struct {
	// The current values.
	Updated *SettingsValues
	// The values have changed in the meantime: their current state.
	Conflict *SettingsValues
	// Some values are rejected.
	Invalid *InvalidFields
	// The application refuses the request.
	Refused *Refusal
}

var shapeUpdateSettingsResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "updated", JSON: "updated", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "conflict", JSON: "conflict", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "invalid", JSON: "invalid", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 4, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*UpdateSettingsResponse) Shape() *Shape { return shapeUpdateSettingsResponse }

// RunActionRequest asks to run an action.
type RunActionRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Name of one of its actions.
	Action string
	// Id of the record in the widget's form, as the browser sent it. Empty on the create form, and for toolbar actions.
	RecordID string
	// The form's current, unsaved values of the columns that the widget names. Empty for toolbar actions.
	Values []*FormValue
}

var shapeRunActionRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "action", JSON: "action", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "record_id", JSON: "recordId", Kind: String},
		{Number: 5, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
	},
}

// Shape implements Message.
func (*RunActionRequest) Shape() *Shape { return shapeRunActionRequest }

// RunActionResponse is the outcome.
type RunActionResponse struct {
	// The action ran, and its changes are committed.
	Done *ActionResult
	// The record does not exist for the caller.
	NotFound *RecordNotFound
	// Some values are rejected.
	Invalid *InvalidFields
	// The application refuses the request.
	Refused *Refusal
}

var shapeRunActionResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "done", JSON: "done", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "invalid", JSON: "invalid", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 4, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*RunActionResponse) Shape() *Shape { return shapeRunActionResponse }

// ActionResult is the result of an action.
type ActionResult struct {
	// For the administrator, in the caller's locale; may be empty.
	Message string
	// Values to write back into the form. Gatehouse passes on those that the widget declares and that are scalars in JSON,
	// and drops the others.
	Fill []*FormValue
}

var shapeActionResult = &Shape{
	Fields: []Field{
		{Number: 1, Name: "message", JSON: "message", Kind: String, Rules: &Rules{MaxCharacters: 500}},
		{Number: 2, Name: "fill", JSON: "fill", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
	},
}

// Shape implements Message.
func (*ActionResult) Shape() *Shape { return shapeActionResult }

// GetPartialDataRequest asks for a view model.
type GetPartialDataRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Name of the partial: the file of "stats" is _stats.htm.
	Partial string
	// Id of the record in the form, as the browser sent it. Empty for header partials and on the create form, where the
	// provider gets no record.
	RecordID string
}

var shapeGetPartialDataRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "partial", JSON: "partial", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "record_id", JSON: "recordId", Kind: String},
	},
}

// Shape implements Message.
func (*GetPartialDataRequest) Shape() *Shape { return shapeGetPartialDataRequest }

// GetPartialDataResponse is the view model, or not_found.
type GetPartialDataResponse struct {
	// The template's `.Data`.
	Data *ViewValue
	// The record does not exist for the caller.
	NotFound *RecordNotFound
}

var shapeGetPartialDataResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "data", JSON: "data", Kind: MessageKind, Presence: true, Oneof: "outcome", Secret: true},
		{Number: 2, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*GetPartialDataResponse) Shape() *Shape { return shapeGetPartialDataResponse }
