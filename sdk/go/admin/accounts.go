package admin

import "context"

// Account is an administrator with the state of the account.
type Account struct {
	Administrator
	// Active says whether the administrator may sign in. HasPassword is false for a new administrator.
	Active, HasPassword bool
}

// PasswordChange sets a password.
type PasswordChange struct {
	AdministratorID string
	TokenVersion    uint32
	// PasswordHash is of bcrypt: "$2b$…".
	PasswordHash string
	// ChangedBy is the id of the responsible administrator, possibly the same.
	ChangedBy string
	// MustChange says whether another password must be chosen after the next sign-in.
	MustChange bool
}

// AccountRefusal is why an account was not changed; empty if it was.
type AccountRefusal string

// The reasons, in the order in which they apply.
const (
	AccountUnknown   AccountRefusal = "UNKNOWN"
	AccountStale     AccountRefusal = "STALE"
	AccountForbidden AccountRefusal = "FORBIDDEN"
)

// Profile is what administrators change of their own accounts.
type Profile struct {
	// DisplayName is empty for the login, Locale for none.
	DisplayName, Locale string
}

// Preference is a document that Gatehouse keeps for one administrator.
type Preference struct {
	Key string
	// Document is a JSON text.
	Document string
}

// PreferenceOutcome is what SetPreference did.
type PreferenceOutcome string

// The outcomes of SetPreference.
const (
	PreferenceStored  PreferenceOutcome = "STORED"
	PreferenceUnknown PreferenceOutcome = "UNKNOWN"
	PreferenceTooMany PreferenceOutcome = "TOO_MANY"
)

// Accounts is what a Directory has beside its own methods, so that the admin backend has screens for administrators, roles
// and one's own account. SQLDirectory has it. The contract (admin_account.proto) has the rules. Every method is one
// transaction, as in Directory.
type Accounts interface {
	// AccountControllers are gatehouse.backend.administrators and gatehouse.backend.roles, with the columns of the contract.
	// Their hooks hold its rules.
	AccountControllers() []*Controller
	// FindAccount returns an administrator, active or not; nil if there is none.
	FindAccount(ctx context.Context, administratorID string) (*Account, error)
	// ChangePassword sets a password and raises the token version, if it is the given one and ChangedBy may do it.
	ChangePassword(ctx context.Context, change PasswordChange) (*Administrator, AccountRefusal, error)
	// EndSessions raises the token version, if endedBy may do it.
	EndSessions(ctx context.Context, administratorID, endedBy string) (*Administrator, AccountRefusal, error)
	// UpdateProfile returns nil if there is no such active administrator.
	UpdateProfile(ctx context.Context, administratorID string, profile Profile) (*Administrator, error)
	// Preferences returns the documents that exist of those with the given keys.
	Preferences(ctx context.Context, administratorID string, keys []string) ([]Preference, error)
	// SetPreference replaces a document; an empty one removes it. An administrator has at most 200,
	// besides those whose keys begin with "gatehouse.".
	SetPreference(ctx context.Context, administratorID string, preference Preference) (PreferenceOutcome, error)
}
