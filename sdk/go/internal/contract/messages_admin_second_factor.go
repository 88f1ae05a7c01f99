// Code generated from gatehouse/host/v1/admin_second_factor.proto by generate.py. DO NOT EDIT.

package contract

// SecondFactor is the second factor of an administrator.
type SecondFactor struct {
	// The sealed secret, exactly as SetSecondFactor or UseSecondFactor sent it last. Empty: no app, only passkeys.
	SealedSecret string
	// Recovery codes that have not been used.
	RecoveryCodesLeft uint32
}

var shapeSecondFactor = &Shape{
	Fields: []Field{
		{Number: 1, Name: "sealed_secret", JSON: "sealedSecret", Kind: String, Secret: true, Rules: &Rules{Pattern: pattern(`[A-Za-z0-9_-]{1,255}`)}},
		{Number: 2, Name: "recovery_codes_left", JSON: "recoveryCodesLeft", Kind: Uint32},
	},
}

// Shape implements Message.
func (*SecondFactor) Shape() *Shape { return shapeSecondFactor }

// GetSecondFactorRequest asks for the second factor of an administrator.
type GetSecondFactorRequest struct {
	// Id of the administrator.
	AdministratorID string
}

var shapeGetSecondFactorRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*GetSecondFactorRequest) Shape() *Shape { return shapeGetSecondFactorRequest }

// GetSecondFactorResponse is the second factor; absent if there is none.
type GetSecondFactorResponse struct {
	// The second factor.
	SecondFactor *SecondFactor
}

var shapeGetSecondFactorResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "second_factor", JSON: "secondFactor", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*GetSecondFactorResponse) Shape() *Shape { return shapeGetSecondFactorResponse }

// SetSecondFactorRequest gives an administrator a second factor.
type SetSecondFactorRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The token version that Gatehouse knows.
	TokenVersion uint32
	// The sealed secret.
	SealedSecret string
	// The step (seconds since the epoch, divided by 30) of the code that confirmed the secret. It counts as accepted.
	Step uint32
	// SHA-256 hashes of the recovery codes, in hexadecimal. Empty to keep those that came with a passkey; never empty
	// without CAPABILITY_ADMIN_PASSKEYS.
	RecoveryHashes []string
}

var shapeSetSecondFactorRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 3, Name: "sealed_secret", JSON: "sealedSecret", Kind: String, Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]{1,255}`)}},
		{Number: 4, Name: "step", JSON: "step", Kind: Uint32},
		{Number: 5, Name: "recovery_hashes", JSON: "recoveryHashes", Kind: String, Repeated: true, Secret: true, Rules: &Rules{MaxItems: 10, Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[0-9a-f]{64}`)}}},
	},
}

// Shape implements Message.
func (*SetSecondFactorRequest) Shape() *Shape { return shapeSetSecondFactorRequest }

// SetSecondFactorResponse is the outcome.
type SetSecondFactorResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeSetSecondFactorResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*SetSecondFactorResponse) Shape() *Shape { return shapeSetSecondFactorResponse }

// UseSecondFactorRequest records the use of a code.
type UseSecondFactorRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The sealed secret that the code was verified with, exactly as GetSecondFactor returned it.
	SealedSecret string
	// A code of the app: its step.
	Step *uint32
	// A recovery code: its SHA-256 hash, in hexadecimal.
	RecoveryHash *string
	// If the use is accepted: the same secret sealed with a newer key, to replace the stored one; empty to keep it.
	ResealedSecret string
}

var shapeUseSecondFactorRequest = &Shape{
	RequiredOneofs: []string{`code`},
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "sealed_secret", JSON: "sealedSecret", Kind: String, Secret: true, Rules: &Rules{Pattern: pattern(`[A-Za-z0-9_-]{1,255}`)}},
		{Number: 3, Name: "step", JSON: "step", Kind: Uint32, Presence: true, Oneof: "code"},
		{Number: 4, Name: "recovery_hash", JSON: "recoveryHash", Kind: String, Presence: true, Oneof: "code", Secret: true, Rules: &Rules{Required: true, Pattern: pattern(`[0-9a-f]{64}`)}},
		{Number: 5, Name: "resealed_secret", JSON: "resealedSecret", Kind: String, Secret: true, Rules: &Rules{Pattern: pattern(`[A-Za-z0-9_-]{1,255}`)}},
	},
}

// Shape implements Message.
func (*UseSecondFactorRequest) Shape() *Shape { return shapeUseSecondFactorRequest }

// UseSecondFactorResponse is the outcome.
type UseSecondFactorResponse struct {
	// Whether the code was accepted.
	Accepted bool
}

var shapeUseSecondFactorResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "accepted", JSON: "accepted", Kind: Bool},
	},
}

// Shape implements Message.
func (*UseSecondFactorResponse) Shape() *Shape { return shapeUseSecondFactorResponse }

// SetRecoveryCodesRequest replaces recovery codes.
type SetRecoveryCodesRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The sealed secret, exactly as GetSecondFactor returns it.
	SealedSecret string
	// SHA-256 hashes of the new recovery codes, in hexadecimal.
	RecoveryHashes []string
}

var shapeSetRecoveryCodesRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "sealed_secret", JSON: "sealedSecret", Kind: String, Secret: true, Rules: &Rules{Pattern: pattern(`[A-Za-z0-9_-]{1,255}`)}},
		{Number: 3, Name: "recovery_hashes", JSON: "recoveryHashes", Kind: String, Repeated: true, Secret: true, Rules: &Rules{Required: true, MaxItems: 10, Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[0-9a-f]{64}`)}}},
	},
}

// Shape implements Message.
func (*SetRecoveryCodesRequest) Shape() *Shape { return shapeSetRecoveryCodesRequest }

// SetRecoveryCodesResponse is the outcome.
type SetRecoveryCodesResponse struct {
	// Whether they were replaced.
	Replaced bool
}

var shapeSetRecoveryCodesResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "replaced", JSON: "replaced", Kind: Bool},
	},
}

// Shape implements Message.
func (*SetRecoveryCodesResponse) Shape() *Shape { return shapeSetRecoveryCodesResponse }

// RemoveSecondFactorRequest removes a second factor.
type RemoveSecondFactorRequest struct {
	// Id of the administrator.
	AdministratorID string
	// Id of the administrator who removes it; equal to administrator_id for one's own. Empty: an operator, with the
	// command admin:reset-second-factor.
	RemovedBy string
}

var shapeRemoveSecondFactorRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "removed_by", JSON: "removedBy", Kind: String, Rules: &Rules{MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*RemoveSecondFactorRequest) Shape() *Shape { return shapeRemoveSecondFactorRequest }

// RemoveSecondFactorResponse is the outcome.
type RemoveSecondFactorResponse struct {
	// The administrator, with the raised token version.
	Administrator *Administrator
	// Nothing changed.
	Refusal *AccountRefusal
}

var shapeRemoveSecondFactorResponse = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "administrator", JSON: "administrator", Kind: MessageKind, Presence: true, Oneof: "outcome"},
		{Number: 2, Name: "refusal", JSON: "refusal", Kind: Enum, Presence: true, Oneof: "outcome", Enum: enumAccountRefusal, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*RemoveSecondFactorResponse) Shape() *Shape { return shapeRemoveSecondFactorResponse }
