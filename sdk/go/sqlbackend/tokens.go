package sqlbackend

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/bearer"
)

const tokenBytes = 32

var (
	// Adds nothing to a revoked lineage. A concurrent revocation of the lineage invalidates the token as well.
	insertAccessToken = prepared(`insert into gatehouse_access_tokens
    (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at, grant_context)
  select «cast(»$1« as bytea)», «cast(»$2« as text)», «cast(»$3« as text)», «cast(»$4« as text)», «cast(»$5« as text)»,
    «cast(»$6« as text)», «cast(»$7« as bigint)», «cast(»$8« as bytea)»
  where not exists (select 1 from gatehouse_lineages where lineage_id = $2 and revoked_at is not null)`)

	findAccessToken = prepared(`select lineage_id, client_id, user_id, scopes, resource, expires_at, grant_context
  from gatehouse_access_tokens t where token_hash = $1 and expires_at > $2 and ` + revocationOf + ` is null`)
)

// MintHook runs before an access token is minted, in the same transaction. Return host.RefuseMint to refuse: the client
// receives its text. Any other error is a fault. Statements on tx are part of the transaction, which may run again if it
// loses a conflict: do not send anything from a hook.
type MintHook func(ctx context.Context, tx Querier, request *host.MintRequest) error

// OpaqueTokens are random access tokens, stored as SHA-256 hashes, so that reading the database reveals no usable token.
// Revoking a lineage invalidates its tokens immediately.
type OpaqueTokens struct {
	database *Database
	hooks    []MintHook
}

// NewOpaqueTokens returns the tokens of a database.
func NewOpaqueTokens(database *Database) *OpaqueTokens {
	return &OpaqueTokens{database: database}
}

// BeforeMint adds a hook. Call it before you serve the host.
func (t *OpaqueTokens) BeforeMint(hook MintHook) {
	t.hooks = append(t.hooks, hook)
}

// Verify returns the grant of a live access token for the resource, or bearer.ErrInvalidToken if the token is unknown,
// expired, revoked, or for another resource (RFC 8707 §2).
func (t *OpaqueTokens) Verify(ctx context.Context, token, resource string) (*bearer.Grant, error) {
	var grant *bearer.Grant
	err := t.database.transaction(ctx, true, func(ctx context.Context, tx *transaction) (err error) {
		grant, err = (&tokenIssuer{tx: tx}).find(ctx, token)
		return err
	})
	switch {
	case errors.Is(err, host.ErrNotFound):
		return nil, bearer.ErrInvalidToken
	case err != nil:
		return nil, err
	case grant.Resource != resource:
		return nil, bearer.ErrInvalidToken
	}
	return grant, nil
}

// Protect serves next for requests with a valid access token for the resource (bearer.Protect).
func (t *OpaqueTokens) Protect(resource string, next http.Handler) http.Handler {
	return bearer.Protect(t, resource, next)
}

// Within returns the issuer for one transaction.
func (t *OpaqueTokens) Within(tx Querier) host.AccessTokenIssuer {
	own, ok := tx.(*transaction)
	if !ok {
		own = &transaction{Querier: tx, dialect: t.database.dialect}
	}
	return &tokenIssuer{tx: own, hooks: t.hooks}
}

type tokenIssuer struct {
	tx    *transaction
	hooks []MintHook
}

func (i *tokenIssuer) Mint(ctx context.Context, request *host.MintRequest) (*host.MintedToken, error) {
	for _, hook := range i.hooks {
		if err := hook(ctx, i.tx, request); err != nil {
			return nil, err
		}
	}
	random := make([]byte, tokenBytes)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	token := base64.RawURLEncoding.EncodeToString(random)
	expiresAt := request.ExpiresAt
	if latest := request.At.Add(revocationKept); expiresAt.After(latest) {
		expiresAt = latest
	}
	inserted, err := i.tx.run(ctx, insertAccessToken, hashOf(token), request.LineageID, request.ClientID, request.UserID,
		joined(request.Scopes), request.Resource, millis(expiresAt), bytesOrNull(request.GrantContext))
	if err != nil {
		return nil, err
	}
	if inserted == 0 {
		return nil, host.Abort(host.LineageRevoked)
	}
	return &host.MintedToken{AccessToken: token, ExpiresAt: expiresAt}, nil
}

func (i *tokenIssuer) Find(ctx context.Context, accessToken string) (*host.AccessTokenInfo, error) {
	grant, err := i.find(ctx, accessToken)
	if err != nil {
		return nil, err
	}
	return &host.AccessTokenInfo{LineageID: grant.LineageID, ClientID: grant.ClientID, UserID: grant.UserID}, nil
}

func (i *tokenIssuer) find(ctx context.Context, accessToken string) (*bearer.Grant, error) {
	grant := &bearer.Grant{}
	var scopes string
	var expiresAt int64
	args := []interface{}{hashOf(accessToken), time.Now().UnixMilli()}
	err := i.tx.first(ctx, findAccessToken, args, &grant.LineageID, &grant.ClientID, &grant.UserID, &scopes,
		&grant.Resource, &expiresAt, &grant.GrantContext)
	if err != nil {
		return nil, err
	}
	grant.Scopes, grant.ExpiresAt = strings.Fields(scopes), timeOf(expiresAt)
	return grant, nil
}

func (i *tokenIssuer) RevokeLineage(ctx context.Context, lineageID string, at time.Time) error {
	_, err := (&lineageStore{tx: i.tx}).revoke(ctx, lineageID, at)
	return err
}

func (i *tokenIssuer) SweepExpired(ctx context.Context, before time.Time, limit int) error {
	_, err := i.tx.run(ctx, sweepAccessTokens, sweptUntil(before), limit)
	return err
}

func hashOf(token string) []byte {
	hash := sha256.Sum256([]byte(token))
	return hash[:]
}
