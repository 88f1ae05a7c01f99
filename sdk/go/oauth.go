package host

import (
	"errors"
	"fmt"
	"time"
)

// AuthMethod is how a client authenticates at the token endpoint, by its name of RFC 7591 §2.
type AuthMethod string

// The methods that Gatehouse supports.
const (
	AuthMethodNone              AuthMethod = "none"
	AuthMethodClientSecretPost  AuthMethod = "client_secret_post"
	AuthMethodClientSecretBasic AuthMethod = "client_secret_basic"
)

// OAuth has the options of the authorization server. Gatehouse reads them only from the host. The zero value of a member
// means Gatehouse's default; only Issuer has none.
type OAuth struct {
	// Issuer is the base URL of the application without trailing slash: "https://notes.example". https, or http on a
	// loopback host; a path is allowed (RFC 8414 §2).
	Issuer string
	// Resource is the URL of the protected endpoint, which a request's resource must match (RFC 8707):
	// "https://notes.example/mcp". Set it in every deployment; the default is the issuer.
	Resource string
	// ServiceDocumentationPath is a path under the issuer. Default: "/help".
	ServiceDocumentationPath string
	// ScopesSupported are from "read", "write", "ai" and "offline_access". Default: all four.
	ScopesSupported []string
	// TokenEndpointAuthMethodsSupported are the client authentication methods. Default: all three.
	TokenEndpointAuthMethodsSupported []AuthMethod
	// HideIssParameter removes authorization_response_iss_parameter_supported from the metadata (RFC 9207). Gatehouse
	// sends iss in either case.
	HideIssParameter bool
	// ClientCap is the maximum number of unrevoked registered clients. Default: 200.
	ClientCap uint32
	// UnconsentedSweepAge is the age after which Gatehouse removes a registered client that never received consent.
	// Default: 24 hours.
	UnconsentedSweepAge time.Duration
	// RegisterMaxBodyBytes is the maximum size of a registration request's body. Default: 65536.
	RegisterMaxBodyBytes uint32
	// PendingRequestTTL is the lifetime of an authorization request that waits for consent. Default: 10 minutes.
	PendingRequestTTL time.Duration
	// CodeTTL is the lifetime of an authorization code. Default: 10 minutes.
	CodeTTL time.Duration
	// AccessTokenTTL is the lifetime that Gatehouse requests for each access token. Default: 1 hour.
	AccessTokenTTL time.Duration
	// RefreshTokenTTL is the lifetime of each refresh token. Default: 30 days.
	RefreshTokenTTL time.Duration
	// RefreshRetryWindow is how long after a rotation the same client may present the spent refresh token again and get
	// the identical answer. At most 5 minutes. Default: 0, which means that every reuse revokes the lineage.
	RefreshRetryWindow time.Duration
	// LoopbackPortFlexible permits another port in a loopback redirect URI than the registered one (RFC 8252 §7.3).
	LoopbackPortFlexible bool
	// PrivateUseRedirectSchemes are schemes that redirect URIs may have (RFC 8252 §7.1), in lower case and without a
	// colon: "cursor".
	PrivateUseRedirectSchemes []string
	// EvictOldestUnconsentedAtCap replaces the oldest self-registered client without consent if a registration reaches
	// the cap.
	EvictOldestUnconsentedAtCap bool
	// ClientIDMetadataDocuments lets a client identify itself with the https URL of its metadata document.
	ClientIDMetadataDocuments bool
	// BuiltinConsentPage lets Gatehouse serve its consent page at {issuer}/connect. Needs Host.SignIn.
	BuiltinConsentPage bool
	// RefreshLineageMaxAge is the age of a lineage after which it can no longer be refreshed. Default: 0, no limit.
	RefreshLineageMaxAge time.Duration
}

// validate finds what the contract cannot express. Gatehouse validates the rest, and names every invalid option.
func (o *OAuth) validate() error {
	if o.Issuer == "" {
		return errors.New("host: OAuth.Issuer is missing")
	}
	for _, method := range o.TokenEndpointAuthMethodsSupported {
		switch method {
		case AuthMethodNone, AuthMethodClientSecretPost, AuthMethodClientSecretBasic:
		default:
			return fmt.Errorf("host: OAuth.TokenEndpointAuthMethodsSupported has the unknown method %q", method)
		}
	}
	durations := []struct {
		name  string
		value time.Duration
	}{
		{"UnconsentedSweepAge", o.UnconsentedSweepAge},
		{"PendingRequestTTL", o.PendingRequestTTL},
		{"CodeTTL", o.CodeTTL},
		{"AccessTokenTTL", o.AccessTokenTTL},
		{"RefreshTokenTTL", o.RefreshTokenTTL},
		{"RefreshRetryWindow", o.RefreshRetryWindow},
		{"RefreshLineageMaxAge", o.RefreshLineageMaxAge},
	}
	for _, duration := range durations {
		if duration.value < 0 {
			return fmt.Errorf("host: OAuth.%s must not be negative, not %v", duration.name, duration.value)
		}
	}
	return nil
}
