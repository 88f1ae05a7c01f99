package wire

// ClientCredentials are what a client authenticates with at the token endpoint.
type ClientCredentials struct {
	ClientID                string     `json:"clientId,omitempty"`
	TokenEndpointAuthMethod AuthMethod `json:"tokenEndpointAuthMethod,omitempty"`
	SecretHash              Bytes      `json:"secretHash,omitempty"`
}

// RedeemCode runs a whole code exchange as one operation.
type RedeemCode struct {
	Credentials           *ClientCredentials `json:"credentials,omitempty"`
	CodeHash              Bytes              `json:"codeHash,omitempty"`
	RedirectURI           string             `json:"redirectUri,omitempty"`
	CodeChallenge         string             `json:"codeChallenge,omitempty"`
	LineageID             string             `json:"lineageId,omitempty"`
	At                    *Timestamp         `json:"at,omitempty"`
	AccessTokenExpiresAt  *Timestamp         `json:"accessTokenExpiresAt,omitempty"`
	RefreshTokenHash      Bytes              `json:"refreshTokenHash,omitempty"`
	RefreshTokenExpiresAt *Timestamp         `json:"refreshTokenExpiresAt,omitempty"`
}

// RedeemCodeResult is what was found, and what was minted.
type RedeemCodeResult struct {
	Client *Client                `json:"client,omitempty"`
	Code   *Code                  `json:"code,omitempty"`
	Minted *MintAccessTokenResult `json:"minted,omitempty"`
}

// RedeemRefreshToken runs a whole refresh as one operation.
type RedeemRefreshToken struct {
	Credentials          *ClientCredentials `json:"credentials,omitempty"`
	TokenHash            Bytes              `json:"tokenHash,omitempty"`
	Scopes               []string           `json:"scopes,omitempty"`
	LineageStartedAfter  *Timestamp         `json:"lineageStartedAfter,omitempty"`
	At                   *Timestamp         `json:"at,omitempty"`
	AccessTokenExpiresAt *Timestamp         `json:"accessTokenExpiresAt,omitempty"`
	SuccessorHash        Bytes              `json:"successorHash,omitempty"`
	SuccessorExpiresAt   *Timestamp         `json:"successorExpiresAt,omitempty"`
}

// RedeemRefreshTokenResult is what was found, and what was minted.
type RedeemRefreshTokenResult struct {
	Client       *Client                `json:"client,omitempty"`
	RefreshToken *RefreshToken          `json:"refreshToken,omitempty"`
	Minted       *MintAccessTokenResult `json:"minted,omitempty"`
}
