package admin

import (
	"context"
	"time"
)

// Passkey is one passkey of an administrator.
type Passkey struct {
	// CredentialID is base64url, unique among all administrators.
	CredentialID string
	// PublicKey is COSE, as base64url.
	PublicKey string
	// SignCount is 0 if the authenticator has no counter.
	SignCount  uint32
	Transports []string
	// BackedUp says whether the authenticator copies it to other devices.
	BackedUp  bool
	Name      string
	CreatedAt time.Time
	// UsedAt is nil before the first use.
	UsedAt *time.Time
}

// NewPasskey is a passkey to add.
type NewPasskey struct {
	AdministratorID string
	TokenVersion    uint32
	Passkey
	// RecoveryHashes are SHA-256, in hexadecimal. They replace those that there are; empty to keep them.
	RecoveryHashes []string
}

// PasskeyUse is the use of a passkey, whose signature Gatehouse has verified.
type PasskeyUse struct {
	AdministratorID, CredentialID string
	SignCount                     uint32
	BackedUp                      bool
	UsedAt                        time.Time
}

// PasskeyRefusal is why a passkey was not added; empty if it was.
type PasskeyRefusal string

// The reasons, in the order in which they apply.
const (
	PasskeyUnknown    PasskeyRefusal = "UNKNOWN"
	PasskeyStale      PasskeyRefusal = "STALE"
	PasskeyRegistered PasskeyRefusal = "REGISTERED"
	PasskeyTooMany    PasskeyRefusal = "TOO_MANY"
)

// Passkeys is what a Directory with SecondFactors can have too, so that administrators can use passkeys. SQLDirectory has it.
// The SecondFactors of the same Directory then know administrators without an app, and RemoveSecondFactor removes passkeys as
// well. The contract (admin_passkey.proto) has the rules. Every method is one transaction, as in Directory. Show credential ids
// to no one, and log none.
type Passkeys interface {
	// ListPasskeys returns the one that was added first as the first; none if the administrator is not active.
	ListPasskeys(ctx context.Context, administratorID string) ([]Passkey, error)
	// AddPasskey adds a passkey, and raises the token version.
	AddPasskey(ctx context.Context, passkey NewPasskey) (*Administrator, PasskeyRefusal, error)
	// UsePasskey says whether the use is accepted: the counter is higher than the stored one, or both are 0.
	UsePasskey(ctx context.Context, use PasskeyUse) (bool, error)
	// RenamePasskey says whether the administrator has the passkey.
	RenamePasskey(ctx context.Context, administratorID, credentialID, name string) (bool, error)
	// RemovePasskey removes it, and raises the token version. AccountStale: there is no such passkey.
	RemovePasskey(ctx context.Context, administratorID, credentialID string) (*Administrator, AccountRefusal, error)
	// RemoveAuthenticatorApp removes the app and keeps the passkeys with the recovery codes; without a passkey, it removes
	// everything. It raises the token version. AccountStale: there is no app.
	RemoveAuthenticatorApp(ctx context.Context, administratorID string) (*Administrator, AccountRefusal, error)
}
