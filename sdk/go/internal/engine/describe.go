package engine

import (
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/wire"
)

// Describe introduces the host. streams says whether the transport offers streams.
func (e *Engine) Describe(streams bool) *wire.DescribeResponse {
	response := &wire.DescribeResponse{ProtocolVersion: wire.ProtocolVersion, ApplicationName: e.host.ApplicationName}
	if e.host.Backend != nil {
		response.Capabilities = append(response.Capabilities, "CAPABILITY_BACKEND", "CAPABILITY_REDEEM")
		if streams {
			response.Capabilities = append(response.Capabilities, "CAPABILITY_TRANSACT_STREAM")
		}
		response.OAuth = toOAuthOptions(&e.host.OAuth)
	}
	if e.host.SignIn != nil {
		response.Capabilities = append(response.Capabilities, "CAPABILITY_SIGN_IN")
	}
	if e.host.Admin != nil {
		response.Capabilities = append(response.Capabilities, "CAPABILITY_ADMIN", "CAPABILITY_ADMIN_SESSION")
		if streams {
			response.Capabilities = append(response.Capabilities, "CAPABILITY_ADMIN_STREAM")
		}
		response.Capabilities = append(response.Capabilities, e.adminCapabilities()...)
		response.Admin = &wire.AdminRegistration{AdminRegistration: e.host.Admin.Registration()}
	}
	return response
}

// optionalServices are those that a host may serve beside the directory and the records, in the order of the contract; also an
// rpc of one, if a host may serve the others without it.
var optionalServices = []struct{ served, capability string }{
	{"AdminAccountService", "CAPABILITY_ADMIN_ACCOUNTS"},
	{"AdminSessionService", "CAPABILITY_ADMIN_SESSION_LIST"},
	{"AdminBulkService", "CAPABILITY_ADMIN_BULK"},
	{"AdminSearchService", "CAPABILITY_ADMIN_SEARCH"},
	{"AdminSecondFactorService", "CAPABILITY_ADMIN_SECOND_FACTOR"},
	{"AdminPasskeyService", "CAPABILITY_ADMIN_PASSKEYS"},
	{"AdminViewService", "CAPABILITY_ADMIN_VIEWS"},
	{"AdminBulkService.ImportRecords", "CAPABILITY_ADMIN_IMPORT"},
	{"AdminBulkService.ImportRecords", "CAPABILITY_ADMIN_IMPORT_UPDATE"},
}

// adminCapabilities are those of the services that the admin backend serves.
func (e *Engine) adminCapabilities() []string {
	served := map[string]bool{}
	for _, rpc := range e.AdminRpcs() {
		served[rpc.Service], served[rpc.Name()] = true, true
	}
	var capabilities []string
	for _, optional := range optionalServices {
		if served[optional.served] {
			capabilities = append(capabilities, optional.capability)
		}
	}
	return capabilities
}

// toOAuthOptions omits zero values, because Gatehouse has the defaults.
func toOAuthOptions(o *host.OAuth) *wire.OAuthOptions {
	options := &wire.OAuthOptions{
		Issuer:                      o.Issuer,
		Resource:                    o.Resource,
		ScopesSupported:             o.ScopesSupported,
		DcrClientCap:                number(o.ClientCap),
		DcrUnconsentedSweepAge:      duration(o.UnconsentedSweepAge),
		RegisterMaxBodyBytes:        number(o.RegisterMaxBodyBytes),
		PendingRequestTTL:           duration(o.PendingRequestTTL),
		CodeTTL:                     duration(o.CodeTTL),
		AccessTokenTTL:              duration(o.AccessTokenTTL),
		RefreshTokenTTL:             duration(o.RefreshTokenTTL),
		RefreshRetryWindow:          duration(o.RefreshRetryWindow),
		LoopbackPortFlexible:        isSet(o.LoopbackPortFlexible),
		PrivateUseRedirectSchemes:   o.PrivateUseRedirectSchemes,
		EvictOldestUnconsentedAtCap: isSet(o.EvictOldestUnconsentedAtCap),
		ClientIDMetadataDocuments:   isSet(o.ClientIDMetadataDocuments),
		BuiltinConsentPage:          isSet(o.BuiltinConsentPage),
		RefreshLineageMaxAge:        duration(o.RefreshLineageMaxAge),
	}
	if o.ServiceDocumentationPath != "" {
		options.ServiceDocumentationPath = &o.ServiceDocumentationPath
	}
	if o.HideIssParameter {
		supported := false
		options.AuthorizationResponseIssParameterSupported = &supported
	}
	for _, method := range o.TokenEndpointAuthMethodsSupported {
		options.TokenEndpointAuthMethodsSupported = append(options.TokenEndpointAuthMethodsSupported, toAuthMethod(method))
	}
	return options
}

func number(value uint32) *uint32 {
	if value == 0 {
		return nil
	}
	return &value
}

func duration(value time.Duration) *wire.Duration {
	if value == 0 {
		return nil
	}
	converted := wire.Duration(value)
	return &converted
}

func isSet(value bool) *bool {
	if !value {
		return nil
	}
	return &value
}
