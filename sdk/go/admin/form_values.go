package admin

import (
	"encoding/json"
	"fmt"
	"strconv"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

func (r *registered) optionOwner() optionOwner {
	return optionOwner{columns: r.model.columns, providers: r.Options}
}

// misfit stands for a value of a write that no column of its type can have, until requireFit names it.
type misfit struct{}

func writtenValues(columns map[string]*column, sent []*contract.ColumnValue) (Values, error) {
	values := Values{}
	for _, one := range sent {
		c := columns[one.Column]
		if c == nil {
			return nil, malformed("values.column", "is not a declared column")
		}
		value, err := valueOf(c.kind, one.Value)
		if err != nil {
			value = misfit{}
		}
		values[one.Column] = value
	}
	return values, nil
}

// formValues returns the unsaved values of a form.
func formValues(columns map[string]*column, sent []*contract.FormValue) (Values, error) {
	values := Values{}
	for _, one := range sent {
		c := columns[one.Column]
		if c == nil {
			return nil, malformed("values.column", "is not a declared column")
		}
		value, err := valueOf(c.kind, one.Value)
		if err != nil {
			return nil, malformed("values.value", "%v", err)
		}
		values[one.Column] = value
	}
	return values, nil
}

// requireFit returns Invalid for values that do not fit their columns. Gatehouse has checked them against the registration,
// but cannot know how the database stores them. Values of hooks are not checked here: the write is read back before the
// commit.
func (s *session) requireFit(m *model, values Values) error {
	problems := Invalid{}
	for name, value := range values {
		switch c := m.columns[name]; {
		case !c.fits(value):
			problems[name] = say("unfit", s.caller.Locale)
		case !s.facts().isExact(c, value):
			problems[name] = say("digits", s.caller.Locale)
		}
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}

// requireOffered returns Invalid for a value that the field's provider does not offer to the caller for these form values.
func (s *session) requireOffered(owner optionOwner, sent []*contract.ColumnValue, form Values) error {
	for _, one := range sent {
		if one.OptionProvider == "" {
			continue
		}
		choices, err := s.choices(owner, one.OptionProvider, form)
		if err != nil {
			return err
		}
		offered := map[string]bool{}
		for _, choice := range choices {
			offered[choice.Value] = true
		}
		if !isChosen(owner.columns[one.Column], form[one.Column], offered) {
			return Invalid{one.Column: say("notOffered", s.caller.Locale)}
		}
	}
	return nil
}

// isChosen says whether all chosen values of a field are among the offered ones. A JSON column holds the list of a
// checkboxlist. An item that is no scalar is no choice, whatever its text would be.
func isChosen(c *column, value interface{}, offered map[string]bool) bool {
	text, ok := keyText(value)
	if !ok {
		return true
	}
	if c.kind != JSON {
		return offered[text]
	}
	var read interface{}
	if json.Unmarshal([]byte(text), &read) != nil {
		return false
	}
	list, isList := read.([]interface{})
	if !isList {
		list = []interface{}{read}
	}
	for _, each := range list {
		text, ok := "", true
		switch each := each.(type) {
		case string:
			text = each
		case bool:
			text = strconv.FormatBool(each)
		case float64:
			text = numberText(each)
		default:
			ok = false
		}
		if !ok || !offered[text] {
			return false
		}
	}
	return true
}

// parameters returns the values in the form that the driver expects. Columns that a hook added must be declared as well.
func (s *session) parameters(m *model, values Values) (*row, error) {
	written := &row{values: map[string]interface{}{}}
	for name := range values {
		if m.columns[name] == nil && !m.isHidden(name) {
			return nil, fmt.Errorf("a hook sets %s, which is not a column of %s that the admin backend knows", name, m.name)
		}
	}
	writable := append([]*column{}, m.hidden...)
	for _, name := range m.order {
		writable = append(writable, m.columns[name])
	}
	for _, c := range writable {
		name := c.name
		given, ok := values[name]
		if !ok {
			continue
		}
		value, ok := normal(c.kind, given)
		unlimited := column{kind: c.kind}
		if !ok || !unlimited.fits(value) {
			return nil, fmt.Errorf("a hook sets %s of %s: %s", name, m.name, unfitText(c.kind, given))
		}
		if !s.facts().isExact(c, value) {
			return nil, fmt.Errorf("a hook sets %s to a decimal that SQLite would round", name)
		}
		values[name] = value
		written.set(name, s.facts().parameter(c, value))
	}
	return written, nil
}

// writtenForm returns the form values that option providers and the scopes of relation fields see during a write: the
// current record, overlaid with the written values, belongs-to relations by their keys, as far as the caller may see them. A
// change names only what it changes, but its validation depends on the other values. known runs only if one of them looks at
// the form.
func (s *session) writtenForm(
	r *registered, sent []*contract.ColumnValue, changes []*contract.RelationChange, values Values, known func() (Values, error),
) (Values, error) {
	isSeen := false
	for _, one := range sent {
		isSeen = isSeen || one.OptionProvider != ""
	}
	for _, change := range changes {
		isSeen = isSeen || change.Scope != nil
	}
	if !isSeen {
		return Values{}, nil
	}
	form, err := known()
	if err != nil {
		return nil, err
	}
	for name, value := range values {
		form[name] = value
	}
	for _, change := range changes {
		if to := r.relation(change.Relation); to != nil && to.kind == belongsTo {
			form[to.foreignKey] = nil
			if len(change.IDs) > 0 {
				form[to.foreignKey] = keyValue(r.model.columns[to.foreignKey], change.IDs[0])
			}
		}
	}
	return s.visibleForm(r.relations, form)
}

// recordValues returns every declared column of a record; nil where the stored value does not fit its column.
func (s *session) recordValues(m *model, id string) (Values, error) {
	values := Values{}
	key, ok := s.facts().keyParameter(m, id)
	if !ok {
		return values, nil
	}
	var wanted []statement.SQL
	for _, name := range m.order {
		wanted = append(wanted, s.facts().selected(m, m.columns[name]))
	}
	rows, err := s.all(statement.New("select {} from {} where {} = {}",
		statement.Joined(wanted, ", "), m.from(), m.key(), key))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for at, name := range m.order {
			values[name] = storedValue(m.columns[name].kind, row[at]).known()
		}
	}
	return values, nil
}

// visibleForm returns the values of a form, as far as the caller may see them. The key of a record outside of the related
// model's list scope counts as not chosen. Otherwise the choices that depend on it, or the error of a write, would reveal the
// record.
func (s *session) visibleForm(relations []*relation, values Values) (Values, error) {
	form := values.copied()
	for _, to := range relations {
		if to.kind != belongsTo {
			continue
		}
		id, ok := keyText(form[to.foreignKey])
		if !ok {
			continue
		}
		found, err := s.existing(to.model, []string{id}, nil)
		if err != nil {
			return nil, err
		}
		if !found[id] {
			form[to.foreignKey] = nil
		}
	}
	return form, nil
}

// keyValue is a key as a value of its column; nil for one that is none, which the check of the relation rejects.
func keyValue(c *column, id string) interface{} {
	if c.kind != Integer && c.kind != BigInt {
		return id
	}
	number, ok := integerKey(id)
	if !ok {
		return nil
	}
	return number
}
