// Code generated from gatehouse/host/v1/admin_registration.proto by generate.py. DO NOT EDIT.

package contract

// AdminColumnType is the type of a column; admin_cell.proto describes its cells.
type AdminColumnType int32

// The values of AdminColumnType.
const (
	// Never sent.
	AdminColumnTypeUnspecified AdminColumnType = 0
	// True or false.
	AdminColumnTypeBool AdminColumnType = 1
	// A whole number between -(2^53 - 1) and 2^53 - 1: a number in JSON.
	AdminColumnTypeInteger AdminColumnType = 2
	// A 64-bit whole number: a string in JSON, because many JSON parsers would round it.
	AdminColumnTypeBigint AdminColumnType = 3
	// A binary floating-point number.
	AdminColumnTypeDouble AdminColumnType = 4
	// A decimal number that is never rounded: a string in JSON.
	AdminColumnTypeDecimal AdminColumnType = 5
	// A text.
	AdminColumnTypeString AdminColumnType = 6
	// A calendar day.
	AdminColumnTypeDate AdminColumnType = 7
	// A time of day.
	AdminColumnTypeTime AdminColumnType = 8
	// A moment.
	AdminColumnTypeTimestamp AdminColumnType = 9
	// A JSON value.
	AdminColumnTypeJson AdminColumnType = 10
	// Bytes; Base64 in JSON.
	AdminColumnTypeBytes AdminColumnType = 11
)

var enumAdminColumnType = newEnum(map[int32]string{0: "ADMIN_COLUMN_TYPE_UNSPECIFIED", 1: "ADMIN_COLUMN_TYPE_BOOL", 2: "ADMIN_COLUMN_TYPE_INTEGER", 3: "ADMIN_COLUMN_TYPE_BIGINT", 4: "ADMIN_COLUMN_TYPE_DOUBLE", 5: "ADMIN_COLUMN_TYPE_DECIMAL", 6: "ADMIN_COLUMN_TYPE_STRING", 7: "ADMIN_COLUMN_TYPE_DATE", 8: "ADMIN_COLUMN_TYPE_TIME", 9: "ADMIN_COLUMN_TYPE_TIMESTAMP", 10: "ADMIN_COLUMN_TYPE_JSON", 11: "ADMIN_COLUMN_TYPE_BYTES"})

// AdminRegistration is the host's part of the admin backend: its code and data. The plugins' YAML files declare which
// parts the admin backend shows, and how; Gatehouse joins them with the registration. Gatehouse validates the
// registration as a whole and names every error: references to names that do not exist, duplicate names, values whose
// kind differs from that of their column. Texts (`label` and similar fields) are locale-neutral: a phrase key of a
// plugin, "acme.blog::lang.posts.title", which must exist in the default locale, or the text itself.
type AdminRegistration struct {
	// Locale for administrators who request none that the plugins provide: "en". Default: "en".
	DefaultLocale string
	// The models that controllers manage, relations lead to, and filters offer as choices.
	Models []*AdminModel
	// The controllers. Without any, no admin route exists, but the operator commands still work.
	Controllers []*AdminController
	// Declarations of plugins other than their controllers. You may omit a plugin that has only controllers.
	Plugins []*AdminPlugin
}

var shapeAdminRegistration = &Shape{
	Fields: []Field{
		{Number: 1, Name: "default_locale", JSON: "defaultLocale", Kind: String, Rules: &Rules{Pattern: pattern(`[a-z]{2,3}(-[a-z0-9]{2,8})*`)}},
		{Number: 2, Name: "models", JSON: "models", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `name`}},
		{Number: 3, Name: "controllers", JSON: "controllers", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `id`}},
		{Number: 4, Name: "plugins", JSON: "plugins", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `id`}},
	},
}

// Shape implements Message.
func (*AdminRegistration) Shape() *Shape { return shapeAdminRegistration }

// AdminModel is a database model.
type AdminModel struct {
	// The `modelClass` of the YAML files: "Acme\\Blog\\Models\\Post".
	Name string
	// Its table.
	Table string
	// Name of the primary key; one of the columns.
	PrimaryKey string
	// Whether its records have a version (Record.version), so that two administrators cannot unknowingly overwrite each
	// other's changes.
	Versioned bool
	// Its columns; at least the primary key. Gatehouse can neither show nor write a column that is not declared here.
	Columns []*AdminColumn
	// Names of query scopes that a filter or a relation field may ask for with `scope`.
	Scopes []string
}

var shapeAdminModel = &Shape{
	Fields: []Field{
		{Number: 1, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255}},
		{Number: 2, Name: "table", JSON: "table", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "primary_key", JSON: "primaryKey", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "versioned", JSON: "versioned", Kind: Bool},
		{Number: 5, Name: "columns", JSON: "columns", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, UniqueBy: `name`}},
		{Number: 6, Name: "scopes", JSON: "scopes", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_-]{0,99}`)}}},
	},
}

// Shape implements Message.
func (*AdminModel) Shape() *Shape { return shapeAdminModel }

// AdminColumn is a column of a model, or a value of a settings screen.
type AdminColumn struct {
	// A letter, then letters, digits and "_".
	Name string
	// Its type.
	Type AdminColumnType
	// Whether it may be null.
	Nullable bool
	// Whether forms must never write it, whatever the YAML says: a primary key, a password hash, a counter, an owner. A
	// primary key is always protected.
	Protected bool
	// STRING: maximum number of characters (Unicode code points). BYTES: maximum number of bytes. Absent: no limit.
	MaxLength *uint32
	// DECIMAL: maximum number of digits in total. Absent: no limit.
	Precision *uint32
	// DECIMAL: maximum number of digits after the point, at most `precision`. Absent: no limit.
	Scale *uint32
	// INTEGER, BIGINT: the minimum value. Absent: that of the type.
	Minimum *int64
	// INTEGER, BIGINT: the maximum value. Absent: that of the type.
	Maximum *int64
	// The value that the database writes if a new record has none; of the column's kind. Absent: no default, or an
	// expression.
	Default *Cell
}

var shapeAdminColumn = &Shape{
	Fields: []Field{
		{Number: 1, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_]{0,62}`)}},
		{Number: 2, Name: "type", JSON: "type", Kind: Enum, Enum: enumAdminColumnType, Rules: &Rules{Required: true}},
		{Number: 3, Name: "nullable", JSON: "nullable", Kind: Bool},
		{Number: 4, Name: "protected", JSON: "protected", Kind: Bool},
		{Number: 5, Name: "max_length", JSON: "maxLength", Kind: Uint32, Presence: true, Rules: &Rules{Minimum: limit(1)}},
		{Number: 6, Name: "precision", JSON: "precision", Kind: Uint32, Presence: true, Rules: &Rules{Minimum: limit(1)}},
		{Number: 7, Name: "scale", JSON: "scale", Kind: Uint32, Presence: true},
		{Number: 8, Name: "minimum", JSON: "minimum", Kind: Int64, Presence: true},
		{Number: 9, Name: "maximum", JSON: "maximum", Kind: Int64, Presence: true},
		{Number: 10, Name: "default", JSON: "default", Kind: MessageKind, Presence: true, Rules: &Rules{Absent: []string{`invalid_value`, `truncated_value`}}},
	},
}

// Shape implements Message.
func (*AdminColumn) Shape() *Shape { return shapeAdminColumn }

// AdminController is an admin controller.
type AdminController struct {
	// "vendor.plugin.controller": three names of lower-case letters, digits, "_" and "-", beginning with a letter. Unique.
	// Its routes are under /vendor/plugin/controller; "auth", "lang", "navigation" and "settings" are not allowed as the
	// vendor.
	ID string
	// Name of the registered model that it manages; equal to the `modelClass` of its list and form.
	Model string
	// Folder of its YAML and partial files: "~/plugins/acme/blog/controllers/posts", in which "~" is the folder that
	// contains plugins/. Default: this path, derived from its id.
	ConfigDir string
	// Permission codes that each of its routes requires, all of them. A plugin declares each code.
	Permissions []string
	// Code that toolbar buttons and widgets may run.
	Actions []*AdminAction
	// How its model is related to others.
	Relations []*AdminRelation
	// JavaScript files (*.js, *.mjs) that its pages load, in this order: paths under the plugin's assets/ directory.
	Scripts []string
	// CSS files (*.css) that its pages load, in this order: paths under the plugin's assets/ directory.
	Styles []string
	// Whether it answers GetPartialData. Required if its files contain a partial.
	SuppliesPartialData bool
	// Names that the `options` of a field or filter may contain instead of a list; ListOptions returns their choices.
	OptionProviders []string
	// Initial values of a new record, with which the create form starts. Columns of the model; any other column starts
	// with its default, or null.
	NewRecord []*AdminNewValue
	// Whether this controller is the default for its model. Outside of a controller's own pages (choices, labels,
	// conditions through a relation, candidates, Link and Unlink), a model has the list scope, form scope, relations and
	// hooks of its default controller. The only controller of a model is always its default. If there are several, exactly
	// one must set true; otherwise Gatehouse rejects the registration.
	DefaultForModel bool
}

var shapeAdminController = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*){2}`)}},
		{Number: 2, Name: "model", JSON: "model", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "config_dir", JSON: "configDir", Kind: String, Rules: &Rules{Pattern: pattern(`~(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+`)}},
		{Number: 4, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+`)}}},
		{Number: 5, Name: "actions", JSON: "actions", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `name`}},
		{Number: 6, Name: "relations", JSON: "relations", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `name`}},
		{Number: 7, Name: "scripts", JSON: "scripts", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.m?js`)}}},
		{Number: 8, Name: "styles", JSON: "styles", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.css`)}}},
		{Number: 9, Name: "supplies_partial_data", JSON: "suppliesPartialData", Kind: Bool},
		{Number: 10, Name: "option_providers", JSON: "optionProviders", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_-]{0,99}`)}}},
		{Number: 11, Name: "new_record", JSON: "newRecord", Kind: MessageKind, Repeated: true, Rules: &Rules{UniqueBy: `column`}},
		{Number: 12, Name: "default_for_model", JSON: "defaultForModel", Kind: Bool},
	},
}

// Shape implements Message.
func (*AdminController) Shape() *Shape { return shapeAdminController }

// AdminNewValue is an initial value of a new record.
type AdminNewValue struct {
	// Name of a column.
	Column string
	// Of the column's kind, or null.
	Value *Cell
}

var shapeAdminNewValue = &Shape{
	Fields: []Field{
		{Number: 1, Name: "column", JSON: "column", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "value", JSON: "value", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true, Absent: []string{`invalid_value`, `truncated_value`}}},
	},
}

// Shape implements Message.
func (*AdminNewValue) Shape() *Shape { return shapeAdminNewValue }

// AdminAction is application code that RunAction runs by name.
type AdminAction struct {
	// Letters, digits, "_" and "-", beginning with a letter. Unique in its controller; "create" and "delete" are reserved.
	Name string
	// Text of its button.
	Label string
	// Permission codes that it requires in addition to the controller's, all of them. A plugin declares each code.
	Permissions []string
}

var shapeAdminAction = &Shape{
	Fields: []Field{
		{Number: 1, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_-]{0,99}`)}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 500}},
		{Number: 3, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+`)}}},
	},
}

// Shape implements Message.
func (*AdminAction) Shape() *Shape { return shapeAdminAction }

// AdminRelation is how a controller's model is related to another one. The host uses the tables and keys to build
// queries; Gatehouse derives none of them from names, and validates that they are complete.
type AdminRelation struct {
	// Same format as a column name; unique among the relations of the controller and the columns of its model.
	Name string
	// Name of the registered related model.
	RelatedModel string
	// Table of that model.
	RelatedTable string
	// Column of that model whose value labels a record, unless the YAML names another one (`nameFrom`, `select`).
	LabelColumn string
	// This record holds the key of the related record.
	BelongsTo *AdminBelongsTo
	// A pivot table holds the pairs.
	BelongsToMany *AdminBelongsToMany
	// The related records hold the key of this record.
	HasMany *AdminHasMany
}

var shapeAdminRelation = &Shape{
	RequiredOneofs: []string{`binding`},
	Fields: []Field{
		{Number: 1, Name: "name", JSON: "name", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_]{0,62}`)}},
		{Number: 2, Name: "related_model", JSON: "relatedModel", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "related_table", JSON: "relatedTable", Kind: String, Rules: &Rules{Required: true}},
		{Number: 4, Name: "label_column", JSON: "labelColumn", Kind: String, Rules: &Rules{Required: true}},
		{Number: 5, Name: "belongs_to", JSON: "belongsTo", Kind: MessageKind, Presence: true, Oneof: "binding"},
		{Number: 6, Name: "belongs_to_many", JSON: "belongsToMany", Kind: MessageKind, Presence: true, Oneof: "binding"},
		{Number: 7, Name: "has_many", JSON: "hasMany", Kind: MessageKind, Presence: true, Oneof: "binding"},
	},
}

// Shape implements Message.
func (*AdminRelation) Shape() *Shape { return shapeAdminRelation }

// AdminBelongsTo relates a record to at most one other.
type AdminBelongsTo struct {
	// Column of the controller's model; declared. If it is not nullable, the relation is required.
	ForeignKey string
}

var shapeAdminBelongsTo = &Shape{
	Fields: []Field{
		{Number: 1, Name: "foreign_key", JSON: "foreignKey", Kind: String, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminBelongsTo) Shape() *Shape { return shapeAdminBelongsTo }

// AdminBelongsToMany relates records to records through a pivot table.
type AdminBelongsToMany struct {
	// The pivot table.
	PivotTable string
	// Its column that holds the key of the controller's model.
	PivotForeignKey string
	// Its column that holds the key of the related model.
	PivotRelatedKey string
}

var shapeAdminBelongsToMany = &Shape{
	Fields: []Field{
		{Number: 1, Name: "pivot_table", JSON: "pivotTable", Kind: String, Rules: &Rules{Required: true}},
		{Number: 2, Name: "pivot_foreign_key", JSON: "pivotForeignKey", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "pivot_related_key", JSON: "pivotRelatedKey", Kind: String, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminBelongsToMany) Shape() *Shape { return shapeAdminBelongsToMany }

// AdminHasMany relates many records to one.
type AdminHasMany struct {
	// Column of the related model; declared. If it is not nullable, records cannot be unlinked.
	ForeignKey string
}

var shapeAdminHasMany = &Shape{
	Fields: []Field{
		{Number: 1, Name: "foreign_key", JSON: "foreignKey", Kind: String, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminHasMany) Shape() *Shape { return shapeAdminHasMany }

// AdminPlugin is the part of a plugin other than its controllers.
type AdminPlugin struct {
	// "vendor.plugin": the first two names of its controllers' ids. Unique.
	ID string
	// Permission codes of the plugin.
	Permissions []*AdminPermission
	// Its entries of the main navigation.
	Navigation []*AdminNavigationItem
	// Its settings screens.
	Settings []*AdminSettingsScreen
}

var shapeAdminPlugin = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*`)}},
		{Number: 2, Name: "permissions", JSON: "permissions", Kind: MessageKind, Repeated: true},
		{Number: 3, Name: "navigation", JSON: "navigation", Kind: MessageKind, Repeated: true},
		{Number: 4, Name: "settings", JSON: "settings", Kind: MessageKind, Repeated: true},
	},
}

// Shape implements Message.
func (*AdminPlugin) Shape() *Shape { return shapeAdminPlugin }

// AdminPermission is a permission code.
type AdminPermission struct {
	// "vendor.plugin.what": letters, digits, "_", "-" and ".", unique among all plugins. No "*": only granted codes
	// contain it.
	Code string
	// Description that the role editor shows.
	Label string
	// Heading above it in the role editor; may be empty.
	Tab string
}

var shapeAdminPermission = &Shape{
	Fields: []Field{
		{Number: 1, Name: "code", JSON: "code", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+`)}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 500}},
		{Number: 3, Name: "tab", JSON: "tab", Kind: String, Rules: &Rules{MaxCharacters: 500}},
	},
}

// Shape implements Message.
func (*AdminPermission) Shape() *Shape { return shapeAdminPermission }

// AdminNavigationItem is an entry of the navigation. It is visible to administrators who may open its target. An entry
// without a target is visible if at least one of its children is.
type AdminNavigationItem struct {
	// Letters, digits, "_" and "-"; unique among its siblings in all plugins.
	Code string
	// Text of the entry.
	Label string
	// Name of an icon of the admin application; empty for none.
	Icon string
	// Ascending; items with equal values keep the order of the registration.
	Order int32
	// Permission codes that it requires in addition to those of its target, all of them.
	Permissions []string
	// Id of a registered controller, whose list it opens.
	Controller *string
	// Code of a registered settings screen.
	Settings *string
	// Entries below it, which cannot have children.
	Children []*AdminNavigationItem
}

var shapeAdminNavigationItem = &Shape{
	Fields: []Field{
		{Number: 1, Name: "code", JSON: "code", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_-]{0,99}`)}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 500}},
		{Number: 3, Name: "icon", JSON: "icon", Kind: String, Rules: &Rules{MaxCharacters: 500}},
		{Number: 4, Name: "order", JSON: "order", Kind: Int32},
		{Number: 5, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+`)}}},
		{Number: 6, Name: "controller", JSON: "controller", Kind: String, Presence: true, Oneof: "target", Rules: &Rules{Required: true}},
		{Number: 7, Name: "settings", JSON: "settings", Kind: String, Presence: true, Oneof: "target", Rules: &Rules{Required: true}},
		{Number: 8, Name: "children", JSON: "children", Kind: MessageKind, Repeated: true},
	},
}

// Shape implements Message.
func (*AdminNavigationItem) Shape() *Shape { return shapeAdminNavigationItem }

// AdminSettingsScreen is a form with exactly one record, which always exists.
type AdminSettingsScreen struct {
	// Lower-case letters, digits, "_", "-" and "."; unique among all plugins. Its route is /settings/{code}.
	Code string
	// Text of the entry.
	Label string
	// Description, one sentence; may be empty.
	Description string
	// Heading above it; may be empty.
	Category string
	// Name of an icon of the admin application; empty for none.
	Icon string
	// Ascending within its category; items with equal values keep the order of the registration.
	Order int32
	// Additional words by which a search finds it.
	Keywords []string
	// Permission codes that it requires, all of them. A plugin declares each code.
	Permissions []string
	// The YAML file of its fields: "~/plugins/acme/blog/models/settings/fields.yaml".
	Fields string
	// Its values. Gatehouse declares and writes them like a model's columns.
	Columns []*AdminColumn
	// Whether its values have a version (SettingsValues.version).
	Versioned bool
	// Same as AdminController.option_providers.
	OptionProviders []string
}

var shapeAdminSettingsScreen = &Shape{
	Fields: []Field{
		{Number: 1, Name: "code", JSON: "code", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`[a-z][a-z0-9_.-]{0,99}`)}},
		{Number: 2, Name: "label", JSON: "label", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 500}},
		{Number: 3, Name: "description", JSON: "description", Kind: String, Rules: &Rules{MaxCharacters: 500}},
		{Number: 4, Name: "category", JSON: "category", Kind: String, Rules: &Rules{MaxCharacters: 500}},
		{Number: 5, Name: "icon", JSON: "icon", Kind: String, Rules: &Rules{MaxCharacters: 500}},
		{Number: 6, Name: "order", JSON: "order", Kind: Int32},
		{Number: 7, Name: "keywords", JSON: "keywords", Kind: String, Repeated: true},
		{Number: 8, Name: "permissions", JSON: "permissions", Kind: String, Repeated: true, Rules: &Rules{Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+`)}}},
		{Number: 9, Name: "fields", JSON: "fields", Kind: String, Rules: &Rules{Required: true, Pattern: pattern(`~(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+`)}},
		{Number: 10, Name: "columns", JSON: "columns", Kind: MessageKind, Repeated: true, Rules: &Rules{Required: true, UniqueBy: `name`}},
		{Number: 11, Name: "versioned", JSON: "versioned", Kind: Bool},
		{Number: 12, Name: "option_providers", JSON: "optionProviders", Kind: String, Repeated: true, Rules: &Rules{Unique: true, Items: &Rules{Required: true, Pattern: pattern(`[A-Za-z][A-Za-z0-9_-]{0,99}`)}}},
	},
}

// Shape implements Message.
func (*AdminSettingsScreen) Shape() *Shape { return shapeAdminSettingsScreen }
