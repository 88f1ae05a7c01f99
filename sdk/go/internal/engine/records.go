package engine

import (
	"regexp"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/wire"
)

var authMethods = map[wire.AuthMethod]host.AuthMethod{
	wire.AuthMethodNone:              host.AuthMethodNone,
	wire.AuthMethodClientSecretPost:  host.AuthMethodClientSecretPost,
	wire.AuthMethodClientSecretBasic: host.AuthMethodClientSecretBasic,
}

func toAuthMethod(method host.AuthMethod) wire.AuthMethod {
	for value, name := range authMethods {
		if name == method {
			return value
		}
	}
	return wire.AuthMethodUnspecified
}

func (f *fields) client(sent *wire.Client) *host.Client {
	if sent == nil {
		f.fail("client", "is required")
		return nil
	}
	client := &host.Client{
		ID:             f.id("client.client_id", sent.ClientID, maxID),
		Name:           f.text("client.client_name", sent.ClientName),
		RedirectURIs:   sent.RedirectURIs,
		AuthMethod:     f.authMethod("client.token_endpoint_auth_method", sent.TokenEndpointAuthMethod),
		Scopes:         f.tokens("client.scopes", sent.Scopes),
		GrantTypes:     f.tokens("client.grant_types", sent.GrantTypes),
		RegisteredAt:   f.time("client.registered_at", sent.RegisteredAt),
		ConsentedAt:    f.optionalTime("client.consented_at", sent.ConsentedAt),
		RevokedAt:      f.optionalTime("client.revoked_at", sent.RevokedAt),
		SelfRegistered: sent.SelfRegistered,
		MetadataJSON:   f.metadata("client.metadata_json", sent.MetadataJSON),
	}
	if len(sent.RedirectURIs) == 0 {
		f.fail("client.redirect_uris", "must not be empty")
	}
	for index, uri := range sent.RedirectURIs {
		f.id(item("client.redirect_uris", index), uri, maxID)
	}
	if client.AuthMethod != host.AuthMethodNone {
		client.SecretHash = f.hash("client.secret_hash", sent.SecretHash)
	} else if len(sent.SecretHash) > 0 {
		f.fail("client.secret_hash", "must be empty for a public client")
	}
	return client
}

func toClient(client *host.Client) *wire.Client {
	return &wire.Client{
		ClientID:                client.ID,
		ClientName:              client.Name,
		RedirectURIs:            client.RedirectURIs,
		TokenEndpointAuthMethod: toAuthMethod(client.AuthMethod),
		SecretHash:              client.SecretHash,
		Scopes:                  client.Scopes,
		GrantTypes:              client.GrantTypes,
		RegisteredAt:            wire.TimestampOf(client.RegisteredAt),
		ConsentedAt:             wire.OptionalTimestamp(client.ConsentedAt),
		RevokedAt:               wire.OptionalTimestamp(client.RevokedAt),
		SelfRegistered:          client.SelfRegistered,
		MetadataJSON:            client.MetadataJSON,
	}
}

// RFC 7636 §4.2.
var codeChallenge = regexp.MustCompile(`^[\w-]{43}$`)

// code is a code to create: spent_at and lineage_id must be absent.
func (f *fields) code(sent *wire.Code) *host.Code {
	if sent == nil {
		f.fail("code", "is required")
		return nil
	}
	if !codeChallenge.MatchString(sent.CodeChallenge) {
		f.fail("code.code_challenge", "must have 43 base64url characters")
	}
	if sent.SpentAt != nil {
		f.fail("code.spent_at", "must be absent")
	}
	if sent.LineageID != "" {
		f.fail("code.lineage_id", "must be empty")
	}
	return &host.Code{
		Hash:          f.hash("code.code_hash", sent.CodeHash),
		ClientID:      f.id("code.client_id", sent.ClientID, maxID),
		UserID:        f.id("code.user_id", sent.UserID, maxUserID),
		RedirectURI:   f.id("code.redirect_uri", sent.RedirectURI, maxID),
		CodeChallenge: sent.CodeChallenge,
		Scopes:        f.tokens("code.scopes", sent.Scopes),
		Resource:      f.required("code.resource", sent.Resource),
		IssuedAt:      f.time("code.issued_at", sent.IssuedAt),
		ExpiresAt:     f.time("code.expires_at", sent.ExpiresAt),
		GrantContext:  f.grantContext("code.grant_context", sent.GrantContext),
	}
}

func toCode(code *host.Code) *wire.Code {
	return &wire.Code{
		CodeHash:      code.Hash,
		ClientID:      code.ClientID,
		UserID:        code.UserID,
		RedirectURI:   code.RedirectURI,
		CodeChallenge: code.CodeChallenge,
		Scopes:        code.Scopes,
		Resource:      code.Resource,
		IssuedAt:      wire.TimestampOf(code.IssuedAt),
		ExpiresAt:     wire.TimestampOf(code.ExpiresAt),
		GrantContext:  code.GrantContext,
		SpentAt:       wire.OptionalTimestamp(code.SpentAt),
		LineageID:     code.LineageID,
	}
}

// refreshToken is a token to create: spent_at and lineage_revoked must be absent.
func (f *fields) refreshToken(sent *wire.RefreshToken) *host.RefreshToken {
	if sent == nil {
		f.fail("refresh_token", "is required")
		return nil
	}
	if sent.SpentAt != nil {
		f.fail("refresh_token.spent_at", "must be absent")
	}
	if sent.LineageRevoked {
		f.fail("refresh_token.lineage_revoked", "must be false")
	}
	return &host.RefreshToken{
		Hash:             f.hash("refresh_token.token_hash", sent.TokenHash),
		LineageID:        f.id("refresh_token.lineage_id", sent.LineageID, maxLineageID),
		ClientID:         f.id("refresh_token.client_id", sent.ClientID, maxID),
		UserID:           f.id("refresh_token.user_id", sent.UserID, maxUserID),
		Scopes:           f.tokens("refresh_token.scopes", sent.Scopes),
		Resource:         f.required("refresh_token.resource", sent.Resource),
		IssuedAt:         f.time("refresh_token.issued_at", sent.IssuedAt),
		ExpiresAt:        f.time("refresh_token.expires_at", sent.ExpiresAt),
		LineageStartedAt: f.time("refresh_token.lineage_started_at", sent.LineageStartedAt),
		GrantContext:     f.grantContext("refresh_token.grant_context", sent.GrantContext),
	}
}

func toRefreshToken(token *host.RefreshToken) *wire.RefreshToken {
	return &wire.RefreshToken{
		TokenHash:        token.Hash,
		LineageID:        token.LineageID,
		ClientID:         token.ClientID,
		UserID:           token.UserID,
		Scopes:           token.Scopes,
		Resource:         token.Resource,
		IssuedAt:         wire.TimestampOf(token.IssuedAt),
		ExpiresAt:        wire.TimestampOf(token.ExpiresAt),
		LineageStartedAt: wire.TimestampOf(token.LineageStartedAt),
		GrantContext:     token.GrantContext,
		SpentAt:          wire.OptionalTimestamp(token.SpentAt),
		LineageRevoked:   token.LineageRevoked,
	}
}
