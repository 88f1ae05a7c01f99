// Code generated from gatehouse/host/v1/admin_bulk.proto by generate.py. DO NOT EDIT.

package contract

// AdminMatching is the part of a list's query that decides which records match. All of it applies, in addition to the
// controller's own scope.
type AdminMatching struct {
	// As in AdminListQuery.
	Conditions []*AdminCondition
	// As in AdminListQuery.
	Scopes []*AdminNamedScope
	// Absent: no search.
	Search *AdminSearch
}

var shapeAdminMatching = &Shape{
	Fields: []Field{
		{Number: 1, Name: "conditions", JSON: "conditions", Kind: MessageKind, Repeated: true},
		{Number: 2, Name: "scopes", JSON: "scopes", Kind: MessageKind, Repeated: true},
		{Number: 3, Name: "search", JSON: "search", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*AdminMatching) Shape() *Shape { return shapeAdminMatching }

// WalkRecordsRequest asks for the next records of a list.
type WalkRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Which records.
	Matching *AdminMatching
	// The parts of each record to return.
	Selection *AdminSelection
	// Only records whose key is greater than this one. Empty: from the first.
	After string
	// At most so many records.
	Limit uint32
	// The scope to look in; unspecified means the list scope. Gatehouse sets it only for a host with
	// CAPABILITY_ADMIN_IMPORT_UPDATE, to find the records that an import updates.
	Scope AdminScope
}

var shapeWalkRecordsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "matching", JSON: "matching", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 4, Name: "selection", JSON: "selection", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 5, Name: "after", JSON: "after", Kind: String},
		{Number: 6, Name: "limit", JSON: "limit", Kind: Uint32, Rules: &Rules{Minimum: limit(1), Maximum: limit(200)}},
		{Number: 7, Name: "scope", JSON: "scope", Kind: Enum, Enum: enumAdminScope},
	},
}

// Shape implements Message.
func (*WalkRecordsRequest) Shape() *Shape { return shapeWalkRecordsRequest }

// WalkRecordsResponse is the next records.
type WalkRecordsResponse struct {
	// Without a total. has_more: whether records follow the last of these; only a page with records may have it.
	Page *RecordPage
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
	Session *AuthenticateTokenResponse
}

var shapeWalkRecordsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "page", JSON: "page", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*WalkRecordsResponse) Shape() *Shape { return shapeWalkRecordsResponse }

// RunOnRecordsRequest asks to act on each of several records.
type RunOnRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Name of one of the controller's actions. It runs once for each record, with its id and without values, as
	// RunAction.record_id.
	Action *string
	// Delete each record, with the hooks of DeleteRecords.
	Delete *bool
	// These records, in this order.
	IDs *RecordIds
	// The next records that match.
	Matching *NextMatching
	// Name of a declared column whose value names a record in the answer. Empty: no names.
	LabelColumn string
}

var shapeRunOnRecordsRequest = &Shape{
	RequiredOneofs: []string{`act`, `records`},
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "action", JSON: "action", Kind: String, Presence: true, Oneof: "act", Rules: &Rules{Required: true}},
		{Number: 4, Name: "delete", JSON: "delete", Kind: Bool, Presence: true, Oneof: "act", Rules: &Rules{Required: true}},
		{Number: 5, Name: "ids", JSON: "ids", Kind: MessageKind, Presence: true, Oneof: "records"},
		{Number: 6, Name: "matching", JSON: "matching", Kind: MessageKind, Presence: true, Oneof: "records"},
		{Number: 7, Name: "label_column", JSON: "labelColumn", Kind: String},
	},
}

// Shape implements Message.
func (*RunOnRecordsRequest) Shape() *Shape { return shapeRunOnRecordsRequest }

// RecordIds are chosen records.
type RecordIds struct {
	// As the browser sent them.
	IDs []string
}

var shapeRecordIds = &Shape{
	Fields: []Field{
		{Number: 1, Name: "ids", JSON: "ids", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 200, Unique: true, Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*RecordIds) Shape() *Shape { return shapeRecordIds }

// NextMatching are the next records that match, by ascending key.
type NextMatching struct {
	// Which records.
	Matching *AdminMatching
	// Only records whose key is greater than this one. Empty: from the first.
	After string
	// At most so many records.
	Limit uint32
}

var shapeNextMatching = &Shape{
	Fields: []Field{
		{Number: 1, Name: "matching", JSON: "matching", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "after", JSON: "after", Kind: String},
		{Number: 3, Name: "limit", JSON: "limit", Kind: Uint32, Rules: &Rules{Minimum: limit(1), Maximum: limit(200)}},
	},
}

// Shape implements Message.
func (*NextMatching) Shape() *Shape { return shapeNextMatching }

// RunOnRecordsResponse says what happened.
type RunOnRecordsResponse struct {
	// The number of records on which the act is done and committed.
	Done uint32
	// The records that did not change, each once, with the reason.
	Unchanged []*UnchangedRecord
	// Id of the last record that the host took, to continue after it. Empty if it took none.
	Last string
	// Whether there are records after `last` that the host has not taken: in the list of ids, or by key.
	HasMore bool
	// The message of the action for the last record on which it is done, in the caller's locale; may be empty.
	Message string
}

var shapeRunOnRecordsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "done", JSON: "done", Kind: Uint32, Rules: &Rules{Maximum: limit(200)}},
		{Number: 2, Name: "unchanged", JSON: "unchanged", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 200, UniqueBy: `id`}},
		{Number: 3, Name: "last", JSON: "last", Kind: String, Rules: &Rules{MaxCharacters: 255}},
		{Number: 4, Name: "has_more", JSON: "hasMore", Kind: Bool},
		{Number: 5, Name: "message", JSON: "message", Kind: String, Rules: &Rules{MaxCharacters: 500}},
	},
}

// Shape implements Message.
func (*RunOnRecordsResponse) Shape() *Shape { return shapeRunOnRecordsResponse }

// UnchangedRecord is a record on which the act is not done.
type UnchangedRecord struct {
	// Its id.
	ID string
	// The beginning of the value of label_column. Empty if it has none, or if the record does not exist for the caller.
	Label string
	// It does not exist for the caller.
	NotFound *RecordNotFound
	// The application or the database refuses it.
	Refused *Refusal
	// A hook or the action failed; the host's log says why.
	Failed *bool
}

var shapeUnchangedRecord = &Shape{
	RequiredOneofs: []string{`reason`},
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Secret: true, Rules: &Rules{MaxCharacters: 200}},
		{Number: 3, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "reason"},
		{Number: 4, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "reason"},
		{Number: 5, Name: "failed", JSON: "failed", Kind: Bool, Presence: true, Oneof: "reason", Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*UnchangedRecord) Shape() *Shape { return shapeUnchangedRecord }

// ImportRecordsRequest asks to create and update records. It has at most 3 MiB.
type ImportRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// Id of the controller.
	Controller string
	// Identifies the administrator, the operation and its content: a SHA-256 hash.
	ImportID []byte
	// The records, in the order in which the host writes them.
	Records []*NewRecord
}

var shapeImportRecordsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "import_id", JSON: "importId", Kind: Bytes, Rules: &Rules{Required: true, MinBytes: 32, MaxBytes: 32}},
		{Number: 4, Name: "records", JSON: "records", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, MaxItems: 2000}},
	},
}

// Shape implements Message.
func (*ImportRecordsRequest) Shape() *Shape { return shapeImportRecordsRequest }

// NewRecord is a record to create, or one to update.
type NewRecord struct {
	// As in CreateRecordRequest; with `existing`, as in UpdateRecordRequest.
	Values []*ColumnValue
	// The same.
	Relations []*RelationChange
	// The record to update. Absent: the host creates one.
	Existing *ExistingRecord
}

var shapeNewRecord = &Shape{
	Fields: []Field{
		{Number: 1, Name: "values", JSON: "values", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 2, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `relation`}},
		{Number: 3, Name: "existing", JSON: "existing", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*NewRecord) Shape() *Shape { return shapeNewRecord }

// ExistingRecord is a record that an import updates.
type ExistingRecord struct {
	// Its id.
	ID string
	// As in UpdateRecordRequest.
	ExpectedVersion string
}

var shapeExistingRecord = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "expected_version", JSON: "expectedVersion", Kind: String, Rules: &Rules{MaxCharacters: 255}},
	},
}

// Shape implements Message.
func (*ExistingRecord) Shape() *Shape { return shapeExistingRecord }

// ImportRecordsResponse is the outcome.
type ImportRecordsResponse struct {
	// The records are written.
	Imported *ImportedRecords
	// Some records are refused, so none is written.
	RefusedRecords *RefusedRecords
	// The import is refused as a whole, for a reason that concerns no single record.
	Refused *Refusal
}

var shapeImportRecordsResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "imported", JSON: "imported", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refused_records", JSON: "refusedRecords", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*ImportRecordsResponse) Shape() *Shape { return shapeImportRecordsResponse }

// ImportedRecords says that all records of an import are written.
type ImportedRecords struct {
	// Their number, created and updated: that of the records in the request. Of an import that the host remembers, that of
	// the first request with its id.
	Created uint32
}

var shapeImportedRecords = &Shape{
	Fields: []Field{
		{Number: 1, Name: "created", JSON: "created", Kind: Uint32, Rules: &Rules{Minimum: limit(1), Maximum: limit(2000)}},
	},
}

// Shape implements Message.
func (*ImportedRecords) Shape() *Shape { return shapeImportedRecords }

// RefusedRecords are records that the host refuses to write.
type RefusedRecords struct {
	// In the order of the request.
	Records []*RefusedRecord
	// Whether the host did not try the records that follow.
	HasMore bool
}

var shapeRefusedRecords = &Shape{
	Fields: []Field{
		{Number: 1, Name: "records", JSON: "records", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, MaxItems: 100}},
		{Number: 2, Name: "has_more", JSON: "hasMore", Kind: Bool},
	},
}

// Shape implements Message.
func (*RefusedRecords) Shape() *Shape { return shapeRefusedRecords }

// RefusedRecord is one record that the host refuses to write.
type RefusedRecord struct {
	// Its place among the records of the request; 0 is the first.
	Index uint32
	// Some values are rejected.
	Invalid *InvalidFields
	// The application or the database refuses the record.
	Refused *Refusal
	// The record of `existing` does not exist for the caller.
	NotFound *RecordNotFound
	// The record of `existing` has another version than the expected one.
	Changed *bool
}

var shapeRefusedRecord = &Shape{
	RequiredOneofs: []string{`reason`},
	Fields: []Field{
		{Number: 1, Name: "index", JSON: "index", Kind: Uint32, Rules: &Rules{Maximum: limit(1999)}},
		{Number: 2, Name: "invalid", JSON: "invalid", Kind: MessageKind, Presence: true, Oneof: "reason"},
		{Number: 3, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "reason"},
		{Number: 4, Name: "not_found", JSON: "notFound", Kind: MessageKind, Presence: true, Oneof: "reason"},
		{Number: 5, Name: "changed", JSON: "changed", Kind: Bool, Presence: true, Oneof: "reason", Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RefusedRecord) Shape() *Shape { return shapeRefusedRecord }
