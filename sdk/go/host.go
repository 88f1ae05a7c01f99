// Package host makes a Go application a host of Gatehouse: assistants (MCP clients) connect to it with OAuth, and Gatehouse
// serves the OAuth endpoints beside it. The application keeps its users, its database and its access tokens.
//
// A Host is a description of the application. Serve it with package httphost, from any HTTP server and with the standard
// library alone, or with package grpchost. Package sqlbackend has a ready Backend on database/sql for SQLite and
// PostgreSQL. Package bearer protects an endpoint with access tokens, package consent serves a consent page, and package
// mount forwards Gatehouse's paths from the application's own HTTP server.
package host

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"gatehouse.dev/host/internal/contract"
)

// maxApplicationName is the limit of DescribeResponse.application_name, in characters.
const maxApplicationName = 100

// Host describes an application to Gatehouse. Do not change it after you passed it to a transport.
type Host struct {
	// ApplicationName appears on the built-in consent page and in logs: "Acme Notes". 1 to 100 characters.
	ApplicationName string
	// OAuth has the options of the authorization server.
	OAuth OAuth
	// Backend stores clients, codes and tokens. Package sqlbackend has a ready one.
	Backend Backend
	// SignIn finds the user who is signed in. Only the built-in consent page needs it; nil otherwise.
	SignIn SignIn
	// Admin is the admin backend, made by admin.New; nil for none. A host may have it without OAuth and Backend.
	Admin Admin
	// Logger receives warnings and errors. Nil: one line of JSON on stderr for each.
	Logger Logger
}

// Admin is an admin backend; *admin.Admin implements it.
type Admin interface {
	// Registration is what Gatehouse learns about it.
	Registration() *contract.AdminRegistration
	// Rpcs are those of the admin services. Describe offers the capabilities of those that are among them.
	Rpcs() []contract.Rpc
}

// Validate returns an error that names the first invalid member. Transports call it.
func (h *Host) Validate() error {
	length := utf8.RuneCountInString(h.ApplicationName)
	switch {
	case length == 0 || length > maxApplicationName:
		return fmt.Errorf("host: ApplicationName must have 1 to %d characters, not %d", maxApplicationName, length)
	case h.Backend == nil && h.Admin == nil:
		return errors.New("host: Backend is missing; use sqlbackend.New, or your own")
	case h.OAuth.BuiltinConsentPage && h.SignIn == nil:
		return errors.New("host: OAuth.BuiltinConsentPage needs SignIn")
	}
	if h.Backend == nil {
		return nil
	}
	return h.OAuth.validate()
}
