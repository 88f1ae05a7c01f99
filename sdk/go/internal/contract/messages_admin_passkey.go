// Code generated from gatehouse/host/v1/admin_passkey.proto by generate.py. DO NOT EDIT.

package contract

import "time"

// AddPasskeyRefusal is the reason why a passkey was not added.
type AddPasskeyRefusal int32

// The values of AddPasskeyRefusal.
const (
	// Never sent.
	AddPasskeyRefusalUnspecified AddPasskeyRefusal = 0
	// The administrator does not exist or is not active.
	AddPasskeyRefusalUnknown AddPasskeyRefusal = 1
	// The administrator's token version is different.
	AddPasskeyRefusalStale AddPasskeyRefusal = 2
	// A passkey with that credential id exists, of this or of another administrator.
	AddPasskeyRefusalRegistered AddPasskeyRefusal = 3
	// The administrator has 20 passkeys.
	AddPasskeyRefusalTooMany AddPasskeyRefusal = 4
)

var enumAddPasskeyRefusal = newEnum(map[int32]string{0: "ADD_PASSKEY_REFUSAL_UNSPECIFIED", 1: "ADD_PASSKEY_REFUSAL_UNKNOWN", 2: "ADD_PASSKEY_REFUSAL_STALE", 3: "ADD_PASSKEY_REFUSAL_REGISTERED", 4: "ADD_PASSKEY_REFUSAL_TOO_MANY"})

// Passkey is one passkey of an administrator.
type Passkey struct {
	// The credential id, as base64url without padding, unique among all administrators.
	CredentialID string
	// The public key (COSE), as base64url without padding.
	PublicKey string
	// The signature counter of its latest use; 0 if the authenticator has none.
	SignCount uint32
	// How a browser reaches the authenticator, as the browser said: "internal", "usb", "hybrid".
	Transports []string
	// Whether the authenticator copies it to other devices of its owner.
	BackedUp bool
	// The name that the administrator gave it.
	Name string
	// When it was added.
	CreatedAt *time.Time
	// Its latest use; absent before the first one.
	UsedAt *time.Time
}

var shapePasskey = &Shape{
	Fields: []Field{
		{Number: 1, Name: "credential_id", JSON: "credentialId", Kind: String, Secret: true, Rules: &Rules{Required: true, MaxCharacters: 1364, Pattern: pattern(`[A-Za-z0-9_-]*`)}},
		{Number: 2, Name: "public_key", JSON: "publicKey", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 8192, Pattern: pattern(`[A-Za-z0-9_-]*`)}},
		{Number: 3, Name: "sign_count", JSON: "signCount", Kind: Uint32},
		{Number: 4, Name: "transports", JSON: "transports", Kind: String, Repeated: true, Rules: &Rules{MaxItems: 8, Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[a-z0-9-]{1,32}`)}}},
		{Number: 5, Name: "backed_up", JSON: "backedUp", Kind: Bool},
		{Number: 6, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 60, Pattern: pattern(`[^\x00-\x1f\x7f-\x9f]*`)}},
		{Number: 7, Name: "created_at", JSON: "createdAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 8, Name: "used_at", JSON: "usedAt", Kind: Timestamp, Presence: true},
	},
}

// Shape implements Message.
func (*Passkey) Shape() *Shape { return shapePasskey }

// ListPasskeysRequest asks for the passkeys of an administrator.
type ListPasskeysRequest struct {
	// Id of the administrator.
	AdministratorID string
}

var shapeListPasskeysRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*ListPasskeysRequest) Shape() *Shape { return shapeListPasskeysRequest }

// ListPasskeysResponse has the passkeys.
type ListPasskeysResponse struct {
	// At most 20, the first one that was added first.
	Passkeys []*Passkey
}

var shapeListPasskeysResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "passkeys", JSON: "passkeys", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 20, UniqueBy: `credential_id`}},
	},
}

// Shape implements Message.
func (*ListPasskeysResponse) Shape() *Shape { return shapeListPasskeysResponse }

// AddPasskeyRequest gives an administrator a passkey.
type AddPasskeyRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The token version that Gatehouse knows.
	TokenVersion uint32
	// The passkey, without used_at.
	Passkey *Passkey
	// SHA-256 hashes of the recovery codes, in hexadecimal, which replace those that there are. Empty to keep them: the
	// administrator has a second factor already.
	RecoveryHashes []string
}

var shapeAddPasskeyRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 3, Name: "passkey", JSON: "passkey", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 4, Name: "recovery_hashes", JSON: "recoveryHashes", Kind: String, Repeated: true, Secret: true, Rules: &Rules{MaxItems: 10, Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[0-9a-f]{64}`)}}},
	},
}

// Shape implements Message.
func (*AddPasskeyRequest) Shape() *Shape { return shapeAddPasskeyRequest }

// AddPasskeyResponse is the outcome.
type AddPasskeyResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AddPasskeyRefusal
}

var shapeAddPasskeyResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAddPasskeyRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AddPasskeyResponse) Shape() *Shape { return shapeAddPasskeyResponse }

// UsePasskeyRequest records the use of a passkey, whose signature Gatehouse has verified.
type UsePasskeyRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The credential id of the passkey.
	CredentialID string
	// The signature counter that the authenticator sent.
	SignCount uint32
	// As in Passkey, by now.
	BackedUp bool
	// The current time, by Gatehouse's clock.
	UsedAt *time.Time
}

var shapeUsePasskeyRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "credential_id", JSON: "credentialId", Kind: String, Secret: true, Rules: &Rules{Required: true, MaxCharacters: 1364, Pattern: pattern(`[A-Za-z0-9_-]*`)}},
		{Number: 3, Name: "sign_count", JSON: "signCount", Kind: Uint32},
		{Number: 4, Name: "backed_up", JSON: "backedUp", Kind: Bool},
		{Number: 5, Name: "used_at", JSON: "usedAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*UsePasskeyRequest) Shape() *Shape { return shapeUsePasskeyRequest }

// UsePasskeyResponse is the outcome.
type UsePasskeyResponse struct {
	// Whether the use was accepted.
	Accepted bool
}

var shapeUsePasskeyResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "accepted", JSON: "accepted", Kind: Bool},
	},
}

// Shape implements Message.
func (*UsePasskeyResponse) Shape() *Shape { return shapeUsePasskeyResponse }

// RenamePasskeyRequest changes the name of a passkey.
type RenamePasskeyRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The credential id of the passkey.
	CredentialID string
	// The new name.
	Name string
}

var shapeRenamePasskeyRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "credential_id", JSON: "credentialId", Kind: String, Secret: true, Rules: &Rules{Required: true, MaxCharacters: 1364, Pattern: pattern(`[A-Za-z0-9_-]*`)}},
		{Number: 3, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 60, Pattern: pattern(`[^\x00-\x1f\x7f-\x9f]*`)}},
	},
}

// Shape implements Message.
func (*RenamePasskeyRequest) Shape() *Shape { return shapeRenamePasskeyRequest }

// RenamePasskeyResponse is the outcome.
type RenamePasskeyResponse struct {
	// Whether it was renamed.
	Renamed bool
}

var shapeRenamePasskeyResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "renamed", JSON: "renamed", Kind: Bool},
	},
}

// Shape implements Message.
func (*RenamePasskeyResponse) Shape() *Shape { return shapeRenamePasskeyResponse }

// RemovePasskeyRequest removes a passkey. Only its administrator does that; colleagues and operators use
// RemoveSecondFactor.
type RemovePasskeyRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The credential id of the passkey.
	CredentialID string
}

var shapeRemovePasskeyRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "credential_id", JSON: "credentialId", Kind: String, Secret: true, Rules: &Rules{Required: true, MaxCharacters: 1364, Pattern: pattern(`[A-Za-z0-9_-]*`)}},
	},
}

// Shape implements Message.
func (*RemovePasskeyRequest) Shape() *Shape { return shapeRemovePasskeyRequest }

// RemovePasskeyResponse is the outcome.
type RemovePasskeyResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeRemovePasskeyResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RemovePasskeyResponse) Shape() *Shape { return shapeRemovePasskeyResponse }

// RemoveAuthenticatorAppRequest removes the app of an administrator. Only this administrator does that.
type RemoveAuthenticatorAppRequest struct {
	// Id of the administrator.
	AdministratorID string
}

var shapeRemoveAuthenticatorAppRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*RemoveAuthenticatorAppRequest) Shape() *Shape { return shapeRemoveAuthenticatorAppRequest }

// RemoveAuthenticatorAppResponse is the outcome.
type RemoveAuthenticatorAppResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeRemoveAuthenticatorAppResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RemoveAuthenticatorAppResponse) Shape() *Shape { return shapeRemoveAuthenticatorAppResponse }
