// Package webhost puts the parts of this module together for the usual application: one database, one net/http server, and
// Gatehouse behind it on the same origin. Use the parts themselves for anything else.
package webhost

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/consent"
	"gatehouse.dev/host/httphost"
	"gatehouse.dev/host/mount"
	"gatehouse.dev/host/sqlbackend"
)

// HostPath is where the application serves the host to Gatehouse: the daemon's host.url is its address and this path.
const HostPath = "/gatehouse-host"

const (
	headerTimeout   = 10 * time.Second
	shutdownTimeout = 10 * time.Second
)

// Options describe an application.
type Options struct {
	// Name appears on the built-in consent page and in logs: "Acme Notes".
	Name  string
	OAuth host.OAuth
	// SignIn is for OAuth.BuiltinConsentPage; nil otherwise.
	SignIn   host.SignIn
	Database *sqlbackend.Database
	// Admin is made by admin.New; nil for none. AdminPath is the daemon's backend.path: "/admin".
	Admin     host.Admin
	AdminPath string
	// Gatehouse is where the daemon listens for HTTP: "http://127.0.0.1:8081".
	Gatehouse string
	// Token is the daemon's host.token, at least 16 characters.
	Token string
	// Consent is the daemon's consent listener, "http://127.0.0.1:9091", and ConsentToken its token; empty for applications
	// that call none of its operations.
	Consent, ConsentToken string
	// TrustedProxies are those in front of the application (see mount.Options).
	TrustedProxies []string
	// Logger receives warnings and errors. Default: one line of JSON on stderr for each.
	Logger host.Logger
}

// Application is an application with Gatehouse behind it.
type Application struct {
	// Backend has the apps that are connected to a user's account.
	Backend *sqlbackend.Backend
	// Tokens are the access tokens, to protect an endpoint with.
	Tokens *sqlbackend.OpaqueTokens
	// Consent has the operations of a consent page; nil without Options.Consent.
	Consent consent.Client
	served  http.Handler
	mount   *mount.Mount
}

// New brings Gatehouse's tables up to date, and returns the application.
func New(ctx context.Context, options Options) (*Application, error) {
	if options.Database == nil {
		return nil, errors.New("webhost: Options.Database is missing; use sqlbackend.SQLite or sqlbackend.PostgreSQL")
	}
	if err := options.Database.Migrate(ctx); err != nil {
		return nil, err
	}
	tokens := sqlbackend.NewOpaqueTokens(options.Database)
	a := &Application{Tokens: tokens, Backend: sqlbackend.New(options.Database, tokens)}
	described := &host.Host{
		ApplicationName: options.Name, OAuth: options.OAuth, Backend: a.Backend, SignIn: options.SignIn,
		Admin: options.Admin, Logger: options.Logger,
	}
	var err error
	if a.served, err = httphost.NewHandler(described, httphost.Options{Token: options.Token}); err != nil {
		return nil, err
	}
	a.mount, err = mount.New(mount.Options{
		Target: options.Gatehouse, IssuerPath: pathOf(options.OAuth.Issuer), ConsentPage: options.OAuth.BuiltinConsentPage,
		AdminPath: options.AdminPath, TrustedProxies: options.TrustedProxies, Logger: options.Logger,
	})
	if err != nil {
		return nil, err
	}
	if options.Consent == "" {
		return a, nil
	}
	client, err := consent.NewHTTPClient(consent.HTTPOptions{URL: options.Consent, Token: options.ConsentToken})
	if err != nil {
		return nil, err
	}
	a.Consent = client
	return a, nil
}

// pathOf is the path of an issuer. host.Host refuses an issuer that is no URL.
func pathOf(issuer string) string {
	_, rest, _ := strings.Cut(issuer, "://")
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		return rest[slash:]
	}
	return ""
}

// Handler serves the host below HostPath, Gatehouse's own paths, and the application's pages on all others.
func (a *Application) Handler(pages http.Handler) http.Handler {
	// Outermost, so that nothing reads Gatehouse's requests before the mount does.
	return a.mount.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForHost(r) {
			a.served.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	}))
}

// ListenAndServe serves Handler(pages) on the addresses ("127.0.0.1:8080"), until the process gets SIGTERM or SIGINT, or a
// listener fails. After a signal, new requests get 503, and those in progress have ten seconds to finish; meanwhile it still
// serves the host, which Gatehouse may need for their answers.
func (a *Application) ListenAndServe(pages http.Handler, addresses ...string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	return a.Serve(ctx, pages, addresses...)
}

// Serve is ListenAndServe until ctx ends.
func (a *Application) Serve(ctx context.Context, pages http.Handler, addresses ...string) error {
	requests := newDrain()
	server := &http.Server{Handler: requests.wrap(a.Handler(pages)), ReadHeaderTimeout: headerTimeout}
	defer server.Close()
	defer a.mount.Close()
	failed := make(chan error, len(addresses))
	for _, address := range addresses {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("webhost: %w", err)
		}
		go func() { failed <- server.Serve(listener) }()
	}
	select {
	case err := <-failed:
		return fmt.Errorf("webhost: %w", err)
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	select {
	case <-requests.end():
	case <-limited.Done():
	}
	return server.Shutdown(limited)
}
