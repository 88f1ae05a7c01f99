package wire

// TransactRequest is one transaction.
type TransactRequest struct {
	Operations []Operation `json:"operations,omitempty"`
}

// TransactResponse is its outcome: one member is set.
type TransactResponse struct {
	Committed *Committed `json:"committed,omitempty"`
	Aborted   *Aborted   `json:"aborted,omitempty"`
}

// Committed has one result for each operation.
type Committed struct {
	Results []OperationResult `json:"results,omitempty"`
}

// Aborted names the operation whose precondition failed.
type Aborted struct {
	OperationIndex int `json:"operationIndex,omitempty"`
	// Reason is the name of the AbortReason.
	Reason       string `json:"reason"`
	PublicReason string `json:"publicReason,omitempty"`
}

// Operation is one step of a transaction: exactly one member is set.
type Operation struct {
	FindClient              *FindClient              `json:"findClient,omitempty"`
	CreateClient            *CreateClient            `json:"createClient,omitempty"`
	SweepUnconsentedClients *SweepUnconsentedClients `json:"sweepUnconsentedClients,omitempty"`
	StampConsent            *StampConsent            `json:"stampConsent,omitempty"`
	CreateCode              *CreateCode              `json:"createCode,omitempty"`
	FindCode                *FindCode                `json:"findCode,omitempty"`
	SpendCode               *SpendCode               `json:"spendCode,omitempty"`
	CreateRefreshToken      *CreateRefreshToken      `json:"createRefreshToken,omitempty"`
	FindRefreshToken        *FindRefreshToken        `json:"findRefreshToken,omitempty"`
	SpendRefreshToken       *SpendRefreshToken       `json:"spendRefreshToken,omitempty"`
	RevokeLineage           *RevokeLineage           `json:"revokeLineage,omitempty"`
	SweepExpired            *SweepExpired            `json:"sweepExpired,omitempty"`
	MintAccessToken         *MintAccessToken         `json:"mintAccessToken,omitempty"`
	FindAccessToken         *FindAccessToken         `json:"findAccessToken,omitempty"`
	RedeemCode              *RedeemCode              `json:"redeemCode,omitempty"`
	RedeemRefreshToken      *RedeemRefreshToken      `json:"redeemRefreshToken,omitempty"`
}

// OperationResult is the result of the operation of the same name.
type OperationResult struct {
	FindClient              *FindClientResult              `json:"findClient,omitempty"`
	CreateClient            *CreateClientResult            `json:"createClient,omitempty"`
	SweepUnconsentedClients *SweepUnconsentedClientsResult `json:"sweepUnconsentedClients,omitempty"`
	StampConsent            *Empty                         `json:"stampConsent,omitempty"`
	CreateCode              *Empty                         `json:"createCode,omitempty"`
	FindCode                *FindCodeResult                `json:"findCode,omitempty"`
	SpendCode               *Empty                         `json:"spendCode,omitempty"`
	CreateRefreshToken      *Empty                         `json:"createRefreshToken,omitempty"`
	FindRefreshToken        *FindRefreshTokenResult        `json:"findRefreshToken,omitempty"`
	SpendRefreshToken       *Empty                         `json:"spendRefreshToken,omitempty"`
	RevokeLineage           *RevokeLineageResult           `json:"revokeLineage,omitempty"`
	SweepExpired            *SweepExpiredResult            `json:"sweepExpired,omitempty"`
	MintAccessToken         *MintAccessTokenResult         `json:"mintAccessToken,omitempty"`
	FindAccessToken         *FindAccessTokenResult         `json:"findAccessToken,omitempty"`
	RedeemCode              *RedeemCodeResult              `json:"redeemCode,omitempty"`
	RedeemRefreshToken      *RedeemRefreshTokenResult      `json:"redeemRefreshToken,omitempty"`
}

// Empty is a result without fields.
type Empty struct{}

// Client is a registered client.
type Client struct {
	ClientID                string     `json:"clientId,omitempty"`
	ClientName              string     `json:"clientName,omitempty"`
	RedirectURIs            []string   `json:"redirectUris,omitempty"`
	TokenEndpointAuthMethod AuthMethod `json:"tokenEndpointAuthMethod,omitempty"`
	SecretHash              Bytes      `json:"secretHash,omitempty"`
	Scopes                  []string   `json:"scopes,omitempty"`
	GrantTypes              []string   `json:"grantTypes,omitempty"`
	RegisteredAt            *Timestamp `json:"registeredAt,omitempty"`
	ConsentedAt             *Timestamp `json:"consentedAt,omitempty"`
	RevokedAt               *Timestamp `json:"revokedAt,omitempty"`
	SelfRegistered          bool       `json:"selfRegistered,omitempty"`
	MetadataJSON            string     `json:"metadataJson,omitempty"`
}

// Code is an issued authorization code.
type Code struct {
	CodeHash      Bytes      `json:"codeHash,omitempty"`
	ClientID      string     `json:"clientId,omitempty"`
	UserID        string     `json:"userId,omitempty"`
	RedirectURI   string     `json:"redirectUri,omitempty"`
	CodeChallenge string     `json:"codeChallenge,omitempty"`
	Scopes        []string   `json:"scopes,omitempty"`
	Resource      string     `json:"resource,omitempty"`
	IssuedAt      *Timestamp `json:"issuedAt,omitempty"`
	ExpiresAt     *Timestamp `json:"expiresAt,omitempty"`
	GrantContext  Bytes      `json:"grantContext,omitempty"`
	SpentAt       *Timestamp `json:"spentAt,omitempty"`
	LineageID     string     `json:"lineageId,omitempty"`
}

// RefreshToken is one refresh token.
type RefreshToken struct {
	TokenHash        Bytes      `json:"tokenHash,omitempty"`
	LineageID        string     `json:"lineageId,omitempty"`
	ClientID         string     `json:"clientId,omitempty"`
	UserID           string     `json:"userId,omitempty"`
	Scopes           []string   `json:"scopes,omitempty"`
	Resource         string     `json:"resource,omitempty"`
	IssuedAt         *Timestamp `json:"issuedAt,omitempty"`
	ExpiresAt        *Timestamp `json:"expiresAt,omitempty"`
	LineageStartedAt *Timestamp `json:"lineageStartedAt,omitempty"`
	GrantContext     Bytes      `json:"grantContext,omitempty"`
	SpentAt          *Timestamp `json:"spentAt,omitempty"`
	LineageRevoked   bool       `json:"lineageRevoked,omitempty"`
}

// FindClient looks up a client.
type FindClient struct {
	ClientID string `json:"clientId,omitempty"`
}

// FindClientResult is the client, or nil.
type FindClientResult struct {
	Client *Client `json:"client,omitempty"`
}

// CreateClient stores a new client.
type CreateClient struct {
	Client                 *Client `json:"client,omitempty"`
	Cap                    Uint32  `json:"cap,omitempty"`
	EvictOldestUnconsented bool    `json:"evictOldestUnconsented,omitempty"`
	ReplaceExisting        bool    `json:"replaceExisting,omitempty"`
}

// CreateClientResult counts the unrevoked clients.
type CreateClientResult struct {
	ClientCount int `json:"clientCount,omitempty"`
}

// SweepUnconsentedClients removes old clients without consent.
type SweepUnconsentedClients struct {
	RegisteredBefore *Timestamp `json:"registeredBefore,omitempty"`
}

// SweepUnconsentedClientsResult counts the removed clients.
type SweepUnconsentedClientsResult struct {
	Removed int `json:"removed,omitempty"`
}

// StampConsent records the consent that a client received.
type StampConsent struct {
	ClientID string     `json:"clientId,omitempty"`
	At       *Timestamp `json:"at,omitempty"`
}

// CreateCode stores a code.
type CreateCode struct {
	Code *Code `json:"code,omitempty"`
}

// FindCode looks up a code.
type FindCode struct {
	CodeHash Bytes `json:"codeHash,omitempty"`
}

// FindCodeResult is the code, or nil.
type FindCodeResult struct {
	Code *Code `json:"code,omitempty"`
}

// SpendCode marks a code as spent.
type SpendCode struct {
	CodeHash  Bytes      `json:"codeHash,omitempty"`
	LineageID string     `json:"lineageId,omitempty"`
	At        *Timestamp `json:"at,omitempty"`
}

// CreateRefreshToken stores a refresh token.
type CreateRefreshToken struct {
	RefreshToken *RefreshToken `json:"refreshToken,omitempty"`
}

// FindRefreshToken looks up a refresh token.
type FindRefreshToken struct {
	TokenHash Bytes `json:"tokenHash,omitempty"`
}

// FindRefreshTokenResult is the token, or nil.
type FindRefreshTokenResult struct {
	RefreshToken *RefreshToken `json:"refreshToken,omitempty"`
}

// SpendRefreshToken marks a refresh token as spent.
type SpendRefreshToken struct {
	TokenHash Bytes      `json:"tokenHash,omitempty"`
	At        *Timestamp `json:"at,omitempty"`
}

// RevokeLineage revokes a lineage.
type RevokeLineage struct {
	LineageID string     `json:"lineageId,omitempty"`
	At        *Timestamp `json:"at,omitempty"`
}

// RevokeLineageResult says whether the call revoked it.
type RevokeLineageResult struct {
	NewlyRevoked bool `json:"newlyRevoked,omitempty"`
}

// SweepExpired removes expired codes and refresh tokens.
type SweepExpired struct {
	Before *Timestamp `json:"before,omitempty"`
}

// SweepExpiredResult counts the removed rows.
type SweepExpiredResult struct {
	CodesRemoved         int `json:"codesRemoved,omitempty"`
	RefreshTokensRemoved int `json:"refreshTokensRemoved,omitempty"`
}

// MintAccessToken asks for an access token.
type MintAccessToken struct {
	UserID       string     `json:"userId,omitempty"`
	ClientID     string     `json:"clientId,omitempty"`
	Scopes       []string   `json:"scopes,omitempty"`
	Resource     string     `json:"resource,omitempty"`
	LineageID    string     `json:"lineageId,omitempty"`
	ExpiresAt    *Timestamp `json:"expiresAt,omitempty"`
	GrantContext Bytes      `json:"grantContext,omitempty"`
	At           *Timestamp `json:"at,omitempty"`
}

// MintAccessTokenResult is the minted token.
type MintAccessTokenResult struct {
	AccessToken string     `json:"accessToken,omitempty"`
	ExpiresAt   *Timestamp `json:"expiresAt,omitempty"`
}

// FindAccessToken looks up a live access token.
type FindAccessToken struct {
	AccessToken string `json:"accessToken,omitempty"`
}

// FindAccessTokenResult is the token's data, or nil.
type FindAccessTokenResult struct {
	AccessToken *AccessTokenInfo `json:"accessToken,omitempty"`
}

// AccessTokenInfo is the lineage, client and user of a live access token.
type AccessTokenInfo struct {
	LineageID string `json:"lineageId,omitempty"`
	ClientID  string `json:"clientId,omitempty"`
	UserID    string `json:"userId,omitempty"`
}
