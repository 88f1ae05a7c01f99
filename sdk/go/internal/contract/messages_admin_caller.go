// Code generated from gatehouse/host/v1/admin_caller.proto by generate.py. DO NOT EDIT.

package contract

// AdminCaller is the administrator on whose behalf Gatehouse calls, and the language for the texts of the answer. The
// administrator is as AuthenticateToken returned it: moments before, or with `session` for an earlier request. Before
// Gatehouse calls, it has checked the permission codes that the registration and the YAML require. The host's query
// scopes and lifecycle hooks may restrict access further.
type AdminCaller struct {
	// Id of the administrator.
	AdministratorID string
	// Login of the administrator.
	Login string
	// Whether the administrator passes every permission check.
	Superuser bool
	// Permission codes granted to the role or to the administrator. A code that ends in ".*" grants every code that begins
	// with the part before the "*".
	Permissions []string
	// Locale of the request, in lower case: "en", "pt-br". The host returns its texts (messages, labels) in this locale if
	// it has them.
	Locale string
	// The token of the request, which the host has to authenticate now; the answer then has the field `session`. Only in
	// reads whose answer has that field (in other requests it is invalid), and only if the host offers
	// CAPABILITY_ADMIN_SESSION. Absent: Gatehouse has authenticated the token. | AuthenticateToken would answer | answer
	// of the read | Gatehouse then |
	// |----------------------------------------|---------------------------------------|---------------------------------|
	// | a refusal | `session` with the refusal, no other | returns 401 | | | field; no code of the application ran | | |
	// an administrator with the values above | `session`, and the outcome of the | uses the outcome | | | read for this
	// caller | | | an administrator with other values | the same | ignores the outcome, checks the | | | | permissions,
	// and calls again | | a fault | the fault | as in the table of the service |
	Session *AuthenticateTokenRequest
}

var shapeAdminCaller = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "login", JSON: "login", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "superuser", JSON: "superuser", Kind: Bool},
		{Number: 4, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true}}},
		{Number: 5, Name: "locale", JSON: "locale", Kind: String, Rules: &Rules{Required: true}},
		{Number: 6, Name: "session", JSON: "session", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*AdminCaller) Shape() *Shape { return shapeAdminCaller }
