package admin

import (
	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// managed is the to-many relation of a record that exists for the caller.
type managed struct {
	*session
	controller *registered
	to         *relation
	id         string
	// owner is the key of the record, which is within the form scope.
	owner statement.SQL
}

// managed: changing are the records to link or unlink, nil to read. Both ends are then locked before anything is read of them: a
// transaction that this one waits for may delete the record, or move it out of the scope.
func (s *session) managed(controllerID, id, name string, changing []string) (*managed, error) {
	controller, err := s.registry.controller(controllerID)
	if err != nil {
		return nil, err
	}
	to, err := relationOf(controller.relations, name)
	if err != nil {
		return nil, err
	}
	if to.kind == belongsTo {
		return nil, malformed("relation", "is not a to-many relation of the controller")
	}
	if changing != nil {
		if err := s.holdBoth(controller.model, to, id, changing); err != nil {
			return nil, err
		}
	}
	owner, err := s.requireRecord(controller, id)
	if err != nil {
		return nil, err
	}
	return &managed{session: s, controller: controller, to: to, id: id, owner: owner}, nil
}

// requireRecord returns the key of a record in the form scope, or errNotFound.
func (s *session) requireRecord(r *registered, id string) (statement.SQL, error) {
	key, ok := s.facts().keyParameter(r.model, id)
	if !ok {
		return key, errNotFound
	}
	conditions, err := s.inForm(r)
	if err != nil {
		return key, err
	}
	found, err := s.idsOf(r.model, append(conditions, statement.New("{} = {}", r.model.key(), key)))
	if err == nil && !found[id] {
		err = errNotFound
	}
	return key, err
}

func (m *managed) related(query *contract.AdminListQuery) (*contract.RecordPage, error) {
	base, err := m.listed(m.to.model)
	if err != nil {
		return nil, err
	}
	return m.aboutRelated(m.to.model).listPage(append(base, m.isLinked()), query)
}

func (m *managed) candidates(query *contract.AdminListQuery, ids []string) (*contract.RecordPage, error) {
	base, err := m.changeable()
	if err != nil {
		return nil, err
	}
	limit := statement.New("not {}", m.isLinked())
	if len(ids) > 0 {
		limit = isOneOf(m.to.model.key(), m.facts().keyParameters(m.to.model, ids))
	}
	return m.aboutRelated(m.to.model).listPage(append(base, limit), query)
}

// link returns how many were not linked before, of a relation that is locked. It changes nothing if one does not exist for the caller.
func (m *managed) link(ids []string) (int, error) {
	if err := m.requireChangeable(ids); err != nil {
		return 0, err
	}
	now, err := m.linkedIDs(ids)
	if err != nil {
		return 0, err
	}
	var added []string
	for _, id := range ids {
		if !now[id] {
			added = append(added, id)
		}
	}
	if len(added) == 0 {
		return 0, nil
	}
	link := Link{ID: m.id, Relation: m.to.name, IDs: added}
	if hook := m.controller.BeforeLink; hook != nil {
		if err := hook(m.ctx, m.call(), link); err != nil {
			return 0, err
		}
	}
	if m.to.kind == belongsToMany {
		err = m.addPivots(m.to, m.owner, added)
	} else {
		err = m.move(added, keyValue(m.to.model.columns[m.to.foreignKey], m.id))
	}
	if err != nil {
		return 0, err
	}
	if hook := m.controller.AfterLink; hook != nil {
		err = hook(m.ctx, m.call(), link)
	}
	return len(added), err
}

// unlink returns how many were linked, of a relation that is locked. It changes nothing if one was not.
func (m *managed) unlink(ids []string) (int, error) {
	if err := m.requireChangeable(ids); err != nil {
		return 0, err
	}
	now, err := m.linkedIDs(ids)
	if err != nil {
		return 0, err
	}
	if !hasAll(now, ids) {
		return 0, errNotFound
	}
	if m.to.kind == hasMany && !m.to.model.columns[m.to.foreignKey].nullable {
		return 0, &refusedError{say("linked", m.caller.Locale)}
	}
	link := Link{ID: m.id, Relation: m.to.name, IDs: ids}
	if hook := m.controller.BeforeUnlink; hook != nil {
		if err := hook(m.ctx, m.call(), link); err != nil {
			return 0, err
		}
	}
	if m.to.kind == belongsToMany {
		err = m.removePivots(m.to, m.owner, ids)
	} else {
		err = m.move(ids, nil)
	}
	if err != nil {
		return 0, err
	}
	if hook := m.controller.AfterUnlink; hook != nil {
		err = hook(m.ctx, m.call(), link)
	}
	return len(ids), err
}

// holdBoth: between reading and changing a link, no other transaction may change it from the other side, or delete an end.
func (s *session) holdBoth(owner *model, to *relation, id string, ids []string) error {
	_, err := s.hold(hold{owner, []string{id}, true}, hold{to.model, ids, to.kind == hasMany})
	return err
}

// changeable are the conditions of the records that may be linked or unlinked: on a has-many relation, that writes the
// related record itself.
func (m *managed) changeable() ([]statement.SQL, error) {
	if m.to.kind == hasMany {
		return m.movable(m.to.model)
	}
	return m.listed(m.to.model)
}

func (m *managed) requireChangeable(ids []string) error {
	keys := m.facts().keyParameters(m.to.model, ids)
	if len(keys) < len(ids) {
		return errNotFound
	}
	conditions, err := m.changeable()
	if err != nil {
		return err
	}
	found, err := m.idsOf(m.to.model, append(conditions, isOneOf(m.to.model.key(), keys)))
	if err == nil && !hasAll(found, ids) {
		err = errNotFound
	}
	return err
}

func (m *managed) isLinked() statement.SQL {
	if m.to.kind == hasMany {
		foreignKey := m.to.model.ref(m.to.foreignKey)
		return statement.New("({} is not null and {} = {})", foreignKey, foreignKey, m.owner)
	}
	return statement.New("exists (select 1 from {} where {} = {} and {} = {})", statement.Table(m.to.pivotTable),
		statement.Column(m.to.pivotTable, m.to.relatedKey), m.to.model.key(),
		statement.Column(m.to.pivotTable, m.to.foreignKey), m.owner)
}

func (m *managed) linkedIDs(ids []string) (map[string]bool, error) {
	if m.to.kind == belongsToMany {
		return m.pivotIDs(m.to, m.owner)
	}
	keys := m.facts().keyParameters(m.to.model, ids)
	return m.idsOf(m.to.model, []statement.SQL{m.isLinked(), isOneOf(m.to.model.key(), keys)})
}

// move assigns records of a has-many relation to an owner, or to none. Each of them changes as through its own form: its
// version rises, and the update hooks of its controller run.
func (m *managed) move(ids []string, owner interface{}) error {
	related := m.to.model
	manager := m.registry.managers[related]
	for _, id := range ids {
		values := Values{m.to.foreignKey: owner}
		if manager != nil {
			if err := manager.checkChange(m.ctx, m.call(), id, values); err != nil {
				return err
			}
		}
		changes, err := m.parameters(related, values)
		if err != nil {
			return err
		}
		changes.raised(related)
		key, _ := m.facts().keyParameter(related, id)
		if _, err := m.run(statement.New("update {} set {} where {} = {}",
			related.from(), changes.assignments(), related.key(), key)); err != nil {
			return err
		}
		if manager != nil && manager.AfterUpdate != nil {
			if err := manager.AfterUpdate(m.ctx, m.call(), id, values); err != nil {
				return err
			}
		}
	}
	return nil
}
