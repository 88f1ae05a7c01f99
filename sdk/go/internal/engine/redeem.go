package engine

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/wire"
)

// The two operations that redeem a code or a refresh token in one step: find the records, compare them with what Gatehouse
// expects, and only then spend, mint and create. They use the stores, so that every backend has them. The rows of
// backend.proto's tables are in authenticates, codeExpectation.holds and tokenExpectation.holds.

// credentials of a client at the token endpoint. secretHash is nil for a public client.
type credentials struct {
	clientID   string
	method     host.AuthMethod
	secretHash []byte
}

func (f *fields) credentials(sent *wire.ClientCredentials) credentials {
	if sent == nil {
		f.fail("credentials", "is required")
		return credentials{}
	}
	parsed := credentials{
		clientID: f.id("credentials.client_id", sent.ClientID, maxID),
		method:   f.authMethod("credentials.token_endpoint_auth_method", sent.TokenEndpointAuthMethod),
	}
	if parsed.method != host.AuthMethodNone {
		parsed.secretHash = f.hash("credentials.secret_hash", sent.SecretHash)
	} else if len(sent.SecretHash) > 0 {
		f.fail("credentials.secret_hash", "must be empty for a public client")
	}
	return parsed
}

func (c *credentials) authenticates(client *host.Client, grantType string) bool {
	return client.RevokedAt.IsZero() &&
		client.AuthMethod == c.method &&
		subtle.ConstantTimeCompare(client.SecretHash, c.secretHash) == 1 &&
		contains(client.GrantTypes, grantType)
}

func contains(values []string, value string) bool {
	for _, each := range values {
		if each == value {
			return true
		}
	}
	return false
}

// findOptional returns nil for a client that does not exist.
func findOptional(ctx context.Context, tx host.Tx, clientID string) (*host.Client, *wire.Client, error) {
	client, err := tx.Clients.Find(ctx, clientID)
	if errors.Is(err, host.ErrNotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return client, toClient(client), nil
}

type codeExpectation struct {
	// redirectURI is empty if the request has none.
	redirectURI   string
	codeChallenge string
	at            time.Time
}

func (e *codeExpectation) holds(code *host.Code) bool {
	return (e.redirectURI == "" || code.RedirectURI == e.redirectURI) &&
		subtle.ConstantTimeCompare([]byte(code.CodeChallenge), []byte(e.codeChallenge)) == 1 &&
		code.SpentAt.IsZero() &&
		e.at.Before(code.ExpiresAt)
}

func redeemCode(f *fields, sent *wire.RedeemCode) step {
	sender := f.credentials(sent.Credentials)
	hash := f.hash("code_hash", sent.CodeHash)
	at := f.time("at", sent.At)
	expected := codeExpectation{redirectURI: sent.RedirectURI, codeChallenge: sent.CodeChallenge, at: at}
	if sent.RedirectURI != "" {
		f.id("redirect_uri", sent.RedirectURI, maxID)
	}
	if !codeChallenge.MatchString(sent.CodeChallenge) {
		f.fail("code_challenge", "must have 43 base64url characters")
	}
	request := host.MintRequest{
		LineageID: f.id("lineage_id", sent.LineageID, maxLineageID),
		ExpiresAt: f.time("access_token_expires_at", sent.AccessTokenExpiresAt),
		At:        at,
	}
	next := host.RefreshToken{
		Hash:             f.hash("refresh_token_hash", sent.RefreshTokenHash),
		LineageID:        request.LineageID,
		IssuedAt:         at,
		ExpiresAt:        f.time("refresh_token_expires_at", sent.RefreshTokenExpiresAt),
		LineageStartedAt: at,
	}
	return step{
		kind:   "redeem_code",
		aborts: []host.AbortReason{host.CodeNotFound, host.CodeAlreadySpent, host.MintRefused, host.LineageRevoked},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			result := &wire.RedeemCodeResult{}
			answer := wire.OperationResult{RedeemCode: result}
			client, found, err := findOptional(ctx, tx, sender.clientID)
			if err != nil {
				return answer, err
			}
			result.Client = found
			code, err := tx.Codes.Find(ctx, hash)
			if err != nil {
				return answer, unlessNotFound(err)
			}
			result.Code = toCode(code)
			if client == nil || !sender.authenticates(client, "authorization_code") || code.ClientID != client.ID || !expected.holds(code) {
				return answer, nil
			}
			if err := tx.Codes.Spend(ctx, hash, request.LineageID, at); err != nil {
				return answer, err
			}
			mint, token := request, next
			mint.UserID, mint.ClientID, mint.Scopes = code.UserID, code.ClientID, code.Scopes
			mint.Resource, mint.GrantContext = code.Resource, code.GrantContext
			token.UserID, token.ClientID, token.Scopes = code.UserID, code.ClientID, code.Scopes
			token.Resource, token.GrantContext = code.Resource, code.GrantContext
			result.Minted, err = mintAndCreate(ctx, tx, &mint, &token)
			return answer, err
		},
	}
}

type tokenExpectation struct {
	scopes []string
	// startedAfter is zero if lineages have no maximum age.
	startedAfter time.Time
	at           time.Time
}

func (e *tokenExpectation) holds(token *host.RefreshToken) bool {
	for _, scope := range e.scopes {
		if !contains(token.Scopes, scope) {
			return false
		}
	}
	return !token.LineageRevoked &&
		token.SpentAt.IsZero() &&
		e.at.Before(token.ExpiresAt) &&
		(e.startedAfter.IsZero() || e.startedAfter.Before(token.LineageStartedAt))
}

// granted are the scopes of the access token, in the order of the grant, so that equal grants look the same everywhere.
func (e *tokenExpectation) granted(token *host.RefreshToken) []string {
	if len(e.scopes) == 0 {
		return token.Scopes
	}
	var scopes []string
	for _, scope := range token.Scopes {
		if contains(e.scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

func redeemRefreshToken(f *fields, sent *wire.RedeemRefreshToken) step {
	sender := f.credentials(sent.Credentials)
	hash := f.hash("token_hash", sent.TokenHash)
	at := f.time("at", sent.At)
	expected := tokenExpectation{startedAfter: f.optionalTime("lineage_started_after", sent.LineageStartedAfter), at: at}
	if len(sent.Scopes) > 0 {
		expected.scopes = f.tokens("scopes", sent.Scopes)
	}
	request := host.MintRequest{ExpiresAt: f.time("access_token_expires_at", sent.AccessTokenExpiresAt), At: at}
	next := host.RefreshToken{
		Hash:      f.hash("successor_hash", sent.SuccessorHash),
		IssuedAt:  at,
		ExpiresAt: f.time("successor_expires_at", sent.SuccessorExpiresAt),
	}
	return step{
		kind: "redeem_refresh_token",
		aborts: []host.AbortReason{
			host.RefreshTokenNotFound, host.RefreshTokenAlreadySpent, host.MintRefused, host.LineageRevoked,
		},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			result := &wire.RedeemRefreshTokenResult{}
			answer := wire.OperationResult{RedeemRefreshToken: result}
			client, found, err := findOptional(ctx, tx, sender.clientID)
			if err != nil {
				return answer, err
			}
			result.Client = found
			spent, err := tx.RefreshTokens.Find(ctx, hash)
			if err != nil {
				return answer, unlessNotFound(err)
			}
			result.RefreshToken = toRefreshToken(spent)
			if client == nil || !sender.authenticates(client, "refresh_token") || spent.ClientID != client.ID || !expected.holds(spent) {
				return answer, nil
			}
			if err := tx.RefreshTokens.Spend(ctx, hash, at); err != nil {
				return answer, err
			}
			mint, token := request, next
			mint.UserID, mint.ClientID, mint.Scopes = spent.UserID, spent.ClientID, expected.granted(spent)
			mint.Resource, mint.GrantContext, mint.LineageID = spent.Resource, spent.GrantContext, spent.LineageID
			token.UserID, token.ClientID, token.Scopes = spent.UserID, spent.ClientID, spent.Scopes
			token.Resource, token.GrantContext, token.LineageID = spent.Resource, spent.GrantContext, spent.LineageID
			token.LineageStartedAt = spent.LineageStartedAt
			result.Minted, err = mintAndCreate(ctx, tx, &mint, &token)
			return answer, err
		},
	}
}

// mintAndCreate mints an access token, and stores the refresh token beside it.
func mintAndCreate(ctx context.Context, tx host.Tx, request *host.MintRequest, token *host.RefreshToken) (*wire.MintAccessTokenResult, error) {
	minted, err := mint(ctx, tx, request)
	if err != nil {
		return nil, err
	}
	return minted, tx.RefreshTokens.Create(ctx, token)
}
