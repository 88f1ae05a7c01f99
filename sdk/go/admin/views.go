package admin

import "context"

// SavedView is a saved view of a list.
type SavedView struct {
	// ID is never used again for another view.
	ID      string
	Version uint32
	OwnerID string
	// OwnerName is empty for the login.
	OwnerName string
	// Shared says whether everybody who opens the list sees it.
	Shared bool
	Name   string
	// Query is one of the API: "sort=-date&filter[status]=draft".
	Query string
}

// ViewChange creates a view, or changes one.
type ViewChange struct {
	AdministratorID string
	// List is the controller: "acme.blog.posts".
	List string
	// ID is empty for a new view.
	ID string
	// Version is the one that the administrator has seen; 0 for a new view.
	Version     uint32
	Shared      bool
	Name, Query string
}

// ViewRefusal is why a view was not saved or deleted; empty if it was.
type ViewRefusal string

// The reasons.
const (
	ViewUnknown   ViewRefusal = "UNKNOWN"
	ViewStale     ViewRefusal = "STALE"
	ViewForbidden ViewRefusal = "FORBIDDEN"
	ViewTooMany   ViewRefusal = "TOO_MANY"
)

// Views is what a Directory with Accounts can have too, so that administrators can save views of lists. SQLDirectory has it.
// The contract (admin_view.proto) has the rules. Every method is one transaction, as in Directory.
type Views interface {
	// ListViews returns the own views of an administrator, and the shared ones.
	ListViews(ctx context.Context, administratorID, list string) ([]SavedView, error)
	// SaveView creates a view, or changes one.
	SaveView(ctx context.Context, change ViewChange) (*SavedView, ViewRefusal, error)
	// DeleteView deletes a view.
	DeleteView(ctx context.Context, administratorID, list, id string) (ViewRefusal, error)
}
