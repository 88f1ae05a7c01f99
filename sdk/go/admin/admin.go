// Package admin makes the structs of an application an admin backend: lists, forms, relations, settings pages and actions,
// which Gatehouse describes in YAML and serves. The application writes a Controller for each struct; this package reads and
// writes the records in transactions of the application's own database, SQLite or PostgreSQL, on database/sql.
package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/sqlbackend"
)

// Options describe an admin backend.
type Options struct {
	// Plugin is the id of the plugin with the YAML files: "acme.shop".
	Plugin      string
	Controllers []*Controller
	Settings    []*Settings
	Permissions []Permission
	Navigation  []NavigationItem
	// Directory keeps the administrators. Default: SQLDirectory, on the tables that Migrate creates.
	Directory Directory
	// DefaultLocale is for administrators who request no locale that the plugin provides. Default: "en".
	DefaultLocale string
	// Logger receives warnings. Default: one line of JSON on stderr for each.
	Logger host.Logger
}

// Admin is the admin backend of an application, for Host.Admin.
type Admin struct {
	database  *sqlbackend.Database
	registry  *registry
	screens   map[string]*screen
	directory Directory
	log       host.Logger
	described *contract.AdminRegistration
}

// New reads the structs. Its error says what is wrong with one of them. Gatehouse compares all of them with the plugin's
// YAML files.
func New(database *sqlbackend.Database, options Options) (*Admin, error) {
	// What Describe contains. Gatehouse knows the controllers of accounts without a description.
	described, err := newRegistry(database.IsPostgreSQL(), options.Controllers)
	if err != nil {
		return nil, err
	}
	a := &Admin{
		database: database, registry: described, screens: map[string]*screen{}, directory: options.Directory, log: options.Logger,
	}
	if a.directory == nil {
		a.directory = NewSQLDirectory(database)
	}
	if accounts, ok := a.directory.(Accounts); ok {
		all := append(append([]*Controller{}, options.Controllers...), accounts.AccountControllers()...)
		if a.registry, err = newRegistry(database.IsPostgreSQL(), all); err != nil {
			return nil, err
		}
	}
	for _, each := range options.Settings {
		if a.screens[each.Code] != nil {
			return nil, fmt.Errorf("admin: two settings screens have the code %s", each.Code)
		}
		if a.screens[each.Code], err = newScreen(each); err != nil {
			return nil, err
		}
	}
	a.described = a.registration(described, options)
	if err := contract.Check(a.described); err != nil {
		return nil, fmt.Errorf("admin: %w", err)
	}
	return a, nil
}

// Registration is what Gatehouse learns about it. Host calls it.
func (a *Admin) Registration() *contract.AdminRegistration {
	return a.described
}

// Settings returns the saved values of a settings screen, with the default of each that has none or one that does not fit.
// tx is a transaction, or a *sql.DB.
func (a *Admin) Settings(ctx context.Context, tx Tx, code string) (Values, error) {
	form := a.screens[code]
	if form == nil {
		return nil, fmt.Errorf("admin: there is no settings screen %q", code)
	}
	saved, err := loadSettings(ctx, tx, a.registry.facts.isPostgres, code, false)
	if err != nil {
		return nil, err
	}
	values := Values{}
	for _, name := range form.order {
		c := form.columns[name]
		values[name] = saved.decode(c).known()
		if values[name] == nil {
			values[name] = c.defaultValue
		}
	}
	return values, nil
}

// Settings returns the saved values of a settings screen, in the call's transaction.
func (c *Call) Settings(ctx context.Context, code string) (Values, error) {
	return c.admin.Settings(ctx, c.Tx, code)
}

func (a *Admin) logger() host.Logger {
	if a.log == nil {
		return host.StderrLogger
	}
	return a.log
}

func (a *Admin) read(ctx context.Context, work func(ctx context.Context, tx Tx) error) error {
	return a.database.Within(ctx, sqlbackend.ReadSnapshot, work)
}
