// Code generated from gatehouse/host/v1/admin_account.proto by generate.py. DO NOT EDIT.

package contract

// AccountRefusal is why an account was not changed.
type AccountRefusal int32

// The values of AccountRefusal.
const (
	// Never sent.
	AccountRefusalUnspecified AccountRefusal = 0
	// The administrator does not exist or is not active.
	AccountRefusalUnknown AccountRefusal = 1
	// The administrator's token version is different.
	AccountRefusalStale AccountRefusal = 2
	// The rules of the service do not allow it.
	AccountRefusalForbidden AccountRefusal = 3
)

var enumAccountRefusal = newEnum(map[int32]string{0: "ACCOUNT_REFUSAL_UNSPECIFIED", 1: "ACCOUNT_REFUSAL_UNKNOWN", 2: "ACCOUNT_REFUSAL_STALE", 3: "ACCOUNT_REFUSAL_FORBIDDEN"})

// SetPreferenceOutcome says what SetPreference did.
type SetPreferenceOutcome int32

// The values of SetPreferenceOutcome.
const (
	// Never sent.
	SetPreferenceOutcomeUnspecified SetPreferenceOutcome = 0
	// The document is stored, or removed.
	SetPreferenceOutcomeStored SetPreferenceOutcome = 1
	// The administrator does not exist or is not active.
	SetPreferenceOutcomeUnknown SetPreferenceOutcome = 2
	// The administrator has too many documents.
	SetPreferenceOutcomeTooMany SetPreferenceOutcome = 3
)

var enumSetPreferenceOutcome = newEnum(map[int32]string{0: "SET_PREFERENCE_OUTCOME_UNSPECIFIED", 1: "SET_PREFERENCE_OUTCOME_STORED", 2: "SET_PREFERENCE_OUTCOME_UNKNOWN", 3: "SET_PREFERENCE_OUTCOME_TOO_MANY"})

// Account is an administrator with the state of the account.
type Account struct {
	// The administrator.
	Administrator *Administrator
	// Whether the administrator may sign in.
	Active bool
	// Whether the administrator has a password. A new administrator has none.
	HasPassword bool
}

var shapeAccount = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "active", JSON: "active", Kind: Bool},
		{Number: 3, Name: "has_password", JSON: "hasPassword", Kind: Bool},
	},
}

// Shape implements Message.
func (*Account) Shape() *Shape { return shapeAccount }

// GetAccountRequest asks for an administrator.
type GetAccountRequest struct {
	// Id of the administrator.
	AdministratorID string
}

var shapeGetAccountRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*GetAccountRequest) Shape() *Shape { return shapeGetAccountRequest }

// GetAccountResponse is the account; absent if there is none.
type GetAccountResponse struct {
	// The account.
	Account *Account
}

var shapeGetAccountResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "account", JSON: "account", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*GetAccountResponse) Shape() *Shape { return shapeGetAccountResponse }

// ChangePasswordRequest sets a password.
type ChangePasswordRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The token version that Gatehouse knows: of two changes from one version, one succeeds.
	TokenVersion uint32
	// bcrypt hash of the new password.
	PasswordHash string
	// Id of the administrator who is responsible for the change; equal to administrator_id for one's own password.
	ChangedBy string
	// Whether the administrator must choose another password after the next sign-in (Administrator.must_change_password).
	MustChange bool
}

var shapeChangePasswordRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 3, Name: "password_hash", JSON: "passwordHash", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
		{Number: 4, Name: "changed_by", JSON: "changedBy", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 5, Name: "must_change", JSON: "mustChange", Kind: Bool},
	},
}

// Shape implements Message.
func (*ChangePasswordRequest) Shape() *Shape { return shapeChangePasswordRequest }

// ChangePasswordResponse is the outcome.
type ChangePasswordResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeChangePasswordResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ChangePasswordResponse) Shape() *Shape { return shapeChangePasswordResponse }

// EndSessionsRequest ends the sessions of an administrator.
type EndSessionsRequest struct {
	// Id of the administrator.
	AdministratorID string
	// Id of the administrator who ends them; equal to administrator_id for one's own.
	EndedBy string
}

var shapeEndSessionsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "ended_by", JSON: "endedBy", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*EndSessionsRequest) Shape() *Shape { return shapeEndSessionsRequest }

// EndSessionsResponse is the outcome.
type EndSessionsResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeEndSessionsResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*EndSessionsResponse) Shape() *Shape { return shapeEndSessionsResponse }

// UpdateProfileRequest changes a profile.
type UpdateProfileRequest struct {
	// Id of the administrator.
	AdministratorID string
	// Display name; empty: the login.
	DisplayName string
	// Language: "en", "pt-br"; empty: none chosen.
	Locale string
}

var shapeUpdateProfileRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "display_name", JSON: "displayName", Kind: String, Rules: &Rules{MaxCharacters: 200, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "locale", JSON: "locale", Kind: String, Rules: &Rules{Pattern: pattern(`[a-z]{2,3}(-[a-z0-9]{2,8})*`)}},
	},
}

// Shape implements Message.
func (*UpdateProfileRequest) Shape() *Shape { return shapeUpdateProfileRequest }

// UpdateProfileResponse is the administrator; absent if there is no active one.
type UpdateProfileResponse struct {
	// The current administrator.
	Administrator *Administrator
}

var shapeUpdateProfileResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*UpdateProfileResponse) Shape() *Shape { return shapeUpdateProfileResponse }

// Preference is a document that Gatehouse keeps for one administrator. The host does not interpret it.
type Preference struct {
	// "appearance", "list:acme.blog.posts".
	Key string
	// A JSON value, as text.
	Document string
}

var shapePreference = &Shape{
	Fields: []Field{
		{Number: 1, Name: "key", JSON: "key", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_.:-]{0,149}`)}},
		{Number: 2, Name: "document", JSON: "document", Kind: String, Rules: &Rules{MaxBytes: 16384, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*Preference) Shape() *Shape { return shapePreference }

// GetPreferencesRequest asks for documents.
type GetPreferencesRequest struct {
	// Id of the administrator.
	AdministratorID string
	// Keys of the documents.
	Keys []string
}

var shapeGetPreferencesRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "keys", JSON: "keys", Kind: String, Repeated: true, Rules: &Rules{Required: true, MaxItems: 50, Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_.:-]{0,149}`)}}},
	},
}

// Shape implements Message.
func (*GetPreferencesRequest) Shape() *Shape { return shapeGetPreferencesRequest }

// GetPreferencesResponse has the documents.
type GetPreferencesResponse struct {
	// Those of the requested documents that exist, in any order.
	Preferences []*Preference
}

var shapeGetPreferencesResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "preferences", JSON: "preferences", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `key`}},
	},
}

// Shape implements Message.
func (*GetPreferencesResponse) Shape() *Shape { return shapeGetPreferencesResponse }

// SetPreferenceRequest replaces a document.
type SetPreferenceRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The new document. An empty one removes the document that has the key.
	Preference *Preference
}

var shapeSetPreferenceRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "preference", JSON: "preference", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*SetPreferenceRequest) Shape() *Shape { return shapeSetPreferenceRequest }

// SetPreferenceResponse is the outcome.
type SetPreferenceResponse struct {
	// The outcome.
	Outcome SetPreferenceOutcome
}

var shapeSetPreferenceResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "outcome", JSON: "outcome", Kind: Enum, Enum: enumSetPreferenceOutcome, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*SetPreferenceResponse) Shape() *Shape { return shapeSetPreferenceResponse }
