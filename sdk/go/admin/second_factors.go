package admin

import "context"

// SecondFactor is the second factor of an administrator.
type SecondFactor struct {
	// SealedSecret is opaque. It is a secret, although only Gatehouse can read it. Empty: no app, only passkeys.
	SealedSecret      string
	RecoveryCodesLeft int
}

// NewSecondFactor is a second factor to set.
type NewSecondFactor struct {
	AdministratorID string
	TokenVersion    uint32
	SealedSecret    string
	// Step counts as accepted.
	Step uint32
	// RecoveryHashes are SHA-256, in hexadecimal; empty to keep those that came with a passkey.
	RecoveryHashes []string
}

// SecondFactorUse is the use of a code.
type SecondFactorUse struct {
	AdministratorID string
	// SealedSecret is the one that the code was verified with.
	SealedSecret string
	// Step is that of a code of the app; nil for a recovery code, whose hash is RecoveryHash.
	Step         *uint32
	RecoveryHash string
	// ResealedSecret replaces the sealed secret, if the code is accepted; empty to keep it.
	ResealedSecret string
}

// SecondFactors is what a Directory with Accounts can have too, so that administrators can have a second factor and roles can
// demand one. SQLDirectory has it. Administrators then have HasSecondFactor and MustHaveSecondFactor. The contract
// (admin_second_factor.proto) has the rules. Every method is one transaction, as in Directory. Never log, list or export what
// it keeps.
type SecondFactors interface {
	// FindSecondFactor returns nil if the administrator is not active or has none.
	FindSecondFactor(ctx context.Context, administratorID string) (*SecondFactor, error)
	// SetSecondFactor gives an administrator an app, and raises the token version. AccountForbidden: there is one already.
	SetSecondFactor(ctx context.Context, factor NewSecondFactor) (*Administrator, AccountRefusal, error)
	// UseSecondFactor says whether the code is accepted: each is accepted once.
	UseSecondFactor(ctx context.Context, use SecondFactorUse) (bool, error)
	// SetRecoveryCodes says whether the recovery codes were replaced: the sealed secret is the stored one.
	SetRecoveryCodes(ctx context.Context, administratorID, sealedSecret string, recoveryHashes []string) (bool, error)
	// RemoveSecondFactor removes it with all passkeys, and raises the token version. AccountStale: there is none. removedBy is the responsible
	// administrator, possibly the same; empty: an operator.
	RemoveSecondFactor(ctx context.Context, administratorID, removedBy string) (*Administrator, AccountRefusal, error)
}
