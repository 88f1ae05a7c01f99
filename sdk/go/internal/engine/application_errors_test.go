package engine

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/wire"
)

// An error or a panic of the application fails its own call alone, and its text has no secret in the log (HC-95, HC-96).

// application is a backend with one code, and an admin backend with one rpc. Both end as its function does.
type application struct {
	host.CodeStore
	ends func(given string) error
}

func (a *application) Transaction(ctx context.Context, _ bool, work func(ctx context.Context, tx host.Tx) error) error {
	return work(ctx, host.Tx{Codes: a})
}

func (a *application) Find(context.Context, []byte) (*host.Code, error) {
	return nil, a.ends(quotedHash)
}

func (a *application) ResolveUser(context.Context, host.BrowserRequest) (host.SignInOutcome, error) {
	return host.SignInOutcome{}, a.ends(quotedText)
}

func (a *application) rpc() contract.Rpc {
	return contract.Rpc{
		Service: "AdminDirectoryService", Method: "SetPassword",
		NewRequest: func() contract.Message { return &contract.SetPasswordRequest{} },
		Answer:     func(context.Context, contract.Message) (contract.Message, error) { return nil, a.ends(quotedText) },
	}
}

// lines is a log.
type lines struct{ text string }

func (l *lines) Info(message string, args ...interface{})  { l.text += fmt.Sprintln(message, args) }
func (l *lines) Warn(message string, args ...interface{})  { l.text += fmt.Sprintln(message, args) }
func (l *lines) Error(message string, args ...interface{}) { l.text += fmt.Sprintln(message, args) }

type broken struct{}

func (broken) Info(string, ...interface{})  { panic("no log") }
func (broken) Warn(string, ...interface{})  { panic("no log") }
func (broken) Error(string, ...interface{}) { panic("no log") }

var (
	codeHash = []byte("0123456789abcdef0123456789abcde\n")
	secret   = "$2b$10$" + strings.Repeat("a", 53)
	// As drivers and applications quote what they were given.
	quotedHash = fmt.Sprintf("%x, %X, %v, %q, %s, %s", codeHash, codeHash, codeHash, codeHash,
		base64.StdEncoding.EncodeToString(codeHash), base64.RawURLEncoding.EncodeToString(codeHash))
	quotedText = fmt.Sprintf("%s, %q", secret, secret)
)

// faults returns how each call of the application ends.
func faults(t *testing.T, a *application, logger host.Logger) map[string]error {
	t.Helper()
	e, err := New(&host.Host{
		ApplicationName: "Test", OAuth: host.OAuth{Issuer: "https://a.example"}, Backend: a, SignIn: a, Logger: logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	_, transact := e.Transact(ctx, "r", &wire.TransactRequest{Operations: []wire.Operation{{FindCode: &wire.FindCode{CodeHash: codeHash}}}})
	_, user := e.ResolveUser(ctx, "r", &wire.ResolveUserRequest{Cookie: secret, ReturnTo: "/"})
	_, password := e.CallAdmin(ctx, "r", a.rpc(), &contract.SetPasswordRequest{Identifier: "ada", PasswordHash: secret})
	return map[string]error{"Transact": transact, "ResolveUser": user, "SetPassword": password}
}

// nilError is an error as applications write them: its methods panic for a nil pointer.
type nilError struct{ cause error }

func (e *nilError) Error() string { return e.cause.Error() }

type nilCause struct{ cause error }

func (*nilCause) Error() string   { return "a text" }
func (e *nilCause) Unwrap() error { return e.cause }

func TestWhatTheApplicationThrowsFailsItsCallAlone(t *testing.T) {
	for name, ends := range map[string]func(string) error{
		"an error that is a nil pointer":               func(string) error { return (*nilError)(nil) },
		"an error whose cause is behind a nil pointer": func(string) error { return (*nilCause)(nil) },
		"an error around such a one":                   func(string) error { return fmt.Errorf("around: %w", (*nilCause)(nil)) },
		"the end of a context of its own":              func(string) error { return fmt.Errorf("mail: %w", context.DeadlineExceeded) },
		"a context of its own that it cancelled":       func(string) error { return context.Canceled },
		"a panic":                                      func(string) error { panic("a bug") },
		"a panic with such an error":                   func(string) error { panic((*nilError)(nil)) },
		"a panic with nil":                             func(string) error { panic(nil) },
	} {
		for _, logger := range []host.Logger{&lines{}, broken{}} {
			for rpc, err := range faults(t, &application{ends: ends}, logger) {
				var fault *Fault
				if !errors.As(err, &fault) || fault.Code != Internal {
					t.Errorf("%s, %s, %T: %v", name, rpc, logger, err)
				}
			}
		}
	}
}

func TestTheLogHasNoSecretOfARequest(t *testing.T) {
	for name, ends := range map[string]func(string) error{
		"an error":       func(given string) error { return errors.New("no row for " + given) },
		"a panic":        func(given string) error { panic("no row for " + given) },
		"an unavailable": func(given string) error { return host.Unavailable(errors.New("no row for " + given)) },
	} {
		log := &lines{}
		faults(t, &application{ends: ends}, log)
		if count := strings.Count(log.text, "no row for [secret], "); count < 2 {
			t.Errorf("%s: %d lines have the text of the error: %s", name, count, log.text)
		}
		for _, each := range append(contract.SpellingsOfBytes(codeHash), contract.SpellingsOfText(secret)...) {
			if strings.Contains(log.text, each) {
				t.Errorf("%s: the log has %s: %s", name, each, log.text)
			}
		}
	}
}
