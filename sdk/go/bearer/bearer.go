// Package bearer protects an endpoint with access tokens: it reads the token of a request (RFC 6750), asks a Verifier about
// it, and tells clients where to get one (RFC 9728).
package bearer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ErrInvalidToken means that a token is unknown, expired, revoked, or for another resource. Answer with Unauthorized.
var ErrInvalidToken = errors.New("bearer: the access token is not valid")

// Grant is what a live access token permits.
type Grant struct {
	UserID   string
	ClientID string
	Scopes   []string
	// Resource is what the token was issued for.
	Resource  string
	ExpiresAt time.Time
	LineageID string
	// GrantContext is what the application attached at consent; nil if there is none.
	GrantContext []byte
}

// Allows says whether the grant has a scope. Nil, the grant of a request that did not pass Protect, has none.
func (g *Grant) Allows(scope string) bool {
	if g == nil {
		return false
	}
	for _, granted := range g.Scopes {
		if granted == scope {
			return true
		}
	}
	return false
}

// Verifier verifies access tokens. *sqlbackend.OpaqueTokens implements it.
type Verifier interface {
	// Verify returns the grant of a live token for the resource, or ErrInvalidToken.
	Verify(ctx context.Context, token, resource string) (*Grant, error)
}

// Token returns the bearer token of a request, and false if it has none (RFC 6750 §2.1). Tokens in the body or in the query
// are not accepted: the query reaches logs.
func Token(r *http.Request) (string, bool) {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return "", false
	}
	space := strings.IndexByte(headers[0], ' ')
	if space < 0 || !strings.EqualFold(headers[0][:space], "Bearer") {
		return "", false
	}
	token := strings.Trim(headers[0][space:], " ")
	return token, token != "" && !strings.ContainsAny(token, " \t")
}

type grantKey struct{}

// FromContext returns the grant of a request that passed Protect.
func FromContext(ctx context.Context) (*Grant, bool) {
	grant, ok := ctx.Value(grantKey{}).(*Grant)
	return grant, ok
}

// Protect serves next for requests with a valid access token for the resource; FromContext returns their grant. Others get
// 401 with a challenge, or 503 if the verifier fails. Protect answers OPTIONS itself, with an empty 204: browsers send no
// token with preflight requests, and no request without a grant reaches next. For CORS, serve CORS(Protect(…)).
func Protect(verifier Verifier, resource string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		token, ok := Token(r)
		if !ok {
			Unauthorized(w, resource, codeOfNoToken(r))
			return
		}
		grant, err := verifier.Verify(r.Context(), token, resource)
		switch {
		case errors.Is(err, ErrInvalidToken):
			Unauthorized(w, resource, "invalid_token")
		case err != nil, grant == nil:
			w.Header().Set("Retry-After", "5")
			http.Error(w, "The access token cannot be verified right now. Try again in a moment.", http.StatusServiceUnavailable)
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), grantKey{}, grant)))
		}
	})
}

// codeOfNoToken is for a request without a usable token: a malformed one is an invalid token, other credentials are none.
func codeOfNoToken(r *http.Request) string {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return ""
	}
	if scheme, rest, _ := strings.Cut(headers[0], " "); !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(rest) == "" {
		return ""
	}
	return "invalid_token"
}

// Unauthorized answers 401 with a challenge. code is "invalid_token", or empty if the request had no token (RFC 6750 §3.1).
func Unauthorized(w http.ResponseWriter, resource, code string) {
	w.Header().Set("WWW-Authenticate", Challenge(resource, code, ""))
	http.Error(w, "An access token is required.", http.StatusUnauthorized)
}

// Forbidden answers 403 to a valid token without the scope that the request needs (RFC 6750 §3.1).
func Forbidden(w http.ResponseWriter, resource, scope string) {
	w.Header().Set("WWW-Authenticate", Challenge(resource, "insufficient_scope", scope))
	http.Error(w, fmt.Sprintf("The access token does not have the scope %q.", scope), http.StatusForbidden)
}

// Challenge is the value of WWW-Authenticate: it names the resource's metadata, where a client finds the authorization
// server (RFC 9728 §5.1). code and scope may be empty.
func Challenge(resource, code, scope string) string {
	parameters := make([]string, 0, 3)
	if code != "" {
		parameters = append(parameters, fmt.Sprintf("error=%q", code))
	}
	if scope != "" {
		parameters = append(parameters, fmt.Sprintf("scope=%q", scope))
	}
	parameters = append(parameters, fmt.Sprintf("resource_metadata=%q", MetadataURL(resource)))
	return "Bearer " + strings.Join(parameters, ", ")
}

// MetadataURL is where Gatehouse serves the metadata of a resource: the well-known path comes before the resource's own
// path (RFC 9728 §3.1).
func MetadataURL(resource string) string {
	parsed, err := url.Parse(resource)
	if err != nil {
		return resource
	}
	const wellKnown = "/.well-known/oauth-protected-resource"
	metadata := url.URL{Scheme: parsed.Scheme, Host: parsed.Host, Path: wellKnown, RawQuery: parsed.RawQuery}
	if parsed.Path != "/" {
		metadata.Path += parsed.Path
		// As it is written: "%2F" in a path is another one than "/".
		metadata.RawPath = wellKnown + parsed.EscapedPath()
	}
	return metadata.String()
}
