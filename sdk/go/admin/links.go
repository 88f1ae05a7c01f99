package admin

import (
	"sort"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// pivotIDs returns the records that one record is linked to through a pivot table, regardless of scopes.
func (s *session) pivotIDs(to *relation, owner statement.SQL) (map[string]bool, error) {
	return s.texts(statement.New("select cast({} as text) from {} where {} = {}",
		statement.Column(to.pivotTable, to.relatedKey), statement.Table(to.pivotTable),
		statement.Column(to.pivotTable, to.foreignKey), owner))
}

// addPivots: a pair that the application has added in the meantime is not an error.
func (s *session) addPivots(to *relation, owner statement.SQL, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := s.insertPivots(to, owner, ids, " on conflict do nothing"); err != nil {
		return err
	}
	now, err := s.pivotIDs(to, owner)
	if err != nil {
		return err
	}
	var missing []string
	for _, id := range ids {
		if !now[id] {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	// A constraint other than that of the pair: the database names it.
	return s.insertPivots(to, owner, missing, "")
}

func (s *session) insertPivots(to *relation, owner statement.SQL, ids []string, end string) error {
	var pairs []statement.SQL
	for _, key := range s.facts().keyParameters(to.model, ids) {
		pairs = append(pairs, statement.New("({}, {})", owner, key))
	}
	_, err := s.run(statement.New("insert into {} ({}, {}) values {}"+end, statement.Table(to.pivotTable),
		statement.Name(to.foreignKey), statement.Name(to.relatedKey), statement.Joined(pairs, ", ")))
	return err
}

func (s *session) removePivots(to *relation, owner statement.SQL, ids []string) error {
	for _, keys := range partsOf(s.facts().keyParameters(to.model, ids)) {
		related := statement.Column(to.pivotTable, to.relatedKey)
		condition := isOneOf(related, keys)
		if s.facts().hasIntegerKey(to.model) {
			// PostgreSQL hashes these values. It would compare each row of a table without an index with each item of such a list.
			values := make([]statement.SQL, 0, len(keys))
			for _, key := range keys {
				values = append(values, statement.New("({})", key))
			}
			condition = statement.New("{} in (values {})", related, statement.Joined(values, ", "))
		}
		if _, err := s.run(statement.New("delete from {} where {} = {} and {}", statement.Table(to.pivotTable),
			statement.Column(to.pivotTable, to.foreignKey), owner, condition)); err != nil {
			return err
		}
	}
	return nil
}

// detach removes every pair that names one of the keys, because a database may reuse the keys of deleted records.
func (s *session) detach(columns []pivotColumn, keys []statement.SQL) error {
	for _, each := range columns {
		if _, err := s.run(statement.New("delete from {} where {}",
			statement.Table(each.table), isOneOf(statement.Column(each.table, each.column), keys))); err != nil {
			return err
		}
	}
	return nil
}

// pivotChange is what a write of a form changes in a pivot table.
type pivotChange struct {
	to             *relation
	added, removed []string
}

// relationPlan is the changes that a write of relations makes to the existing links.
type relationPlan struct {
	// values are foreign keys of the record itself: hooks see and change them like other values.
	values Values
	pivots []pivotChange
}

func (p *relationPlan) changes() bool {
	return len(p.values) > 0 || len(p.pivots) > 0
}

// planRelations: a write replaces the whole relation, as the whole that the caller can see. An id that does not exist for
// the caller is Invalid, even if the record is linked to it; otherwise the answer would reveal that. A link that the caller
// never saw stays, because omitting it cannot mean removing it. id is empty for a new record; foreignKeys are those that
// the record holds now, by relation, regardless of scopes.
func (s *session) planRelations(
	r *registered, changes []*contract.RelationChange, id string, foreignKeys map[string]string,
) (*relationPlan, error) {
	plan := &relationPlan{values: Values{}}
	for _, change := range changes {
		to, err := relationOf(r.relations, change.Relation)
		if err != nil {
			return nil, err
		}
		switch to.kind {
		case hasMany:
			return nil, malformed("relations.relation", "is not a relation that a form can write")
		case belongsTo:
			err = s.planForeignKey(r, to, change, foreignKeys[to.name], plan)
		default:
			err = s.planPivots(r, to, change, id, plan)
		}
		if err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// planForeignKey: current is the key that the record holds now, empty for none.
func (s *session) planForeignKey(
	r *registered, to *relation, change *contract.RelationChange, current string, plan *relationPlan,
) error {
	if len(change.IDs) > 1 {
		return malformed("relations.ids", "has several ids for a belongs-to relation")
	}
	if len(change.IDs) == 0 {
		if current == "" {
			return nil
		}
		found, err := s.existing(to.model, []string{current}, nil)
		if err == nil && found[current] {
			plan.values[to.foreignKey] = nil
		}
		return err
	}
	id, scope := change.IDs[0], change.Scope
	if id == current {
		// A record that is already chosen may stay even if the field no longer offers it, because the form shows it.
		scope = nil
	}
	if err := s.requireExisting(to.name, to.model, []string{id}, scope); err != nil {
		return err
	}
	if id != current {
		plan.values[to.foreignKey] = keyValue(r.model.columns[to.foreignKey], id)
	}
	return nil
}

func (s *session) planPivots(
	r *registered, to *relation, change *contract.RelationChange, id string, plan *relationPlan,
) error {
	now := map[string]bool{}
	if id != "" {
		owner, _ := s.facts().keyParameter(r.model, id)
		var err error
		if now, err = s.pivotIDs(to, owner); err != nil {
			return err
		}
	}
	var added, kept []string
	missing := map[string]bool{}
	for id := range now {
		missing[id] = true
	}
	for _, id := range change.IDs {
		if now[id] {
			kept = append(kept, id)
		} else {
			added = append(added, id)
		}
		delete(missing, id)
	}
	if err := s.requireExisting(to.name, to.model, added, change.Scope); err != nil {
		return err
	}
	if err := s.requireExisting(to.name, to.model, kept, nil); err != nil {
		return err
	}
	removed, err := s.existing(to.model, sortedKeys(missing), nil)
	if err != nil {
		return err
	}
	if len(added) > 0 || len(removed) > 0 {
		plan.pivots = append(plan.pivots, pivotChange{to, added, sortedKeys(removed)})
	}
	return nil
}

func (s *session) changePivots(plan *relationPlan, m *model, id string) error {
	owner, _ := s.facts().keyParameter(m, id)
	for _, change := range plan.pivots {
		if err := s.removePivots(change.to, owner, change.removed); err != nil {
			return err
		}
		if err := s.addPivots(change.to, owner, change.added); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(found map[string]bool) []string {
	keys := make([]string, 0, len(found))
	for key := range found {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
