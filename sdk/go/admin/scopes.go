package admin

import (
	"context"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

type scopeFunc = func(ctx context.Context, call *Call) (Condition, error)

func (s *session) limited(scope scopeFunc) ([]statement.SQL, error) {
	if scope == nil {
		return nil, nil
	}
	limit, err := scope(s.ctx, s.call())
	if err != nil {
		return nil, err
	}
	return limit.all()
}

// all is the condition in a list; an empty one if there is no limit.
func (c Condition) all() ([]statement.SQL, error) {
	if c.text == "" {
		return nil, nil
	}
	condition, err := c.sql()
	if err != nil {
		return nil, err
	}
	return []statement.SQL{condition}, nil
}

// inList are the conditions of the records that exist in the controller's list, and inForm of those in its form.
func (s *session) inList(r *registered) ([]statement.SQL, error) {
	return s.limited(r.ListScope)
}

func (s *session) inForm(r *registered) ([]statement.SQL, error) {
	if r.FormScope == nil {
		return s.inList(r)
	}
	return s.limited(r.FormScope)
}

// inBoth are the conditions of the records that a controller may delete: a caller must not delete a record that its list or
// its form hides.
func (s *session) inBoth(r *registered) ([]statement.SQL, error) {
	list, err := s.inList(r)
	if err != nil || r.FormScope == nil {
		return list, err
	}
	form, err := s.inForm(r)
	return append(list, form...), err
}

// listed are the conditions of all records of a model that exist in lists: those of its default controller.
func (s *session) listed(m *model) ([]statement.SQL, error) {
	if manager := s.registry.managers[m]; manager != nil {
		return s.inList(manager)
	}
	return nil, nil
}

// movable are the conditions of the records that a has-many relation may assign to another owner. The form of the model's
// controller is the other place that writes their foreign key, so its scope applies too.
func (s *session) movable(m *model) ([]statement.SQL, error) {
	if manager := s.registry.managers[m]; manager != nil {
		return s.inBoth(manager)
	}
	return nil, nil
}

// visible is a condition that a related record with this key exists for the caller in lists; empty if all of them do.
func (s *session) visible(m *model, key statement.SQL) (statement.SQL, error) {
	conditions, err := s.listed(m)
	if err != nil || len(conditions) == 0 {
		return statement.SQL{}, err
	}
	return statement.New("{} in (select {} from {}{})", key, m.key(), m.from(), statement.And(conditions...)), nil
}

type namedScope = func(ctx context.Context, call *ScopeCall) (Condition, error)

// scopesOf returns the named scopes of a model: those of its controllers, above all of its default one.
func (r *registry) scopesOf(m *model) map[string]namedScope {
	found := map[string]namedScope{}
	for _, each := range r.controllers {
		if each.model != m {
			continue
		}
		for name, scope := range each.Scopes {
			if found[name] == nil || r.managers[m] == each {
				found[name] = scope
			}
		}
	}
	return found
}

// namedScopes are the conditions of scopes that a filter or a relation field asks for.
func (s *session) namedScopes(m *model, scopes []*contract.AdminNamedScope) ([]statement.SQL, error) {
	var conditions []statement.SQL
	known := s.registry.scopesOf(m)
	for _, given := range scopes {
		scope := known[given.Name]
		if scope == nil {
			return nil, malformed("scope", "is not a scope of the model")
		}
		call := &ScopeCall{Call: *s.call(), Form: s.form}
		if call.Form == nil {
			call.Form = Values{}
		}
		for _, cell := range given.Values {
			call.Values = append(call.Values, scalarOf(cell))
		}
		if given.ValuesOf != "" {
			// A caller must not find records through one that does not exist for the caller.
			visible, err := s.visibleValues(given.ValuesOf, call.Values)
			if err != nil {
				return nil, err
			}
			if len(visible) == 0 {
				return []statement.SQL{statement.Raw("1 = 0")}, nil
			}
			call.Values = visible
		}
		limit, err := scope(s.ctx, call)
		if err != nil {
			return nil, err
		}
		limits, err := limit.all()
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, limits...)
	}
	return conditions, nil
}

// visibleValues returns those of the values that are ids of records of a model that exist for the caller.
func (s *session) visibleValues(name string, values []interface{}) ([]interface{}, error) {
	m, err := s.registry.modelNamed(name)
	if err != nil {
		return nil, err
	}
	// Ids are texts.
	ids := make([]string, len(values))
	for index, value := range values {
		ids[index], _ = value.(string)
	}
	found, err := s.existing(m, ids, nil)
	if err != nil {
		return nil, err
	}
	var visible []interface{}
	for index, id := range ids {
		if found[id] {
			visible = append(visible, values[index])
		}
	}
	return visible, nil
}

func listOf(scope *contract.AdminNamedScope) []*contract.AdminNamedScope {
	if scope == nil {
		return nil
	}
	return []*contract.AdminNamedScope{scope}
}

// existing returns the ids that exist for the caller, in lists and within additional scopes.
func (s *session) existing(m *model, ids []string, scopes []*contract.AdminNamedScope) (map[string]bool, error) {
	keys := s.facts().keyParameters(m, ids)
	if len(keys) == 0 {
		return nil, nil
	}
	conditions, err := s.listed(m)
	if err != nil {
		return nil, err
	}
	named, err := s.namedScopes(m, scopes)
	if err != nil {
		return nil, err
	}
	conditions = append(conditions, named...)
	found := map[string]bool{}
	for _, some := range partsOf(keys) {
		more, err := s.idsOf(m, append(append([]statement.SQL{}, conditions...), isOneOf(m.key(), some)))
		if err != nil {
			return nil, err
		}
		for id := range more {
			found[id] = true
		}
	}
	return found, nil
}

// idsOf returns the keys of the records that meet all conditions.
func (s *session) idsOf(m *model, conditions []statement.SQL) (map[string]bool, error) {
	return s.texts(statement.New("select {} from {}{}", m.keyText(), m.from(), statement.And(conditions...)))
}

// requireExisting returns Invalid, on the relation, if one of the ids does not exist for the caller.
func (s *session) requireExisting(field string, m *model, ids []string, scope *contract.AdminNamedScope) error {
	found, err := s.existing(m, ids, listOf(scope))
	if err != nil {
		return err
	}
	if !hasAll(found, ids) {
		return Invalid{field: say("notOffered", s.caller.Locale)}
	}
	return nil
}
