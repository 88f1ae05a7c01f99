// Code generated from gatehouse/host/v1/admin_search.proto by generate.py. DO NOT EDIT.

package contract

// SearchRecordsRequest asks for the records of several controllers.
type SearchRecordsRequest struct {
	// The administrator who makes the request.
	Caller *AdminCaller
	// The lists, at least one.
	Queries []*ControllerQuery
}

var shapeSearchRecordsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "caller", JSON: "caller", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "queries", JSON: "queries", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, MaxItems: 50}},
	},
}

// Shape implements Message.
func (*SearchRecordsRequest) Shape() *Shape { return shapeSearchRecordsRequest }

// ControllerQuery is a query about the records of one controller.
type ControllerQuery struct {
	// Id of the controller.
	Controller string
	// Which of its records, and the parts of them to return.
	Query *AdminListQuery
}

var shapeControllerQuery = &Shape{
	Fields: []Field{
		{Number: 1, Name: "controller", JSON: "controller", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "query", JSON: "query", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ControllerQuery) Shape() *Shape { return shapeControllerQuery }

// SearchRecordsResponse is the records that match.
type SearchRecordsResponse struct {
	// One page for each query, in the order of the request.
	Pages []*RecordPage
	// Set if and only if the request has caller.session: the outcome of AuthenticateToken for it. `pages` is empty if it
	// refuses the session.
	Session *AuthenticateTokenResponse
}

var shapeSearchRecordsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "pages", JSON: "pages", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 50}},
		{Number: 15, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*SearchRecordsResponse) Shape() *Shape { return shapeSearchRecordsResponse }
