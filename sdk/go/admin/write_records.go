package admin

import (
	"fmt"
	"reflect"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

func (s *session) createRecord(request *contract.CreateRecordRequest) (*contract.Record, error) {
	r, err := s.registry.controller(request.Controller)
	if err != nil {
		return nil, err
	}
	requested, err := writtenValues(r.model.columns, request.Values)
	if err != nil {
		return nil, err
	}
	if err := s.requireFit(r.model, requested); err != nil {
		return nil, err
	}
	values := r.newRecord.copied()
	for name, value := range requested {
		values[name] = value
	}
	nothing := func() (Values, error) { return Values{}, nil }
	form, err := s.writtenForm(r, request.Values, request.Relations, values, nothing)
	if err != nil {
		return nil, err
	}
	if err := s.requireOffered(r.optionOwner(), request.Values, form); err != nil {
		return nil, err
	}
	if _, err := s.hold(holdsOf(r, "", request.Relations)...); err != nil {
		return nil, err
	}
	plan, err := s.withForm(form).planRelations(r, request.Relations, "", nil)
	if err != nil {
		return nil, err
	}
	for name, value := range plan.values {
		values[name] = value
	}
	if err := r.checkNew(s.ctx, s.call(), values); err != nil {
		return nil, err
	}
	id, err := s.insert(r.model, values)
	if err != nil {
		return nil, err
	}
	if err := s.changePivots(plan, r.model, id); err != nil {
		return nil, err
	}
	if r.AfterCreate != nil {
		if err := r.AfterCreate(s.ctx, s.call(), id, values); err != nil {
			return nil, err
		}
	}
	return s.writtenRecord(r, id, written{request.Values, values, request.Selection, true})
}

func (s *session) insert(m *model, values Values) (string, error) {
	inserted, err := s.parameters(m, values)
	if err != nil {
		return "", err
	}
	what := statement.Raw("default values")
	if len(inserted.names) > 0 {
		var names, parameters []statement.SQL
		for _, name := range inserted.names {
			names = append(names, statement.Name(name))
			parameters = append(parameters, statement.New("{}", inserted.values[name]))
		}
		what = statement.New("({}) values ({})", statement.Joined(names, ", "), statement.Joined(parameters, ", "))
	}
	rows, err := s.all(statement.New("insert into {} {} returning {}", m.from(), what, m.keyText()))
	if err != nil {
		return "", refusedBy(err, m, inserted)
	}
	if len(rows) == 0 || rows[0][0] == nil {
		return "", fmt.Errorf("a trigger kept a record of %s from being created", m.name)
	}
	id, _ := textOf(rows[0][0])
	return id, nil
}

// updateRecord: the writing statement compares the version: of two updates from one version, one finds nothing to update.
// An update without changes writes nothing: no hook runs, and it conflicts with no concurrent edit.
func (s *session) updateRecord(request *contract.UpdateRecordRequest) (*contract.Record, error) {
	r, err := s.registry.controller(request.Controller)
	if err != nil {
		return nil, err
	}
	values, err := writtenValues(r.model.columns, request.Values)
	if err != nil {
		return nil, err
	}
	key, ok := s.facts().keyParameter(r.model, request.ID)
	if !ok {
		return nil, errNotFound
	}
	// Before the record is read, so that the comparison and the answer use its state at this write's turn.
	holding, err := s.hold(holdsOf(r, request.ID, request.Relations)...)
	if err != nil {
		return nil, err
	}
	read := values.copied()
	now, err := s.current(r, key, read)
	if err != nil {
		return nil, err
	}
	if now == nil || now.id != request.ID {
		return nil, errNotFound
	}
	if request.ExpectedVersion != "" && request.ExpectedVersion != now.version {
		return nil, s.changed(r, request)
	}
	plan, err := s.planUpdate(r, request, values, now)
	if err != nil {
		return nil, err
	}
	if !plan.changes() && now.holds(r.model, values) {
		return s.recordByID(r, request.ID, request.Selection)
	}
	for name, value := range plan.values {
		values[name] = value
	}
	if err := r.checkChange(s.ctx, s.call(), request.ID, values); err != nil {
		return nil, err
	}
	isChanged, err := s.update(r, request, key, values)
	switch {
	case err != nil:
		return nil, err
	case !isChanged && s.facts().isPostgres && !holding[r.model.table]:
		return nil, s.changed(r, request)
	case !isChanged:
		if err := s.requireChanged(r, key, read, now); err != nil {
			return nil, err
		}
	}
	if err := s.changePivots(plan, r.model, request.ID); err != nil {
		return nil, err
	}
	if r.AfterUpdate != nil {
		if err := r.AfterUpdate(s.ctx, s.call(), request.ID, values); err != nil {
			return nil, err
		}
	}
	return s.writtenRecord(r, request.ID, written{request.Values, values, request.Selection, false})
}

// planUpdate checks the values, and plans the changes of relations.
func (s *session) planUpdate(
	r *registered, request *contract.UpdateRecordRequest, values Values, now *currentRecord,
) (*relationPlan, error) {
	if err := s.requireFit(r.model, values); err != nil {
		return nil, err
	}
	known := func() (Values, error) { return s.recordValues(r.model, request.ID) }
	form, err := s.writtenForm(r, request.Values, request.Relations, values, known)
	if err != nil {
		return nil, err
	}
	if err := s.requireOffered(r.optionOwner(), request.Values, form); err != nil {
		return nil, err
	}
	return s.withForm(form).planRelations(r, request.Relations, request.ID, now.foreignKeys)
}

// update says whether the database changed the row, or had nothing to change.
func (s *session) update(r *registered, request *contract.UpdateRecordRequest, key statement.SQL, values Values) (bool, error) {
	changes, err := s.parameters(r.model, values)
	if err != nil {
		return false, err
	}
	changes.raised(r.model)
	if len(changes.names) == 0 {
		return true, nil
	}
	conditions := []statement.SQL{statement.New("{} = {}", r.model.key(), key)}
	if r.model.version != "" && request.ExpectedVersion != "" {
		if unchanged := r.model.hasVersion(request.ExpectedVersion); !unchanged.IsEmpty() {
			conditions = append(conditions, unchanged)
		}
	}
	count, err := s.run(statement.New("update {} set {}{}",
		r.model.from(), changes.assignments(), statement.And(conditions...)))
	if err != nil {
		return false, refusedBy(err, r.model, changes)
	}
	return count > 0, nil
}

// requireChanged is for an update of a record that no other transaction could change, and of which the database counts no row: a
// trigger kept the row as it was, or wrote other tables in its place, which SQLite does not count.
func (s *session) requireChanged(r *registered, key statement.SQL, values Values, before *currentRecord) error {
	after, err := s.current(r, key, values)
	if err != nil || after == nil {
		return err
	}
	differing := before.differing(r.model, values)
	for _, name := range differing {
		if !reflect.DeepEqual(before.stored[name], after.stored[name]) {
			return nil
		}
	}
	if len(differing) == 0 {
		return nil
	}
	return fmt.Errorf("a trigger, a policy or a hook kept a record of %s from being changed", r.model.name)
}

// changed is the outcome of an update whose record has another version by now.
func (s *session) changed(r *registered, request *contract.UpdateRecordRequest) error {
	record, err := s.recordByID(r, request.ID, request.Selection)
	if err != nil {
		return err
	}
	return changedError{record}
}

// deleteRecords deletes all of the records, or returns an outcome and deletes none. It also deletes their links in pivot
// tables: a record's own links before it, because they are part of it; links that lead to it after it, so that a foreign
// key can still forbid the deletion.
func (s *session) deleteRecords(r *registered, ids []string) error {
	keys := s.facts().keyParameters(r.model, ids)
	if len(keys) < len(ids) {
		return errNotFound
	}
	chosen := isOneOf(r.model.key(), keys)
	holding, err := s.hold(hold{r.model, ids, true})
	if err != nil {
		return err
	}
	conditions, err := s.inBoth(r)
	if err != nil {
		return err
	}
	existing := append(conditions, chosen)
	found, err := s.idsOf(r.model, existing)
	if err != nil {
		return err
	}
	if !hasAll(found, ids) {
		return errNotFound
	}
	for _, id := range ids {
		if r.BeforeDelete != nil {
			if err := r.BeforeDelete(s.ctx, s.call(), id); err != nil {
				return err
			}
		}
	}
	linked := s.registry.pivots[r.model.keyColumn()]
	if linked == nil {
		linked = &pivots{}
	}
	if err := s.detach(linked.own, keys); err != nil {
		return err
	}
	removed, err := s.run(statement.New("delete from {} where {}", r.model.from(), chosen))
	if err != nil {
		return refusedBy(err, r.model, nil)
	}
	if removed < len(ids) {
		// Another transaction was faster.
		if s.facts().isPostgres && !holding[r.model.table] {
			return errNotFound
		}
		// A trigger may keep rows that it takes out of the scope, or remove those of a view, which SQLite does not count.
		kept, err := s.idsOf(r.model, existing)
		if err != nil {
			return err
		}
		if len(kept) > 0 {
			return fmt.Errorf("a trigger or a policy kept a record of %s from being deleted", r.model.name)
		}
	}
	if err := s.detach(linked.related, keys); err != nil {
		return err
	}
	for _, id := range ids {
		if r.AfterDelete != nil {
			if err := r.AfterDelete(s.ctx, s.call(), id); err != nil {
				return err
			}
		}
	}
	return nil
}
