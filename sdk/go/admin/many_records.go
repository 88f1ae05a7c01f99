package admin

import (
	"strconv"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// Any number of a controller's records, in batches, in the order of their keys. A batch continues after a key and not at an
// offset: what happens to a record in the meantime moves no other record into or out of a later batch.

// maxTargetLabel is the limit of UnchangedRecord.label, in characters.
const maxTargetLabel = 200

// target is a record to act on, with its name.
type target struct{ id, label string }

// continuing returns the conditions of the records after a key, none for the first records, and their order.
func (s *session) continuing(m *model, after string, limit uint32) (conditions []statement.SQL, order statement.SQL) {
	key := m.key()
	// A parameter can be compared with a key that is a number, a text or a uuid. Any other is compared as a text: its record
	// may be gone, and with it the value to compare with.
	kind, native := m.columns[m.primaryKey].kind, s.facts().nativeType(m.table, m.primaryKey)
	isOther := kind != Integer && kind != BigInt && (native == nativeOther || native == nativeReal)
	if isOther {
		key = m.keyText()
	}
	order = statement.New(" order by {} asc limit "+strconv.FormatInt(int64(limit), 10), key)
	if after == "" {
		return nil, order
	}
	parameter, ok := s.facts().keyParameter(m, after)
	if isOther {
		parameter = statement.New("{}", after)
	}
	if !ok {
		// A text that cannot be a key comes before no record.
		return []statement.SQL{statement.Raw("1 = 0")}, order
	}
	return []statement.SQL{statement.New("{} > {}", key, parameter)}, order
}

// matching are the conditions of the records of a list that match.
func (s *session) matching(r *registered, matching *contract.AdminMatching) ([]statement.SQL, error) {
	return s.matchingIn(r, contract.AdminScopeList, matching)
}

// matchingIn is matching within a scope.
func (s *session) matchingIn(
	r *registered, scope contract.AdminScope, matching *contract.AdminMatching,
) ([]statement.SQL, error) {
	limit := s.inList
	if scope == contract.AdminScopeForm {
		limit = s.inForm
	}
	base, err := limit(r)
	if err != nil {
		return nil, err
	}
	return s.about(r).conditionsOf(base, matching)
}

// walk returns the next records of a scope. It reads one more, to know whether any follow.
func (s *session) walk(r *registered, request *contract.WalkRecordsRequest) (*contract.RecordPage, error) {
	conditions, err := s.matchingIn(r, request.Scope, request.Matching)
	if err != nil {
		return nil, err
	}
	next, order := s.continuing(r.model, request.After, request.Limit+1)
	from := source{tables: r.model.from(), conditions: append(conditions, next...), order: order}
	read, err := s.about(r).readRecords(from, request.Selection)
	if err != nil {
		return nil, err
	}
	records := read
	if len(records) > int(request.Limit) {
		records = records[:request.Limit]
	}
	records = sendableTogether(records)
	page := &contract.RecordPage{HasMore: len(records) < len(read)}
	if len(records) > 0 {
		page.Columns = recordColumns(records)
	}
	return page, nil
}

// nextMatching returns the next records that match within the list scope, and whether any follow.
func (s *session) nextMatching(r *registered, next *contract.NextMatching, label string) ([]target, bool, error) {
	conditions, err := s.matching(r, next.Matching)
	if err != nil {
		return nil, false, err
	}
	after, order := s.continuing(r.model, next.After, next.Limit+1)
	found, err := s.labeled(r.model, append(conditions, after...), order, label)
	if err != nil || len(found) <= int(next.Limit) {
		return found, false, err
	}
	return found[:next.Limit], true, nil
}

// named returns the records with these ids, in their order; without a name if they are not within the list scope.
func (s *session) named(r *registered, ids []string, label string) ([]target, error) {
	conditions, err := s.inList(r)
	if err != nil {
		return nil, err
	}
	keys := s.facts().keyParameters(r.model, ids)
	found, err := s.labeled(r.model, append(conditions, isOneOf(r.model.key(), keys)), statement.SQL{}, label)
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	for _, each := range found {
		labels[each.id] = each.label
	}
	targets := make([]target, len(ids))
	for index, id := range ids {
		targets[index] = target{id, labels[id]}
	}
	return targets, nil
}

func (s *session) labeled(m *model, conditions []statement.SQL, order statement.SQL, label string) ([]target, error) {
	named := statement.Raw("cast(null as text)")
	if label != "" {
		c, err := columnIn(m, label, "label_column")
		if err != nil {
			return nil, err
		}
		value := m.ref(c.name)
		named = statement.New("cast({} as text)", value)
		if !s.facts().isPostgres {
			// A blob has no label: its bytes need not be a text.
			named = statement.New("case when typeof({}) <> 'blob' then {} end", value, named)
		}
	}
	rows, err := s.all(statement.New("select {}, substr({}, 1, "+strconv.Itoa(maxTargetLabel)+") from {}{}{}",
		m.keyText(), named, m.from(), statement.And(conditions...), order))
	if err != nil {
		return nil, err
	}
	targets := make([]target, len(rows))
	for index, row := range rows {
		if targets[index].id, err = recordID(m, row[0]); err != nil {
			return nil, err
		}
		if text, ok := textOf(row[1]); ok && row[1] != nil {
			targets[index].label = text
		}
	}
	return targets, nil
}

// actOn runs an action on one record, or deletes it if there is no action. isDone is false if the record no longer matches. It
// returns an outcome if the record is not within both scopes, or if a hook or the action refuses. matching is nil for a record
// that was chosen by its id.
func (s *session) actOn(
	r *registered, id string, action *Action, matching *contract.AdminMatching,
) (message string, isDone bool, err error) {
	// Held, so that it still matches when the act changes it.
	if _, err := s.hold(hold{r.model, []string{id}, true}); err != nil {
		return "", false, err
	}
	if matching != nil {
		conditions, err := s.matching(r, matching)
		if err != nil {
			return "", false, err
		}
		if matches, err := s.isAmong(r.model, conditions, id); err != nil || !matches {
			return "", false, err
		}
	}
	if action == nil {
		return "", true, s.deleteRecords(r, []string{id})
	}
	conditions, err := s.inBoth(r)
	if err != nil {
		return "", false, err
	}
	if exists, err := s.isAmong(r.model, conditions, id); err != nil || !exists {
		if err == nil {
			err = errNotFound
		}
		return "", false, err
	}
	result, err := action.Run(s.ctx, &ActionCall{Call: *s.call(), RecordID: id, Values: Values{}})
	return result.Message, err == nil, err
}

// isAmong says whether the record with exactly this id meets the conditions.
func (s *session) isAmong(m *model, conditions []statement.SQL, id string) (bool, error) {
	key, ok := s.facts().keyParameter(m, id)
	if !ok {
		return false, nil
	}
	found, err := s.idsOf(m, append(conditions, statement.New("{} = {}", m.key(), key)))
	return found[id], err
}
