package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/sqlbackend"
)

// Tx runs statements inside the transaction of a call: what they change commits or rolls back with it.
type Tx = sqlbackend.Querier

// Caller is the administrator who makes the request. Gatehouse has already checked the permissions.
type Caller struct {
	ID          string
	Login       string
	Superuser   bool
	Permissions []string
	// Locale is the language for texts that administrators see: "en", "pt-br".
	Locale string
}

// May says whether the caller has a permission code; a superuser has all of them.
func (c Caller) May(permission string) bool {
	return c.Superuser || grants(c.Permissions, permission)
}

// Call is what the application's code gets: who asks, and the transaction.
type Call struct {
	Caller Caller
	Tx     Tx
	admin  *Admin
}

// Condition limits a query to some records of the struct's table. The zero value is no limit.
type Condition struct {
	text string
	args []interface{}
}

// Where returns a condition in SQL, with "?" for each value, whatever the database: Where("owner = ?", caller.Login). Its
// columns are those of the struct's own table; it may use others in subqueries.
func Where(condition string, args ...interface{}) Condition {
	return Condition{text: condition, args: args}
}

func (c Condition) sql() (statement.SQL, error) {
	condition, ok := statement.OfApplication(c.text, c.args)
	if !ok {
		return statement.SQL{}, &conditionError{c.text}
	}
	return condition, nil
}

type conditionError struct{ text string }

func (e *conditionError) Error() string {
	return `the condition "` + e.text + `" needs one "?" for each value, and closed quotes`
}

// ScopeCall is what a named scope gets.
type ScopeCall struct {
	Call
	// Values are those chosen in the filter; empty for a relation field.
	Values []interface{}
	// Form has the form's values of the fields that a relation field depends on, by column.
	Form Values
}

// Choice is one choice of an option provider, in the caller's language.
type Choice struct {
	Value, Label string
	// Color is its meaning, which the pages show with a color and an icon: "neutral", "info", "success", "warning" or
	// "danger"; empty for none.
	Color string
}

// ActionCall is what an action gets.
type ActionCall struct {
	Call
	// RecordID is empty on the create form and for toolbar actions.
	RecordID string
	// Values are the form's unsaved values of the columns that the widget names.
	Values Values
}

// ActionResult is what an action returns.
type ActionResult struct {
	// Message is for the administrator, in the caller's language.
	Message string
	// Fill are values to write back into the form, for columns that the widget names.
	Fill Values
}

// Action is application code behind a toolbar button or a widget.
type Action struct {
	// Name is that of the YAML: letters, digits, "_" and "-".
	Name string
	// Label is the text of the button, or a phrase key.
	Label string
	// Permissions are codes that it requires in addition to the controller's.
	Permissions []string
	// Run may return Refused and Invalid.
	Run func(ctx context.Context, call *ActionCall) (ActionResult, error)
}

// Statement returns the Run of an action that is one SQL statement. The message's "%d" is the number of rows that it changed.
func Statement(statement, message string) func(ctx context.Context, call *ActionCall) (ActionResult, error) {
	return func(ctx context.Context, call *ActionCall) (ActionResult, error) {
		result, err := call.Tx.ExecContext(ctx, statement)
		if err != nil {
			return ActionResult{}, err
		}
		count, err := result.RowsAffected()
		return ActionResult{Message: fmt.Sprintf(message, count)}, err
	}
}

// Link is what a relation manager links or unlinks.
type Link struct {
	// ID of the record whose relation it is.
	ID       string
	Relation string
	// IDs of the other records: those that are not linked yet, or those to unlink.
	IDs []string
}

// Controller is an admin screen over a struct: its list, its form, and the application's rules. Only ID and Record are
// required. Hooks run inside the transaction of the write, and any error rolls back everything; they may return Refused and
// Invalid. Gatehouse has checked the permissions before it calls.
type Controller struct {
	// ID is "vendor.plugin.controller".
	ID string
	// Record is a value of the struct: Product{}.
	Record interface{}
	// Permissions are codes that every route of it requires, all of them.
	Permissions []string
	// ModelName is the "modelClass" of the YAML. Default: `Vendor\Plugin\Models\StructName`.
	ModelName string
	// DefaultForModel: if a struct has several controllers, exactly one must set it. Its scopes, relations and hooks apply
	// to the struct outside of a controller's own pages.
	DefaultForModel bool
	// NewRecord has initial values of the create form.
	NewRecord Values
	// ConfigDir is the folder of its YAML files, if it is not the usual one: "~/plugins/acme/blog/controllers/posts".
	ConfigDir string
	// Scripts and Styles are files under the plugin's assets/ that its pages load: "js/meter.js", "css/blog.css".
	Scripts, Styles []string

	// ListScope limits lists, and the records that choices, labels and relations of other controllers show.
	ListScope func(ctx context.Context, call *Call) (Condition, error)
	// FormScope limits forms. Default: the list scope. Both limit deletions.
	FormScope func(ctx context.Context, call *Call) (Condition, error)
	// Scopes are named query scopes that filters and relation fields ask for: `scope: published`.
	Scopes map[string]func(ctx context.Context, call *ScopeCall) (Condition, error)
	// Options are option providers: `options: units` of a field. A write is checked against the same choices. form has the
	// form's values.
	Options map[string]func(ctx context.Context, call *Call, form Values) ([]Choice, error)
	Actions []Action
	// Partials supply the data of partials: "stats" of the file _stats.htm. recordID is empty in header partials and on
	// the create form. The data is plain: nil, bool, numbers, text, time.Time, lists, and maps with text keys.
	Partials map[string]func(ctx context.Context, call *Call, recordID string) (interface{}, error)

	// BeforeSave runs before BeforeCreate and BeforeUpdate, for rules that hold for both. It may change values, and add
	// others; an update has only those that the write names.
	BeforeSave func(ctx context.Context, call *Call, values Values) error
	// BeforeCreate may change values, and add others. A belongs-to relation is its foreign key.
	BeforeCreate func(ctx context.Context, call *Call, values Values) error
	// AfterCreate: the record exists, with its links.
	AfterCreate func(ctx context.Context, call *Call, id string, values Values) error
	// BeforeUpdate may change values, and add others; values has only those that the write names.
	BeforeUpdate func(ctx context.Context, call *Call, id string, values Values) error
	// AfterUpdate: the record is changed, with its links.
	AfterUpdate func(ctx context.Context, call *Call, id string, values Values) error
	// BeforeDelete runs before the record's own links in pivot tables are removed.
	BeforeDelete func(ctx context.Context, call *Call, id string) error
	// AfterDelete: the database has decided about rows of other tables that refer to the record.
	AfterDelete func(ctx context.Context, call *Call, id string) error
	// BeforeLink, AfterLink, BeforeUnlink and AfterUnlink run for a relation manager of this record. For a has-many
	// relation, the update hooks of the related struct's controller run as well, for each record.
	BeforeLink   func(ctx context.Context, call *Call, link Link) error
	AfterLink    func(ctx context.Context, call *Call, link Link) error
	BeforeUnlink func(ctx context.Context, call *Call, link Link) error
	AfterUnlink  func(ctx context.Context, call *Call, link Link) error
}

// checkNew runs the hooks before a record is created.
func (c *Controller) checkNew(ctx context.Context, call *Call, values Values) error {
	if c.BeforeSave != nil {
		if err := c.BeforeSave(ctx, call, values); err != nil {
			return err
		}
	}
	if c.BeforeCreate != nil {
		return c.BeforeCreate(ctx, call, values)
	}
	return nil
}

// checkChange runs the hooks before a record is changed.
func (c *Controller) checkChange(ctx context.Context, call *Call, id string, values Values) error {
	if c.BeforeSave != nil {
		if err := c.BeforeSave(ctx, call, values); err != nil {
			return err
		}
	}
	if c.BeforeUpdate != nil {
		return c.BeforeUpdate(ctx, call, id, values)
	}
	return nil
}
