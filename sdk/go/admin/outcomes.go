package admin

import (
	"fmt"
	"sort"
	"strings"

	"gatehouse.dev/host/internal/contract"
)

// Refused is returned from a hook or an action: the application refuses the request, and nothing changes. The
// administrator sees the message.
func Refused(format string, args ...interface{}) error {
	return &refusedError{message: fmt.Sprintf(format, args...)}
}

type refusedError struct{ message string }

func (e *refusedError) Error() string { return "refused: " + e.message }

// Invalid is returned from a hook or an action: the application rejects some values, and nothing changes. The
// administrator sees each message beside its field, a column or a relation: Invalid{"sku": "This is taken."}.
type Invalid map[string]string

// Error implements error.
func (i Invalid) Error() string {
	return "not accepted: " + strings.Join(i.fields(), ", ")
}

func (i Invalid) fields() []string {
	names := make([]string, 0, len(i))
	for name := range i {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// notFoundError: the record, or one that is related to it, does not exist for the caller.
type notFoundError struct{}

func (notFoundError) Error() string { return "the record does not exist for the caller" }

var errNotFound error = notFoundError{}

// changedError: another update was faster. It rolls back the changes of this one's hooks.
type changedError struct{ current *contract.Record }

func (changedError) Error() string { return "the record now has another version" }

func malformed(field, format string, args ...interface{}) error {
	return &contract.Malformed{Field: field, Problem: fmt.Sprintf(format, args...)}
}
