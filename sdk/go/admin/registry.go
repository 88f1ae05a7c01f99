package admin

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// registered is a controller with its model and relations.
type registered struct {
	*Controller
	model *model
	// relations in the order of the struct.
	relations []*relation
	newRecord Values
}

func (r *registered) relation(name string) *relation {
	return findRelation(r.relations, name)
}

func findRelation(relations []*relation, name string) *relation {
	for _, each := range relations {
		if each.name == name {
			return each
		}
	}
	return nil
}

func relationOf(relations []*relation, name string) (*relation, error) {
	if found := findRelation(relations, name); found != nil {
		return found, nil
	}
	return nil, malformed("relation", "is not a relation of the controller")
}

func columnIn(m *model, name, field string) (*column, error) {
	if found := m.columns[name]; found != nil {
		return found, nil
	}
	return nil, malformed(field, "is not a declared column")
}

// pivotColumn is a column of a pivot table that holds keys of a model's records.
type pivotColumn struct{ table, column string }

// pivots are the pivot columns of a model.
type pivots struct {
	// own: of relations that lead from the model. related: of those that lead to it.
	own, related []pivotColumn
}

// registry has the application's controllers and models, by the names that requests use.
type registry struct {
	facts       *facts
	controllers []*registered
	models      []*model
	managers    map[*model]*registered
	// pivots by the column of the keys: a record of one struct of a table is a record of every other struct of it.
	pivots map[keyColumn]*pivots
}

// keyColumn is the column of the keys of a model's records.
type keyColumn struct{ table, column string }

func (m *model) keyColumn() keyColumn {
	return keyColumn{m.table, m.primaryKey}
}

func (r *registry) find(id string) *registered {
	for _, each := range r.controllers {
		if each.ID == id {
			return each
		}
	}
	return nil
}

func (r *registry) controller(id string) (*registered, error) {
	if found := r.find(id); found != nil {
		return found, nil
	}
	return nil, malformed("controller", "is not a controller of this host")
}

func (r *registry) modelNamed(name string) (*model, error) {
	for _, each := range r.models {
		if each.name == name {
			return each, nil
		}
	}
	return nil, malformed("model", "is not a model of this host")
}

// builder joins controllers with what their structs say.
type builder struct {
	descriptions map[reflect.Type]*described
	models       map[reflect.Type]*model
	// managed are the structs of controllers, whose models have all of their columns.
	managed  map[reflect.Type]bool
	registry *registry
}

func newRegistry(isPostgres bool, controllers []*Controller) (*registry, error) {
	b := &builder{
		descriptions: map[reflect.Type]*described{},
		models:       map[reflect.Type]*model{},
		managed:      map[reflect.Type]bool{},
		registry: &registry{
			facts:    &facts{isPostgres: isPostgres},
			managers: map[*model]*registered{},
			pivots:   map[keyColumn]*pivots{},
		},
	}
	// The models of controllers first: a related struct without one has only what relations need. Among several
	// controllers of a struct, the default one names the model.
	ordered := append([]*Controller{}, controllers...)
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i].DefaultForModel && !ordered[j].DefaultForModel })
	for _, each := range ordered {
		if err := b.modelOf(each); err != nil {
			return nil, fmt.Errorf("admin: controller %s: %w", each.ID, err)
		}
	}
	for _, each := range controllers {
		if b.registry.find(each.ID) != nil {
			return nil, fmt.Errorf("admin: two controllers have the id %s", each.ID)
		}
		if err := b.register(each); err != nil {
			return nil, fmt.Errorf("admin: controller %s: %w", each.ID, err)
		}
	}
	names := map[string]bool{}
	for _, each := range b.registry.models {
		if names[each.name] {
			return nil, fmt.Errorf("admin: two structs have the model name %s; set ModelName of one of their controllers", each.name)
		}
		names[each.name] = true
	}
	return b.registry, b.registry.findManagers()
}

func (b *builder) described(record reflect.Type) (*described, error) {
	if found := b.descriptions[record]; found != nil {
		return found, nil
	}
	found, err := describe(record)
	if err != nil {
		return nil, err
	}
	b.descriptions[record] = found
	return found, nil
}

func structType(record interface{}) reflect.Type {
	found := reflect.TypeOf(record)
	for found != nil && found.Kind() == reflect.Ptr {
		found = found.Elem()
	}
	return found
}

func (b *builder) modelOf(controller *Controller) error {
	record := structType(controller.Record)
	if record == nil {
		return fmt.Errorf("Record is missing: set a value of the struct, such as Product{}")
	}
	if b.models[record] != nil {
		return nil
	}
	found, err := b.described(record)
	if err != nil {
		return err
	}
	name := controller.ModelName
	if name == "" {
		name = modelName(controller.ID, record)
	}
	b.managed[record] = true
	b.add(name, found, func(*column) bool { return true }, false)
	return nil
}

func (b *builder) add(name string, from *described, wanted func(*column) bool, onlyRead bool) *model {
	m := &model{
		name: name, record: from.record, table: from.table, primaryKey: from.primaryKey, version: from.version,
		columns: map[string]*column{},
	}
	if onlyRead {
		m.version = ""
	}
	for _, each := range from.columns {
		if !wanted(each) {
			continue
		}
		copied := *each
		copied.protected = copied.protected || onlyRead
		m.columns[each.name] = &copied
		m.order = append(m.order, each.name)
	}
	if !onlyRead {
		m.hidden = from.hidden
	}
	b.models[from.record] = m
	b.registry.models = append(b.registry.models, m)
	return m
}

// related returns the model of a related struct: that of its controller, or one with only what relations need.
func (b *builder) related(controller *Controller, to describedRelation) (*model, error) {
	if b.managed[to.related] {
		return b.models[to.related], nil
	}
	from, err := b.described(to.related)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{from.primaryKey: true, to.label: true}
	for _, name := range to.shown {
		names[name] = true
	}
	if to.kind == hasMany {
		names[to.foreignKey] = true
	}
	found := b.models[to.related]
	if found == nil {
		return b.add(modelName(controller.ID, to.related), from, func(c *column) bool { return names[c.name] }, true), nil
	}
	// Another relation leads to it too.
	for _, each := range from.columns {
		if names[each.name] && found.columns[each.name] == nil {
			copied := *each
			copied.protected = true
			found.columns[each.name] = &copied
			found.order = append(found.order, each.name)
		}
	}
	return found, nil
}

// modelName is `Acme\Blog\Models\Post` of the controller acme.blog.posts.
func modelName(controllerID string, record reflect.Type) string {
	parts := strings.Split(controllerID, ".")
	if len(parts) > 2 {
		parts = parts[:2]
	}
	for index, part := range parts {
		words := strings.FieldsFunc(part, func(letter rune) bool { return letter == '-' || letter == '_' })
		for at, word := range words {
			words[at] = strings.ToUpper(word[:1]) + word[1:]
		}
		parts[index] = strings.Join(words, "")
	}
	return strings.Join(append(parts, "Models", record.Name()), `\`)
}

func (b *builder) register(controller *Controller) error {
	m := b.models[structType(controller.Record)]
	added := &registered{Controller: controller, model: m, newRecord: Values{}}
	for name, value := range controller.NewRecord {
		known := m.columns[name]
		if known == nil {
			return fmt.Errorf("NewRecord: %s is not a column, or is hidden", name)
		}
		normalized, ok := normal(known.kind, value)
		if !ok {
			return fmt.Errorf("NewRecord: %s: %s", name, unfitText(known.kind, value))
		}
		added.newRecord[name] = normalized
	}
	for _, each := range b.descriptions[m.record].relations {
		related, err := b.related(controller, each)
		if err != nil {
			return fmt.Errorf("the relation %s: %w", each.name, err)
		}
		made := each.relation
		made.model = related
		if err := made.check(m); err != nil {
			return err
		}
		added.relations = append(added.relations, &made)
		b.registry.addPivots(m, &made)
	}
	b.registry.controllers = append(b.registry.controllers, added)
	return nil
}

func (r *relation) check(owner *model) error {
	holder, key := r.model, r.foreignKey
	if r.kind == belongsTo {
		holder = owner
	}
	if owner.columns[r.name] != nil {
		return fmt.Errorf("%s is both a column and a relation", r.name)
	}
	if r.model.columns[r.label] == nil {
		return fmt.Errorf("the relation %s: %s is not a column of %s, or is hidden", r.name, r.label, r.model.name)
	}
	if r.kind != belongsToMany && holder.columns[key] == nil {
		return fmt.Errorf("the relation %s: %s is not a column of %s, or is hidden", r.name, key, holder.name)
	}
	return nil
}

func (r *registry) addPivots(owner *model, to *relation) {
	if to.kind != belongsToMany {
		return
	}
	for _, m := range []*model{owner, to.model} {
		if r.pivots[m.keyColumn()] == nil {
			r.pivots[m.keyColumn()] = &pivots{}
		}
	}
	own, related := &r.pivots[owner.keyColumn()].own, &r.pivots[to.model.keyColumn()].related
	*own = append(*own, pivotColumn{to.pivotTable, to.foreignKey})
	*related = append(*related, pivotColumn{to.pivotTable, to.relatedKey})
}

// findManagers returns an error unless exactly one of a struct's several controllers is the default: no order must decide.
func (r *registry) findManagers() error {
	for _, m := range r.models {
		var same, defaults []*registered
		var ids []string
		for _, each := range r.controllers {
			if each.model != m {
				continue
			}
			same, ids = append(same, each), append(ids, each.ID)
			if each.DefaultForModel {
				defaults = append(defaults, each)
			}
		}
		switch {
		case len(same) == 0:
		case len(defaults) > 1 || len(same) > 1 && len(defaults) == 0:
			return fmt.Errorf("admin: %d controllers manage the model %s (%s), and %d of them set DefaultForModel; set it on "+
				"exactly one, whose scopes and hooks then apply wherever else the model is used",
				len(same), m.name, strings.Join(ids, ", "), len(defaults))
		case len(defaults) == 1:
			r.managers[m] = defaults[0]
		default:
			r.managers[m] = same[0]
		}
	}
	return nil
}
