package host

import (
	"context"
	"time"
)

// Backend is the application's store of clients, codes and tokens.
//
// Transaction runs work inside one database transaction. An implementation must guarantee:
//
//   - If work returns nil, its changes are committed and durable before Transaction returns nil.
//   - If work returns an error, its changes are rolled back, and Transaction returns an error that wraps it.
//   - work sees its own changes, and those committed before it began. Spends and the client cap hold under concurrency:
//     of any number of transactions that spend one code, one commits.
//   - Nothing commits after ctx is done: right before the commit it checks ctx and its deadline, and rolls back.
//   - It retries a transaction that loses a conflict (serialization failure, deadlock): it may therefore call work more
//     than once, each time in a new transaction.
//   - It returns an error that wraps an UnavailableError if the database is not available.
//
// readOnly is a hint that work changes nothing, so that no write lock and no durable commit is needed.
type Backend interface {
	Transaction(ctx context.Context, readOnly bool, work func(ctx context.Context, tx Tx) error) error
}

// Tx has the stores of a transaction. Do not use them after the transaction ended.
type Tx struct {
	Clients       ClientStore
	Codes         CodeStore
	RefreshTokens RefreshTokenStore
	AccessTokens  AccessTokenIssuer
}

// Client is a registered client (RFC 7591 §2).
type Client struct {
	// ID has the base64url alphabet, or is the https URL of a client metadata document. At most 2048 characters.
	ID string
	// Name comes from the client and is not verified. Empty if it supplied none.
	Name string
	// RedirectURIs are compared as exact strings. At least one.
	RedirectURIs []string
	// AuthMethod is how the client authenticates at the token endpoint.
	AuthMethod AuthMethod
	// SecretHash is the SHA-256 of the client's secret; nil for public clients.
	SecretHash []byte
	// Scopes are the maximum: no request can exceed them.
	Scopes []string
	// GrantTypes are from "authorization_code" and "refresh_token".
	GrantTypes []string
	// RegisteredAt is when the client was registered.
	RegisteredAt time.Time
	// ConsentedAt is when the client first received consent; zero until then.
	ConsentedAt time.Time
	// RevokedAt is when the client was revoked; zero if it is not. Every endpoint rejects a revoked client, and it does
	// not count towards the cap.
	RevokedAt time.Time
	// SelfRegistered is false if the application's own tooling created the client.
	SelfRegistered bool
	// MetadataJSON is other metadata by its RFC 7591 name, a JSON object of at most 16 KiB. Empty if there is none.
	MetadataJSON string
}

// CreateClientOptions are the conditions of ClientStore.Create.
type CreateClientOptions struct {
	// Cap is the maximum number of unrevoked clients, the new one included. 0 means no limit.
	Cap uint32
	// EvictOldestUnconsented makes room at the cap: remove the unrevoked client that registered longest ago among those
	// that registered themselves and have no consent. If there is none, or if one is not enough because the cap was
	// lowered, abort with ClientCapReached.
	EvictOldestUnconsented bool
	// ReplaceExisting replaces the metadata of a client with the same id, keeps its RegisteredAt, ConsentedAt and
	// RevokedAt, and does not apply the cap.
	ReplaceExisting bool
}

// ClientStore has the clients, inside one transaction.
type ClientStore interface {
	// Find returns a client, revoked ones too, or ErrNotFound.
	Find(ctx context.Context, clientID string) (*Client, error)
	// Create stores a client if fewer than Cap unrevoked clients exist, and returns how many exist afterwards. Counting and
	// storing are one atomic step. Aborts with ClientCapReached, or with ClientAlreadyExists if ReplaceExisting is false.
	Create(ctx context.Context, client *Client, options CreateClientOptions) (clientCount int, err error)
	// SweepUnconsented removes clients that registered themselves before the time, never received consent, are not revoked
	// and hold no live token: at most 1000 in one call. It returns how many.
	SweepUnconsented(ctx context.Context, registeredBefore time.Time) (removed int, err error)
	// StampConsent records that the client received consent; the first stamp stays. Aborts with ClientNotFound, also for a
	// revoked client.
	StampConsent(ctx context.Context, clientID string, at time.Time) error
}

// Code is an issued authorization code, identified by its hash.
type Code struct {
	// Hash is the SHA-256 of the code.
	Hash     []byte
	ClientID string
	// UserID is the user who gave consent.
	UserID string
	// RedirectURI is exactly that of the authorization request.
	RedirectURI string
	// CodeChallenge is the PKCE S256 challenge, 43 base64url characters (RFC 7636 §4.2).
	CodeChallenge string
	Scopes        []string
	// Resource is what the grant is for (RFC 8707).
	Resource  string
	IssuedAt  time.Time
	ExpiresAt time.Time
	// GrantContext is what the application attached at consent; nil if there is none. At most 4096 bytes.
	GrantContext []byte
	// SpentAt and LineageID are zero until Spend sets them.
	SpentAt   time.Time
	LineageID string
}

// CodeStore has the authorization codes, inside one transaction.
type CodeStore interface {
	// Create stores an issued code. Its hash is new.
	Create(ctx context.Context, code *Code) error
	// Find returns a code, spent and expired ones too, or ErrNotFound.
	Find(ctx context.Context, hash []byte) (*Code, error)
	// Spend marks a code as spent and records the lineage of its tokens, so that a replay of the code can revoke it. It is
	// a compare-and-set. Aborts with CodeNotFound or CodeAlreadySpent.
	Spend(ctx context.Context, hash []byte, lineageID string, at time.Time) error
	// SweepExpired removes at most limit codes that expired before the time, and returns how many.
	SweepExpired(ctx context.Context, before time.Time, limit int) (removed int, err error)
}

// RefreshToken is one refresh token, identified by its hash. A token and its successors share a lineage id.
type RefreshToken struct {
	// Hash is the SHA-256 of the token.
	Hash      []byte
	LineageID string
	ClientID  string
	// UserID is the user who gave consent.
	UserID string
	// Scopes are those of the original grant; a refresh with fewer scopes does not reduce them (RFC 6749 §6).
	Scopes    []string
	Resource  string
	IssuedAt  time.Time
	ExpiresAt time.Time
	// LineageStartedAt is when the first token of the lineage was issued.
	LineageStartedAt time.Time
	// GrantContext is what the application attached at consent; nil if there is none.
	GrantContext []byte
	// SpentAt is zero until Spend sets it.
	SpentAt time.Time
	// LineageRevoked is false until RevokeLineage sets it.
	LineageRevoked bool
}

// RefreshTokenStore has the refresh tokens and their lineages, inside one transaction.
type RefreshTokenStore interface {
	// Create stores a refresh token; the first one of a lineage starts it. Aborts with LineageRevoked.
	Create(ctx context.Context, token *RefreshToken) error
	// Find returns a token, spent, expired and revoked ones too, or ErrNotFound.
	Find(ctx context.Context, hash []byte) (*RefreshToken, error)
	// Spend marks a refresh token as spent. It is a compare-and-set. Aborts with RefreshTokenNotFound,
	// RefreshTokenAlreadySpent, or LineageRevoked, even if the token is spent as well.
	Spend(ctx context.Context, hash []byte, at time.Time) error
	// RevokeLineage permanently revokes every refresh token of a lineage, also of one that is not known (yet): nothing can
	// be added to it afterwards, not even by a rotation that runs at the same time. It returns whether this call did so.
	RevokeLineage(ctx context.Context, lineageID string, at time.Time) (newlyRevoked bool, err error)
	// SweepExpired removes at most limit refresh tokens that expired before the time, and returns how many.
	SweepExpired(ctx context.Context, before time.Time, limit int) (removed int, err error)
}

// MintRequest asks for an access token.
type MintRequest struct {
	// UserID is the user who gave consent.
	UserID string
	// ClientID is the client that will use the token.
	ClientID string
	// Scopes of the token; may be fewer than those of the grant.
	Scopes []string
	// Resource is what the token is for: its audience (RFC 8707 §2).
	Resource string
	// LineageID is the lineage that the token belongs to: revoking the lineage revokes the token.
	LineageID string
	// ExpiresAt is when the token expires. An issuer may choose an earlier time, never a later one.
	ExpiresAt time.Time
	// GrantContext is what the application attached at consent; nil if there is none.
	GrantContext []byte
	// At is the current time by Gatehouse's clock.
	At time.Time
}

// MintedToken is a new access token.
type MintedToken struct {
	// AccessToken is what the client will send: 1 to 8192 characters of RFC 6750 §2.1.
	AccessToken string
	// ExpiresAt is set if the token expires earlier than requested.
	ExpiresAt time.Time
}

// AccessTokenInfo is the lineage, client and user of a live access token.
type AccessTokenInfo struct {
	LineageID string
	ClientID  string
	UserID    string
}

// AccessTokenIssuer mints and revokes the application's own access tokens, inside one transaction. Gatehouse does not
// interpret them.
type AccessTokenIssuer interface {
	// Mint makes a new token. Return RefuseMint to refuse; aborts with LineageRevoked too.
	Mint(ctx context.Context, request *MintRequest) (*MintedToken, error)
	// Find returns the data of a live token, or ErrNotFound if it is unknown, expired or revoked.
	Find(ctx context.Context, accessToken string) (*AccessTokenInfo, error)
	// RevokeLineage permanently revokes every access token of the lineage. It runs right after
	// RefreshTokenStore.RevokeLineage.
	RevokeLineage(ctx context.Context, lineageID string, at time.Time) error
	// SweepExpired removes at most limit tokens that expired before the time. It does nothing if tokens are not stored.
	SweepExpired(ctx context.Context, before time.Time, limit int) error
}
