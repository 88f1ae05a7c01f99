package mount

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
	"time"

	"gatehouse.dev/host"
)

// Options of a mount.
type Options struct {
	// Target is where Gatehouse listens for HTTP: "http://127.0.0.1:8081", or "unix:/run/proxy.sock" for a proxy on a Unix
	// socket.
	Target string
	// IssuerPath is the path of the issuer, if it has one: "/app" for "https://notes.example/app". Metadata is then also
	// served at the path-inserted form (RFC 8414 §3.1).
	IssuerPath string
	// ConsentPage: Gatehouse serves the consent page at {issuer}/connect (OAuth.BuiltinConsentPage).
	ConsentPage bool
	// AdminPath is the path under which Gatehouse serves its admin backend: "/admin".
	AdminPath string
	// TrustedProxies are the proxies in front of the application, whose X-Forwarded-For the mount believes: addresses and
	// ranges ("10.0.0.0/8", "::1"), and "unix:" if the application listens on a Unix socket. Default: none, so that the
	// client is the peer of the connection.
	TrustedProxies []string
	// Timeout is how long Gatehouse may stay silent, and how long a request may wait for a connection to it. Default: 30s.
	Timeout time.Duration
	// MaxConnections is the maximum number of requests in progress at Gatehouse. As many more may wait; the rest get 503.
	// Default: 256. Keep it, multiplied by the application's processes, below the daemon's http.max_connections.
	MaxConnections int
	// Logger learns when Gatehouse stops answering, and when it answers again. Default: lines of JSON on stderr.
	Logger host.Logger
}

const (
	defaultTimeout        = 30 * time.Second
	defaultMaxConnections = 256
	mostConnections       = 65_535
)

func (o *Options) validate() error {
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Timeout < time.Millisecond {
		return fmt.Errorf("mount: Timeout must be at least 1ms, not %v", o.Timeout)
	}
	if o.MaxConnections == 0 {
		o.MaxConnections = defaultMaxConnections
	}
	if o.MaxConnections < 1 || o.MaxConnections > mostConnections {
		return fmt.Errorf("mount: MaxConnections must be from 1 to %d, not %d", mostConnections, o.MaxConnections)
	}
	if o.Logger == nil {
		o.Logger = host.StderrLogger
	}
	return nil
}

// target is where Gatehouse listens.
type target struct {
	network, address string
	// authority is the Host header.
	authority string
}

func (o *Options) target() (target, error) {
	problem := fmt.Errorf(`mount: Target must be an http: URL without path such as "http://127.0.0.1:8081", or "unix:" and `+
		"a path, not %q", o.Target)
	if socket := strings.TrimPrefix(o.Target, "unix:"); socket != o.Target {
		if socket == "" {
			return target{}, problem
		}
		return target{network: "unix", address: socket, authority: "localhost"}, nil
	}
	parsed, err := url.Parse(o.Target)
	if err != nil || parsed.Scheme != "http" || parsed.Host == "" || parsed.Hostname() == "" || parsed.User != nil ||
		strings.TrimSuffix(o.Target, "/") != "http://"+parsed.Host {
		return target{}, problem
	}
	port := parsed.Port()
	if port == "" {
		port = "80"
	}
	return target{network: "tcp", address: net.JoinHostPort(parsed.Hostname(), port), authority: parsed.Host}, nil
}

var wellKnown = []string{"/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"}

// ownPaths returns the bases of Gatehouse's paths. It refuses a path that would match too much of the application, or
// nothing.
func (o *Options) ownPaths() ([]string, error) {
	for _, option := range []struct{ name, path string }{{"IssuerPath", o.IssuerPath}, {"AdminPath", o.AdminPath}} {
		if option.path != "" && !isNormal(option.path) {
			return nil, fmt.Errorf(`mount: %s must be a path in normal form such as "/app", without a trailing "/" and without `+
				"a query, not %q", option.name, option.path)
		}
	}
	bases := append([]string{}, wellKnown...)
	if o.IssuerPath != "" {
		for _, path := range wellKnown {
			bases = append(bases, o.IssuerPath+path)
		}
	}
	bases = append(bases, o.IssuerPath+"/oauth/mcp")
	if o.ConsentPage {
		bases = append(bases, o.IssuerPath+"/connect")
	}
	if o.AdminPath != "" {
		bases = append(bases, o.AdminPath)
	}
	return bases, nil
}

// segments are printable ASCII without "?" and "#", and without empty ones.
var segments = regexp.MustCompile(`^(?:/[\x21\x22\x24-\x2e\x30-\x3e\x40-\x7e]+)+$`)

func isNormal(path string) bool {
	if !segments.MatchString(path) {
		return false
	}
	for _, segment := range strings.Split(path, "/") {
		if unescaped, err := url.PathUnescape(segment); err != nil || unescaped == "." || unescaped == ".." {
			return false
		}
	}
	return true
}

// isOwn compares the path as sent, without decoding or normalizing it.
func isOwn(bases []string, path string) bool {
	for _, base := range bases {
		if path == base || strings.HasPrefix(path, base) && path[len(base)] == '/' {
			return true
		}
	}
	return false
}
