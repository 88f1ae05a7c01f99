// Code generated from gatehouse/host/v1/admin_directory.proto by generate.py. DO NOT EDIT.

package contract

import "time"

// TokenRefusal is the reason why a token is rejected. Gatehouse never tells clients which one it was.
type TokenRefusal int32

// The values of TokenRefusal.
const (
	// Never sent.
	TokenRefusalUnspecified TokenRefusal = 0
	// The administrator does not exist or is not active.
	TokenRefusalUnknown TokenRefusal = 1
	// The administrator's token version is different.
	TokenRefusalStale TokenRefusal = 2
	// The token is blacklisted.
	TokenRefusalBlacklisted TokenRefusal = 3
)

var enumTokenRefusal = newEnum(map[int32]string{0: "TOKEN_REFUSAL_UNSPECIFIED", 1: "TOKEN_REFUSAL_UNKNOWN", 2: "TOKEN_REFUSAL_STALE", 3: "TOKEN_REFUSAL_BLACKLISTED"})

// CreateAdministratorRefusal is why an administrator was not created.
type CreateAdministratorRefusal int32

// The values of CreateAdministratorRefusal.
const (
	// Never sent.
	CreateAdministratorRefusalUnspecified CreateAdministratorRefusal = 0
	// Another administrator has the login.
	CreateAdministratorRefusalLoginTaken CreateAdministratorRefusal = 1
	// Another administrator has the email address.
	CreateAdministratorRefusalEmailTaken CreateAdministratorRefusal = 2
	// No role has that code.
	CreateAdministratorRefusalRoleUnknown CreateAdministratorRefusal = 3
)

var enumCreateAdministratorRefusal = newEnum(map[int32]string{0: "CREATE_ADMINISTRATOR_REFUSAL_UNSPECIFIED", 1: "CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN", 2: "CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN", 3: "CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN"})

// Administrator is the current state of an administrator.
type Administrator struct {
	// Stable identifier, opaque to Gatehouse. It is the `sub` of tokens.
	ID string
	// Name to sign in with.
	Login string
	// Email address.
	Email string
	// Display name of the administrator; empty: the login.
	DisplayName string
	// Code of the role; empty if there is none.
	Role string
	// Whether the administrator passes every permission check.
	Superuser bool
	// Permission codes granted to the role or to the administrator. A code that ends in ".*" grants every code that begins
	// with the part before the "*".
	Permissions []string
	// Language of the profile: "en", "pt-br"; empty if none was chosen.
	Locale string
	// Starts at 0. SetPassword raises it, and so does deactivating the administrator. It is the `tv` of tokens.
	TokenVersion uint32
	// Whether the administrator must choose another password before anything else. Only a host with
	// CAPABILITY_ADMIN_ACCOUNTS sends true: ChangePassword sets it.
	MustChangePassword bool
	// Whether the administrator has a second factor. Only a host with CAPABILITY_ADMIN_SECOND_FACTOR sends true.
	HasSecondFactor bool
	// Whether the role demands a second factor. Gatehouse then allows nothing else before there is one.
	MustHaveSecondFactor bool
}

var shapeAdministrator = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "login", JSON: "login", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "email", JSON: "email", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 4, Name: "display_name", JSON: "displayName", Kind: String, Rules: &Rules{MaxCharacters: 200}},
		{Number: 5, Name: "role", JSON: "role", Kind: String},
		{Number: 6, Name: "superuser", JSON: "superuser", Kind: Bool},
		{Number: 7, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true}}},
		{Number: 8, Name: "locale", JSON: "locale", Kind: String},
		{Number: 9, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 10, Name: "must_change_password", JSON: "mustChangePassword", Kind: Bool},
		{Number: 11, Name: "has_second_factor", JSON: "hasSecondFactor", Kind: Bool},
		{Number: 12, Name: "must_have_second_factor", JSON: "mustHaveSecondFactor", Kind: Bool},
	},
}

// Shape implements Message.
func (*Administrator) Shape() *Shape { return shapeAdministrator }

// FindAdministratorRequest asks for an active administrator.
type FindAdministratorRequest struct {
	// The input: a login or an email address, compared without regard to case, as in AdminSearch. If it is the login of
	// one administrator and the email address of another, the login takes precedence.
	Identifier string
}

var shapeFindAdministratorRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "identifier", JSON: "identifier", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*FindAdministratorRequest) Shape() *Shape { return shapeFindAdministratorRequest }

// FindAdministratorResponse is the administrator; without credentials if there is no active one.
type FindAdministratorResponse struct {
	// The administrator, if there is one.
	Credentials *AdministratorCredentials
}

var shapeFindAdministratorResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "credentials", JSON: "credentials", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*FindAdministratorResponse) Shape() *Shape { return shapeFindAdministratorResponse }

// AdministratorCredentials are an administrator and the password hash.
type AdministratorCredentials struct {
	// The administrator.
	Administrator *Administrator
	// bcrypt hash of the password.
	PasswordHash string
}

var shapeAdministratorCredentials = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "password_hash", JSON: "passwordHash", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
	},
}

// Shape implements Message.
func (*AdministratorCredentials) Shape() *Shape { return shapeAdministratorCredentials }

// RecordSignInRequest reports a sign-in.
type RecordSignInRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The current time, by Gatehouse's clock.
	At *time.Time
	// The hash that the password matched, exactly as FindAdministrator returned it.
	PasswordHash string
	// A new hash of the same password at the currently configured cost, to replace the stored one; empty to keep the
	// stored one.
	RenewedPasswordHash string
}

var shapeRecordSignInRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 3, Name: "password_hash", JSON: "passwordHash", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
		{Number: 4, Name: "renewed_password_hash", JSON: "renewedPasswordHash", Kind: String, Secret: true, Rules: &Rules{Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
	},
}

// Shape implements Message.
func (*RecordSignInRequest) Shape() *Shape { return shapeRecordSignInRequest }

// RecordSignInResponse is the administrator; without one, Gatehouse refuses the sign-in.
type RecordSignInResponse struct {
	// The current administrator.
	Administrator *Administrator
}

var shapeRecordSignInResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*RecordSignInResponse) Shape() *Shape { return shapeRecordSignInResponse }

// TokenReference holds the claims that identify a token.
type TokenReference struct {
	// Its `sub`: id of the administrator.
	AdministratorID string
	// Its `tv`: the administrator's token version when it was issued.
	TokenVersion uint32
	// Its `jti`, unique.
	TokenID string
	// Its `sid`: the session that it belongs to. Empty for hosts without CAPABILITY_ADMIN_SESSION_LIST, and for tokens
	// from before the host had it.
	SessionID string
}

var shapeTokenReference = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 3, Name: "token_id", JSON: "tokenId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
		{Number: 4, Name: "session_id", JSON: "sessionId", Kind: String, Rules: &Rules{MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*TokenReference) Shape() *Shape { return shapeTokenReference }

// AuthenticateTokenRequest asks whether a token is valid.
type AuthenticateTokenRequest struct {
	// The token.
	Token *TokenReference
	// The current time, by Gatehouse's clock.
	At *time.Time
}

var shapeAuthenticateTokenRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "token", JSON: "token", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AuthenticateTokenRequest) Shape() *Shape { return shapeAuthenticateTokenRequest }

// AuthenticateTokenResponse is the outcome.
type AuthenticateTokenResponse struct {
	// It is valid, and this is its administrator, with the id and token version of the request.
	Administrator *Administrator
	// It is rejected.
	Refusal *TokenRefusal
}

var shapeAuthenticateTokenResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumTokenRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AuthenticateTokenResponse) Shape() *Shape { return shapeAuthenticateTokenResponse }

// TokenRetirement is how a token is revoked.
type TokenRetirement struct {
	// The time from which the token is refused. The epoch means immediately, even on a host whose clock is behind.
	EffectiveAt *time.Time
	// The time after which the token could no longer be used or refreshed anyway; the host may then remove the row.
	ExpiresAt *time.Time
	// The call also removes the rows of all tokens whose expires_at is before this time, at most 1000 of them. Rows that
	// have not expired by the host's own clock may stay: this one may be ahead.
	SweepBefore *time.Time
}

var shapeTokenRetirement = &Shape{
	Fields: []Field{
		{Number: 1, Name: "effective_at", JSON: "effectiveAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "expires_at", JSON: "expiresAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 3, Name: "sweep_before", JSON: "sweepBefore", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*TokenRetirement) Shape() *Shape { return shapeTokenRetirement }

// RotateTokenRequest asks whether a token may be refreshed, and revokes it.
type RotateTokenRequest struct {
	// The token.
	Token *TokenReference
	// The current time, by Gatehouse's clock.
	At *time.Time
	// How it is revoked.
	Retirement *TokenRetirement
}

var shapeRotateTokenRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "token", JSON: "token", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 3, Name: "retirement", JSON: "retirement", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RotateTokenRequest) Shape() *Shape { return shapeRotateTokenRequest }

// RotateTokenResponse is the outcome.
type RotateTokenResponse struct {
	// It was valid and is now revoked; this is its administrator, with the id and token version of the request.
	Administrator *Administrator
	// It was not valid.
	Refusal *TokenRefusal
}

var shapeRotateTokenResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumTokenRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RotateTokenResponse) Shape() *Shape { return shapeRotateTokenResponse }

// BlacklistTokenRequest revokes a token.
type BlacklistTokenRequest struct {
	// The token.
	Token *TokenReference
	// How it is revoked.
	Retirement *TokenRetirement
}

var shapeBlacklistTokenRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "token", JSON: "token", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 2, Name: "retirement", JSON: "retirement", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*BlacklistTokenRequest) Shape() *Shape { return shapeBlacklistTokenRequest }

// BlacklistTokenResponse is empty.
type BlacklistTokenResponse struct {
}

var shapeBlacklistTokenResponse = &Shape{}

// Shape implements Message.
func (*BlacklistTokenResponse) Shape() *Shape { return shapeBlacklistTokenResponse }

// CreateAdministratorRequest asks for a new administrator.
type CreateAdministratorRequest struct {
	// Name to sign in with.
	Login string
	// Email address.
	Email string
	// bcrypt hash of the password.
	PasswordHash string
	// Code of a role; empty for none.
	Role string
	// Whether the administrator passes every permission check.
	Superuser bool
}

var shapeCreateAdministratorRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "login", JSON: "login", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "email", JSON: "email", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "password_hash", JSON: "passwordHash", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
		{Number: 4, Name: "role", JSON: "role", Kind: String, Rules: &Rules{Pattern: pattern(`[^\x00]*`)}},
		{Number: 5, Name: "superuser", JSON: "superuser", Kind: Bool},
	},
}

// Shape implements Message.
func (*CreateAdministratorRequest) Shape() *Shape { return shapeCreateAdministratorRequest }

// CreateAdministratorResponse is the outcome.
type CreateAdministratorResponse struct {
	// The new administrator.
	Created *Administrator
	// The administrator was not created.
	Refused *CreateAdministratorRefused
}

var shapeCreateAdministratorResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "created", JSON: "created", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refused", JSON: "refused", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*CreateAdministratorResponse) Shape() *Shape { return shapeCreateAdministratorResponse }

// CreateAdministratorRefused says why no administrator was created.
type CreateAdministratorRefused struct {
	// The reason.
	Reason CreateAdministratorRefusal
	// For ROLE_UNKNOWN: the codes of the existing roles. Otherwise empty.
	Roles []string
}

var shapeCreateAdministratorRefused = &Shape{
	Fields: []Field{
		{Number: 1, Name: "reason", JSON: "reason", Kind: Enum, Enum: enumCreateAdministratorRefusal, Rules: &Rules{Required: true}},
		{Number: 2, Name: "roles", JSON: "roles", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*CreateAdministratorRefused) Shape() *Shape { return shapeCreateAdministratorRefused }

// SetPasswordRequest sets a password.
type SetPasswordRequest struct {
	// Login or email address, as in FindAdministrator.
	Identifier string
	// bcrypt hash of the new password.
	PasswordHash string
}

var shapeSetPasswordRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "identifier", JSON: "identifier", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "password_hash", JSON: "passwordHash", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}`)}},
	},
}

// Shape implements Message.
func (*SetPasswordRequest) Shape() *Shape { return shapeSetPasswordRequest }

// SetPasswordResponse is the administrator; absent if none has that identifier.
type SetPasswordResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
}

var shapeSetPasswordResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*SetPasswordResponse) Shape() *Shape { return shapeSetPasswordResponse }

// MigrateRequest is empty.
type MigrateRequest struct {
}

var shapeMigrateRequest = &Shape{}

// Shape implements Message.
func (*MigrateRequest) Shape() *Shape { return shapeMigrateRequest }

// MigrateResponse lists the changes.
type MigrateResponse struct {
	// Names of the migrations that this call ran, in order; empty if everything was up to date.
	Applied []string
}

var shapeMigrateResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "applied", JSON: "applied", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true}}},
	},
}

// Shape implements Message.
func (*MigrateResponse) Shape() *Shape { return shapeMigrateResponse }
