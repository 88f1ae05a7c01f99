// Code generated from gatehouse/host/v1/admin_caller.proto by generate.py. DO NOT EDIT.

package contract

// AdminCaller is the administrator on whose behalf Gatehouse calls, as AuthenticateToken returned it moments before,
// and the language for the texts of the answer. Before Gatehouse calls, it has checked the permission codes that the
// registration and the YAML require. The host's query scopes and lifecycle hooks may restrict access further.
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
}

var shapeAdminCaller = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "login", JSON: "login", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "superuser", JSON: "superuser", Kind: Bool},
		{Number: 4, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true}}},
		{Number: 5, Name: "locale", JSON: "locale", Kind: String, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminCaller) Shape() *Shape { return shapeAdminCaller }
