// Package wire has the messages of the contract as Go structs, whose encoding/json form is proto3 JSON. The transports
// decode into them and encode from them; gatehouse.dev/host/internal/engine validates and runs them.
package wire

import "gatehouse.dev/host/internal/contract"

// ProtocolVersion is the version of the contract.
const ProtocolVersion = 1

// DescribeResponse introduces the host.
type DescribeResponse struct {
	ProtocolVersion int    `json:"protocolVersion,omitempty"`
	ApplicationName string `json:"applicationName,omitempty"`
	// Capabilities are names of Capability.
	Capabilities []string      `json:"capabilities,omitempty"`
	OAuth        *OAuthOptions `json:"oauth,omitempty"`
	// Admin is the registration for the admin backend.
	Admin *AdminRegistration `json:"admin,omitempty"`
}

// AdminRegistration is a message of package contract as a member of one of this package.
type AdminRegistration struct{ *contract.AdminRegistration }

// MarshalJSON implements json.Marshaler.
func (r *AdminRegistration) MarshalJSON() ([]byte, error) {
	return contract.EncodeJSON(r.AdminRegistration)
}

// OAuthOptions are the options of the authorization server; nil means the default.
type OAuthOptions struct {
	Issuer                                     string       `json:"issuer,omitempty"`
	Resource                                   string       `json:"resource,omitempty"`
	ServiceDocumentationPath                   *string      `json:"serviceDocumentationPath,omitempty"`
	ScopesSupported                            []string     `json:"scopesSupported,omitempty"`
	TokenEndpointAuthMethodsSupported          []AuthMethod `json:"tokenEndpointAuthMethodsSupported,omitempty"`
	AuthorizationResponseIssParameterSupported *bool        `json:"authorizationResponseIssParameterSupported,omitempty"`
	DcrClientCap                               *uint32      `json:"dcrClientCap,omitempty"`
	DcrUnconsentedSweepAge                     *Duration    `json:"dcrUnconsentedSweepAge,omitempty"`
	RegisterMaxBodyBytes                       *uint32      `json:"registerMaxBodyBytes,omitempty"`
	PendingRequestTTL                          *Duration    `json:"pendingRequestTtl,omitempty"`
	CodeTTL                                    *Duration    `json:"codeTtl,omitempty"`
	AccessTokenTTL                             *Duration    `json:"accessTokenTtl,omitempty"`
	RefreshTokenTTL                            *Duration    `json:"refreshTokenTtl,omitempty"`
	RefreshRetryWindow                         *Duration    `json:"refreshRetryWindow,omitempty"`
	LoopbackPortFlexible                       *bool        `json:"loopbackPortFlexible,omitempty"`
	PrivateUseRedirectSchemes                  []string     `json:"privateUseRedirectSchemes,omitempty"`
	EvictOldestUnconsentedAtCap                *bool        `json:"evictOldestUnconsentedAtCap,omitempty"`
	ClientIDMetadataDocuments                  *bool        `json:"clientIdMetadataDocuments,omitempty"`
	BuiltinConsentPage                         *bool        `json:"builtinConsentPage,omitempty"`
	RefreshLineageMaxAge                       *Duration    `json:"refreshLineageMaxAge,omitempty"`
}

// ResolveUserRequest carries the browser's headers.
type ResolveUserRequest struct {
	Cookie        string `json:"cookie,omitempty"`
	Authorization string `json:"authorization,omitempty"`
	ReturnTo      string `json:"returnTo,omitempty"`
}

// ResolveUserResponse is the user or the page to sign in at.
type ResolveUserResponse struct {
	User      *SignedInUser `json:"user,omitempty"`
	SignInURL string        `json:"signInUrl,omitempty"`
}

// SignedInUser is a user of the application.
type SignedInUser struct {
	UserID      string `json:"userId,omitempty"`
	DisplayName string `json:"displayName,omitempty"`
}

// HealthServing is the status of a host that serves (grpc.health.v1).
const HealthServing = "SERVING"

// HealthCheckResponse is the answer of grpc.health.v1.Health.Check.
type HealthCheckResponse struct {
	Status string `json:"status"`
}
