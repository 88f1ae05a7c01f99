package admin

import (
	"context"
	"time"
)

// Administrator is a person who may sign in to the admin backend.
type Administrator struct {
	ID          string
	Login       string
	Email       string
	DisplayName string
	// Role is a code; empty for none.
	Role        string
	Superuser   bool
	Permissions []string
	// Locale is empty for the default one.
	Locale string
	// TokenVersion rises when all tokens of the administrator become invalid.
	TokenVersion uint32
	// MustChangePassword says whether another password must be chosen before anything else. Only a Directory with Accounts
	// sets it.
	MustChangePassword bool
	// HasSecondFactor says whether there is a second factor, and MustHaveSecondFactor whether the role demands one. Only a
	// Directory with SecondFactors sets them.
	HasSecondFactor, MustHaveSecondFactor bool
}

// Credentials are an administrator with the bcrypt hash of the password, as Gatehouse sent it.
type Credentials struct {
	Administrator
	PasswordHash string
}

// SignIn is a sign-in with the correct password.
type SignIn struct {
	AdministratorID string
	At              time.Time
	// PasswordHash is the one that matched.
	PasswordHash string
	// RenewedPasswordHash replaces it; empty for none.
	RenewedPasswordHash string
}

// Token identifies a token that Gatehouse signed.
type Token struct {
	AdministratorID string
	TokenVersion    uint32
	ID              string
	// SessionID is the session that the token belongs to, which must still exist; empty if the token needs none.
	SessionID string
}

// Retirement is when a token stops working, and when its row may go.
type Retirement struct {
	EffectiveAt, ExpiresAt time.Time
	// SweepBefore: rows that expired before it may be removed.
	SweepBefore time.Time
}

// TokenRefusal is why a token is refused; empty if it is not.
type TokenRefusal string

// The reasons, in the order in which they apply.
const (
	TokenUnknown     TokenRefusal = "UNKNOWN"
	TokenStale       TokenRefusal = "STALE"
	TokenBlacklisted TokenRefusal = "BLACKLISTED"
)

// NewAdministrator is one to create.
type NewAdministrator struct {
	Login, Email string
	PasswordHash string
	// Role is a code; empty for none.
	Role      string
	Superuser bool
}

// CreateRefusal is why an administrator cannot be created; empty if it is created.
type CreateRefusal string

// The reasons, in the order in which they apply.
const (
	LoginTaken  CreateRefusal = "LOGIN_TAKEN"
	EmailTaken  CreateRefusal = "EMAIL_TAKEN"
	RoleUnknown CreateRefusal = "ROLE_UNKNOWN"
)

// Directory keeps the administrators. SQLDirectory is the ready one; implement it for administrators in tables of your own.
// With the methods of Accounts, Sessions, SecondFactors, Passkeys, Views and Imports, it serves their screens too.
//
// Every method is one transaction, in which nothing commits after ctx is done. Return an error that wraps
// host.UnavailableError if the database is down; any other error counts as a bug. The values of a request are valid.
type Directory interface {
	// FindCredentials returns an active administrator, by login or else by email address, without regard to case; nil if
	// there is none.
	FindCredentials(ctx context.Context, identifier string) (*Credentials, error)
	// RecordSignIn records a sign-in, and stores the renewed hash if there is one. It returns nil, and changes nothing, if
	// the administrator is not active or has a different hash by now.
	RecordSignIn(ctx context.Context, signIn SignIn) (*Administrator, error)
	// Authenticate returns the token's administrator, or why the token is refused.
	Authenticate(ctx context.Context, token Token, at time.Time) (*Administrator, TokenRefusal, error)
	// Rotate is like Authenticate, and blacklists the token in the same transaction. A token that is blacklisted but still
	// valid passes, and keeps its effective time. Of concurrent rotations whose EffectiveAt is not after at, exactly one
	// passes. A rotation that passes sweeps as Blacklist does; one that is refused changes nothing.
	Rotate(ctx context.Context, token Token, at time.Time, retirement Retirement) (*Administrator, TokenRefusal, error)
	// Blacklist ends the session of the token, and keeps an earlier effective time. It also removes at most 1000 rows that expired before SweepBefore.
	Blacklist(ctx context.Context, token Token, retirement Retirement) error
	// Create creates an active administrator, or returns the first reason why it cannot; with RoleUnknown, the codes of the
	// roles that exist.
	Create(ctx context.Context, administrator NewAdministrator) (*Administrator, CreateRefusal, []string, error)
	// SetPassword sets the password and raises the token version in one step; none must be chosen any more. It returns nil if no administrator has that
	// login or address.
	SetPassword(ctx context.Context, identifier, passwordHash string) (*Administrator, error)
	// Migrate returns the names of the migrations that this call ran.
	Migrate(ctx context.Context) ([]string, error)
}
