// Package consent has the operations that a consent page calls on Gatehouse, and a client of them over HTTP. Package grpchost
// has a client over gRPC with the same methods.
//
// Gatehouse sends the browser to {issuer}/connect?request=…. The page shows PendingRequest to the user who is signed in to
// the application, and submits the decision with IssueCode or DenyPending. Give the page a CSRF token and
// frame-ancestors 'none', and escape all data from the client.
package consent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gatehouse.dev/host"
)

var (
	// ErrPendingNotFound means that the request is missing, belongs to another user, was used, or has expired. Gatehouse
	// does not say which.
	ErrPendingNotFound = errors.New("consent: the request is no longer open")
	// ErrNoGrantableScopes means that none of the granted scopes was requested. Gatehouse keeps the request.
	ErrNoGrantableScopes = errors.New("consent: none of the granted scopes was requested")
	// ErrUnavailable means that Gatehouse cannot answer right now. Ask the user to try again in a moment: Gatehouse keeps
	// the request if it can; if it could not, the next call returns ErrPendingNotFound.
	ErrUnavailable = errors.New("consent: Gatehouse is not available")
)

// Client has the consent operations. Gatehouse trusts the application to say who the user is. Errors wrap the variables
// above; any other error means that Gatehouse rejected the call, and trying again does not help.
type Client interface {
	// PendingRequest returns the data that the page shows. It never consumes the request. The first user for whom any of
	// these methods is called becomes the owner of the request.
	PendingRequest(ctx context.Context, requestID, userID string) (*PendingRequest, error)
	// IssueCode grants the request, and returns the URL to send the browser to (303). Never log it: it has the code. Of any
	// number of concurrent grants and denials, exactly one takes effect.
	IssueCode(ctx context.Context, grant Grant) (redirectURL string, err error)
	// DenyPending denies the request, and returns the URL to send the browser to.
	DenyPending(ctx context.Context, requestID, userID string) (redirectURL string, err error)
	// Revoke revokes an access token and its refresh lineage. False: there was nothing to revoke.
	Revoke(ctx context.Context, accessToken string) (bool, error)
	// GenerateCredentials makes the credentials of a client that the application creates itself. Gatehouse stores nothing.
	GenerateCredentials(ctx context.Context, method host.AuthMethod) (*Credentials, error)
	// CheckRedirectURI returns why registration would reject a redirect URI, or "" if it would accept it.
	CheckRedirectURI(ctx context.Context, redirectURI string) (reason string, err error)
	// Close closes the connections. Calls in progress may fail.
	Close() error
}

// PendingRequest is what a consent page must show, so that the user knows what they consent to.
type PendingRequest struct {
	ClientID string
	// ClientName comes from the client and is not verified. Empty if it supplied none.
	ClientName         string
	ClientRegisteredAt time.Time
	// ClientSelfRegistered: the client registered itself, so its name is unverified.
	ClientSelfRegistered bool
	// RedirectURI is the exact URI to which the response will go.
	RedirectURI string
	// RedirectHost is the host of the redirect URI. Show it first: it is the only information about the client that the
	// client cannot forge.
	RedirectHost string
	// RedirectIsLoopback: the redirect goes to a program on the user's own machine.
	RedirectIsLoopback bool
	Scopes             []Scope
	// Resource is what the client will get access to (RFC 8707).
	Resource  string
	ExpiresAt time.Time
}

// Scope is a requested scope.
type Scope struct {
	// Scope is its value: "read".
	Scope string `json:"scope"`
	// Description is one English sentence about what the scope allows.
	Description string `json:"description"`
}

// Grant is the user's decision to grant a request.
type Grant struct {
	// RequestID is the value of the request parameter of the page's URL.
	RequestID string
	UserID    string
	// Scopes that the user grants. Gatehouse ignores those that were not requested.
	Scopes []string
	// Context is opaque bytes that Gatehouse passes to every mint of this grant (a tenant, a workspace). At most 4096
	// bytes; optional.
	Context []byte
}

// Credentials of a new client.
type Credentials struct {
	ClientID string
	// Secret is empty for a public client. Show it once, and never store it.
	Secret string
	// SecretHash is what host.Client.SecretHash takes; nil for a public client.
	SecretHash []byte
}

// Error is a call that Gatehouse rejected or could not answer. It never has the request.
type Error struct {
	// RPC is the name of the operation: "IssueCode".
	RPC string
	// RequestID finds the call in Gatehouse's log.
	RequestID string
	// Code is Connect's name of the status: "unavailable", "invalid_argument".
	Code    string
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("consent: %s (request %s): %s: %s", e.RPC, e.RequestID, e.Code, e.Message)
}

// Is makes errors.Is(err, ErrUnavailable) true for the codes after which another call may succeed.
func (e *Error) Is(target error) bool {
	if target != ErrUnavailable {
		return false
	}
	switch e.Code {
	// failed_precondition: Gatehouse has not received the host's description yet.
	case "unavailable", "deadline_exceeded", "canceled", "resource_exhausted", "failed_precondition":
		return true
	}
	return false
}

// Call links a call to the request that it serves, in the logs and traces of both sides.
type Call struct {
	// RequestID has 1 to 64 letters, digits, ".", "_" and "-"; Gatehouse replaces any other. Default: a random one.
	RequestID string
	// Traceparent and Tracestate are W3C trace context; empty if there is none.
	Traceparent string
	Tracestate  string
}

type callKey struct{}

// WithCall returns a context for the methods of a Client.
func WithCall(ctx context.Context, call Call) context.Context {
	return context.WithValue(ctx, callKey{}, call)
}

// CallFrom returns the Call of a context; the zero value if it has none.
func CallFrom(ctx context.Context) Call {
	call, _ := ctx.Value(callKey{}).(Call)
	return call
}
