// Code generated from gatehouse/host/v1/admin_view.proto by generate.py. DO NOT EDIT.

package contract

// ViewRefusal is why a view was not saved or deleted.
type ViewRefusal int32

// The values of ViewRefusal.
const (
	// Not refused, in DeleteViewResponse.
	ViewRefusalUnspecified ViewRefusal = 0
	// There is no such view of the list, or the administrator may not see it.
	ViewRefusalUnknown ViewRefusal = 1
	// The view has another version.
	ViewRefusalStale ViewRefusal = 2
	// The rules of the service do not allow it.
	ViewRefusalForbidden ViewRefusal = 3
	// The list or the administrator has too many views.
	ViewRefusalTooMany ViewRefusal = 4
)

var enumViewRefusal = newEnum(map[int32]string{0: "VIEW_REFUSAL_UNSPECIFIED", 1: "VIEW_REFUSAL_UNKNOWN", 2: "VIEW_REFUSAL_STALE", 3: "VIEW_REFUSAL_FORBIDDEN", 4: "VIEW_REFUSAL_TOO_MANY"})

// SavedView is a saved view of a list.
type SavedView struct {
	// Id. The host chooses it, and never uses it again for another view.
	ID string
	// Raised by every change: of two changes from one version, one succeeds.
	Version uint32
	// Id of the administrator who created it.
	OwnerID string
	// Display name of that administrator; empty: the login.
	OwnerName string
	// Whether everybody who opens the list sees the view.
	Shared bool
	// The name, as an administrator typed it.
	Name string
	// Search, filters, sort and columns as a query of the API: "sort=-date&filter[status]=draft&columns=title,date".
	Query string
}

var shapeSavedView = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]{1,64}`)}},
		{Number: 2, Name: "version", JSON: "version", Kind: Uint32},
		{Number: 3, Name: "owner_id", JSON: "ownerId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 4, Name: "owner_name", JSON: "ownerName", Kind: String, Rules: &Rules{MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 5, Name: "shared", JSON: "shared", Kind: Bool},
		{Number: 6, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 100, Pattern: pattern(`[^\x00]*`)}},
		{Number: 7, Name: "query", JSON: "query", Kind: String, Rules: &Rules{MaxBytes: 4096, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*SavedView) Shape() *Shape { return shapeSavedView }

// ListViewsRequest asks for the views of a list.
type ListViewsRequest struct {
	// Id of the administrator who reads them.
	AdministratorID string
	// The list, by its controller: "acme.blog.posts".
	List string
}

var shapeListViewsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "list", JSON: "list", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[a-z0-9_.-]*`)}},
	},
}

// Shape implements Message.
func (*ListViewsRequest) Shape() *Shape { return shapeListViewsRequest }

// ListViewsResponse has the views.
type ListViewsResponse struct {
	// The views, in any order.
	Views []*SavedView
}

var shapeListViewsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "views", JSON: "views", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `id`}},
	},
}

// Shape implements Message.
func (*ListViewsResponse) Shape() *Shape { return shapeListViewsResponse }

// SaveViewRequest creates or changes a view.
type SaveViewRequest struct {
	// Id of the administrator who saves it.
	AdministratorID string
	// The list, by its controller.
	List string
	// Id of the view to change; empty: a new one.
	ID string
	// The version that the administrator has seen; 0 for a new view.
	Version uint32
	// Whether everybody who opens the list sees the view.
	Shared bool
	// The name.
	Name string
	// Search, filters, sort and columns as a query of the API.
	Query string
}

var shapeSaveViewRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "list", JSON: "list", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[a-z0-9_.-]*`)}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Pattern: pattern(`[A-Za-z0-9_-]{1,64}`)}},
		{Number: 4, Name: "version", JSON: "version", Kind: Uint32},
		{Number: 5, Name: "shared", JSON: "shared", Kind: Bool},
		{Number: 6, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 100, Pattern: pattern(`[^\x00]*`)}},
		{Number: 7, Name: "query", JSON: "query", Kind: String, Rules: &Rules{MaxBytes: 4096, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*SaveViewRequest) Shape() *Shape { return shapeSaveViewRequest }

// SaveViewResponse is the outcome.
type SaveViewResponse struct {
	// The view, with its new version.
	View *SavedView
	// Nothing changed.
	Refusal *ViewRefusal
}

var shapeSaveViewResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "view", JSON: "view", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumViewRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*SaveViewResponse) Shape() *Shape { return shapeSaveViewResponse }

// DeleteViewRequest deletes a view.
type DeleteViewRequest struct {
	// Id of the administrator who deletes it.
	AdministratorID string
	// The list, by its controller.
	List string
	// Id of the view.
	ID string
}

var shapeDeleteViewRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "list", JSON: "list", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[a-z0-9_.-]*`)}},
		{Number: 3, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]{1,64}`)}},
	},
}

// Shape implements Message.
func (*DeleteViewRequest) Shape() *Shape { return shapeDeleteViewRequest }

// DeleteViewResponse is the outcome.
type DeleteViewResponse struct {
	// VIEW_REFUSAL_UNSPECIFIED: the view is deleted.
	Refusal ViewRefusal
}

var shapeDeleteViewResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "refusal", JSON: "refusal", Kind: Enum, Enum: enumViewRefusal},
	},
}

// Shape implements Message.
func (*DeleteViewResponse) Shape() *Shape { return shapeDeleteViewResponse }
