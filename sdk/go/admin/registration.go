package admin

import (
	"sort"
	"strings"

	"gatehouse.dev/host/internal/contract"
)

// What Describe tells Gatehouse of models and controllers (admin_registration.proto). Maps are in alphabetical order, so that
// the answer stays the same.

func sortTexts(texts []string) {
	sort.Strings(texts)
}

var columnTypeMessages = map[ColumnType]contract.AdminColumnType{
	Bool: contract.AdminColumnTypeBool, Integer: contract.AdminColumnTypeInteger, BigInt: contract.AdminColumnTypeBigint,
	Double: contract.AdminColumnTypeDouble, Decimal: contract.AdminColumnTypeDecimal, String: contract.AdminColumnTypeString,
	Date: contract.AdminColumnTypeDate, Time: contract.AdminColumnTypeTime,
	Timestamp: contract.AdminColumnTypeTimestamp, JSON: contract.AdminColumnTypeJson, Bytes: contract.AdminColumnTypeBytes,
}

func (c *column) message() *contract.AdminColumn {
	message := &contract.AdminColumn{
		Name: c.name, Type: columnTypeMessages[c.kind], Nullable: c.nullable, Protected: c.protected,
		Minimum: c.minimum, Maximum: c.maximum,
	}
	if c.maxLength > 0 {
		length := uint32(c.maxLength)
		message.MaxLength = &length
	}
	if c.precision > 0 {
		precision, scale := uint32(c.precision), uint32(c.scale)
		message.Precision, message.Scale = &precision, &scale
	}
	if c.defaultValue != nil {
		message.Default = cellOf(c.kind, c.defaultValue)
	}
	return message
}

func (r *registry) describeModel(m *model) *contract.AdminModel {
	message := &contract.AdminModel{Name: m.name, Table: m.table, PrimaryKey: m.primaryKey, Versioned: m.version != ""}
	for _, name := range m.order {
		message.Columns = append(message.Columns, m.columns[name].message())
	}
	for name := range r.scopesOf(m) {
		message.Scopes = append(message.Scopes, name)
	}
	sortTexts(message.Scopes)
	return message
}

func (r *registered) describe() *contract.AdminController {
	message := &contract.AdminController{
		ID: r.ID, Model: r.model.name, ConfigDir: r.ConfigDir, Permissions: r.Permissions, Scripts: r.Scripts,
		Styles: r.Styles, SuppliesPartialData: len(r.Partials) > 0, DefaultForModel: r.DefaultForModel,
	}
	for _, action := range r.Actions {
		message.Actions = append(message.Actions, &contract.AdminAction{
			Name: action.Name, Label: action.Label, Permissions: action.Permissions,
		})
	}
	for _, to := range r.relations {
		message.Relations = append(message.Relations, to.message())
	}
	for name := range r.Options {
		message.OptionProviders = append(message.OptionProviders, name)
	}
	sortTexts(message.OptionProviders)
	for _, name := range r.model.order {
		if value, ok := r.newRecord[name]; ok {
			cell := cellOf(r.model.columns[name].kind, value)
			message.NewRecord = append(message.NewRecord, &contract.AdminNewValue{Column: name, Value: cell})
		}
	}
	return message
}

func (r *relation) message() *contract.AdminRelation {
	message := &contract.AdminRelation{
		Name: r.name, RelatedModel: r.model.name, RelatedTable: r.model.table, LabelColumn: r.label,
	}
	switch r.kind {
	case belongsTo:
		message.BelongsTo = &contract.AdminBelongsTo{ForeignKey: r.foreignKey}
	case hasMany:
		message.HasMany = &contract.AdminHasMany{ForeignKey: r.foreignKey}
	default:
		message.BelongsToMany = &contract.AdminBelongsToMany{
			PivotTable: r.pivotTable, PivotForeignKey: r.foreignKey, PivotRelatedKey: r.relatedKey,
		}
	}
	return message
}

// registration is all of it, for the plugins of the controllers.
func (a *Admin) registration(described *registry, options Options) *contract.AdminRegistration {
	message := &contract.AdminRegistration{DefaultLocale: options.DefaultLocale}
	for _, m := range described.models {
		message.Models = append(message.Models, described.describeModel(m))
	}
	for _, controller := range described.controllers {
		message.Controllers = append(message.Controllers, controller.describe())
	}
	plugin := &contract.AdminPlugin{ID: options.Plugin}
	for _, each := range options.Permissions {
		plugin.Permissions = append(plugin.Permissions, &contract.AdminPermission{
			Code: each.Code, Label: each.Label, Tab: strings.TrimSpace(each.Tab),
		})
	}
	for _, each := range options.Navigation {
		plugin.Navigation = append(plugin.Navigation, each.message())
	}
	for _, each := range options.Settings {
		plugin.Settings = append(plugin.Settings, a.screens[each.Code].describe(options.Plugin))
	}
	message.Plugins = []*contract.AdminPlugin{plugin}
	return message
}
