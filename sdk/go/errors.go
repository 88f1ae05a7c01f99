package host

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNotFound is returned by the lookups of stores and issuers.
var ErrNotFound = errors.New("host: not found")

// AbortReason is why a transaction was aborted. The methods of the stores name their possible reasons.
type AbortReason string

// The reasons, by their names in the contract without the prefix ABORT_REASON_.
const (
	ClientCapReached         AbortReason = "CLIENT_CAP_REACHED"
	ClientNotFound           AbortReason = "CLIENT_NOT_FOUND"
	ClientAlreadyExists      AbortReason = "CLIENT_ALREADY_EXISTS"
	CodeNotFound             AbortReason = "CODE_NOT_FOUND"
	CodeAlreadySpent         AbortReason = "CODE_ALREADY_SPENT"
	RefreshTokenNotFound     AbortReason = "REFRESH_TOKEN_NOT_FOUND"
	RefreshTokenAlreadySpent AbortReason = "REFRESH_TOKEN_ALREADY_SPENT"
	LineageRevoked           AbortReason = "LINEAGE_REVOKED"
	MintRefused              AbortReason = "MINT_REFUSED"
)

// maxPublicReason is the limit of Aborted.public_reason.
const maxPublicReason = 200

// AbortError is the failed precondition of an operation. It is an expected outcome: the transaction rolls back, and the
// answer tells Gatehouse which operation failed and why.
type AbortError struct {
	Reason AbortReason
	// PublicReason is the text of RefuseMint; empty for other reasons.
	PublicReason string
}

// Error implements error.
func (e *AbortError) Error() string {
	if e.PublicReason == "" {
		return fmt.Sprintf("transaction aborted: %s", e.Reason)
	}
	return fmt.Sprintf("transaction aborted: %s: %s", e.Reason, e.PublicReason)
}

// Abort returns an AbortError for a store whose precondition failed.
func Abort(reason AbortReason) error {
	return &AbortError{Reason: reason}
}

// RefuseMint returns an AbortError for an issuer or a hook that refuses to mint a token. The client receives the text as
// error_description of invalid_grant (RFC 6749 §5.2). Characters other than printable ASCII become "?", and 200 are kept.
func RefuseMint(publicReason string) error {
	text := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e {
			return '?'
		}
		return r
	}, publicReason)
	if len(text) > maxPublicReason {
		text = text[:maxPublicReason]
	}
	return &AbortError{Reason: MintRefused, PublicReason: text}
}

// UnavailableError means that the application cannot answer right now: its database is not available, or it is shutting
// down. Gatehouse retries a read once, and asks clients to try again. Every other error counts as a fault of the host.
type UnavailableError struct {
	// Err is the cause, for the log.
	Err error
}

// Error implements error.
func (e *UnavailableError) Error() string {
	return fmt.Sprintf("unavailable: %v", e.Err)
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error {
	return e.Err
}

// Unavailable wraps an error into an UnavailableError.
func Unavailable(err error) error {
	return &UnavailableError{Err: err}
}
