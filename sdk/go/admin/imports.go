package admin

import "context"

// Imports is what a Directory can have too, so that administrators can import files into lists: it remembers the imports that
// are done, and a repeated request creates no record a second time. SQLDirectory has it, in the database of the controllers.
type Imports interface {
	// BeginImport remembers an import for at least 24 hours, in the transaction that creates its records: both are committed,
	// or neither is. It returns 0 if the import is new, else the number of its records. It waits for another transaction that
	// is about to commit the same import. importID is hexadecimal.
	BeginImport(ctx context.Context, tx Tx, importID string, records int) (created int, err error)
}
