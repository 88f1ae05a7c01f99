package admin

import (
	"sort"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// Locks on records of PostgreSQL. SQLite has one writer and needs none. Of two transactions that change the links between
// the same records, from either side, one waits for the other. All of them lock table by table and key by key in one order,
// which prevents deadlocks.

// hold is records of one model that a transaction holds until it ends.
type hold struct {
	model *model
	ids   []string
	// isWritten: only one transaction at a time holds the record, and what it read of the record and its links stays valid.
	// Otherwise any number of transactions may link to the record, and none may write or delete it.
	isWritten bool
}

// held has the tables whose records are locked; a table that cannot be locked is missing.
type held map[string]bool

const lockRights = `select (relkind in ('r', 'p'))::int, has_any_column_privilege(oid, 'update')::int
  from pg_class where oid = to_regclass({})`

// hold locks the records. Read them afterwards: a transaction that this one waited for may have changed or deleted some.
func (s *session) hold(holds ...hold) (held, error) {
	found := held{}
	if !s.facts().isPostgres {
		return found, nil
	}
	byTable := map[string]*hold{}
	var tables []string
	for _, one := range holds {
		known := byTable[one.model.table]
		if known == nil {
			known = &hold{model: one.model}
			byTable[one.model.table] = known
			tables = append(tables, one.model.table)
		}
		known.ids = append(known.ids, one.ids...)
		known.isWritten = known.isWritten || one.isWritten
	}
	sort.Strings(tables)
	for _, table := range tables {
		one := byTable[table]
		keys := s.facts().keyParameters(one.model, one.ids)
		if len(keys) == 0 {
			continue
		}
		canHold, err := s.canHold(one)
		if err != nil {
			return nil, err
		}
		if !canHold {
			continue
		}
		strength := "for key share"
		if one.isWritten {
			strength = "for update"
		}
		m := one.model
		if _, err := s.all(statement.New("select 1 from {} where {} order by {} "+strength,
			m.from(), isOneOf(m.key(), keys), m.key())); err != nil {
			return nil, err
		}
		found[table] = true
	}
	return found, nil
}

// canHold: a lock requires the right to update. Without it, records are written, linked and deleted without a lock.
func (s *session) canHold(one *hold) (bool, error) {
	rows, err := s.all(statement.New(lockRights, statement.Quoted(one.model.table)))
	if err != nil || len(rows) == 0 {
		return false, err
	}
	isTable, mayUpdate := rows[0][0] == int64(1), rows[0][1] == int64(1)
	return mayUpdate && (one.isWritten || isTable), nil
}

// holdsOf are the record to write, if it exists already, and the records that its many-to-many relations will link.
func holdsOf(r *registered, id string, changes []*contract.RelationChange) []hold {
	var holds []hold
	if id != "" {
		holds = append(holds, hold{r.model, []string{id}, true})
	}
	for _, change := range changes {
		if to := r.relation(change.Relation); to != nil && to.kind == belongsToMany {
			holds = append(holds, hold{to.model, change.IDs, false})
		}
	}
	return holds
}
