package admin

import (
	"fmt"
	"strings"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// written is what a write did.
type written struct {
	requested []*contract.ColumnValue
	// values are what the hooks made of the requested ones.
	values    Values
	selection *contract.AdminSelection
	isNew     bool
}

// writtenRecord returns the record after a write, before the commit. The write must be readable: it rolls back if the
// database, a hook or a trigger turned a value into one that does not fit its column.
func (s *session) writtenRecord(r *registered, id string, w written) (*contract.Record, error) {
	asked := w.selection
	columns := append([]string{}, asked.Columns...)
	isAsked := map[string]bool{}
	for _, name := range asked.Columns {
		isAsked[name] = true
	}
	for _, name := range r.model.order {
		if _, ok := w.values[name]; ok && !isAsked[name] {
			columns = append(columns, name)
		}
	}
	record, err := s.wholeRecord(r, id, &contract.AdminSelection{
		Columns: columns, Relations: asked.Relations, MaxRelatedText: asked.MaxRelatedText,
	})
	if err != nil {
		return nil, err
	}
	// Hooks and defaults of a new record wrote the others.
	isWritten := map[string]bool{}
	var unreadable []string
	for index, name := range columns {
		_, ok := w.values[name]
		isWritten[name] = ok || w.isNew
		if ok && record.Cells[index].InvalidValue != nil {
			unreadable = append(unreadable, name)
		}
	}
	if tooLong := tooLongWrite(columns, record.Cells, isWritten, record.Relations); tooLong != "" {
		return nil, s.unreadable([]string{tooLong}, "tooLong", w.requested)
	}
	if len(unreadable) > 0 {
		return nil, s.unreadable(unreadable, "unfit", w.requested)
	}
	record.Cells = record.Cells[:len(asked.Columns)]
	return sendable(record), nil
}

func (s *session) unreadable(columns []string, why string, requested []*contract.ColumnValue) error {
	isRequested := map[string]bool{}
	for _, one := range requested {
		isRequested[one.Column] = true
	}
	if !hasAll(isRequested, columns) {
		return fmt.Errorf("a hook or a default wrote a value that cannot be read back to %s", strings.Join(columns, ", "))
	}
	invalid := Invalid{}
	for _, name := range columns {
		invalid[name] = say(why, s.caller.Locale)
	}
	return invalid
}

// recordByID returns the current record, even if the write has moved it out of scope.
func (s *session) recordByID(r *registered, id string, selection *contract.AdminSelection) (*contract.Record, error) {
	record, err := s.wholeRecord(r, id, selection)
	if err != nil {
		return nil, err
	}
	return sendable(record), nil
}

func (s *session) wholeRecord(r *registered, id string, selection *contract.AdminSelection) (*contract.Record, error) {
	record, err := s.about(r).recordWithID(nil, id, selection)
	if err == nil && record == nil {
		err = errNotFound
	}
	return record, err
}

// currentRecord is what a record holds before an update.
type currentRecord struct {
	id, version string
	// foreignKeys by relation, regardless of scopes.
	foreignKeys map[string]string
	// stored values of the columns to write.
	stored map[string]stored
}

// holds says whether the record already has all of the values.
func (c *currentRecord) holds(m *model, values Values) bool {
	return len(c.differing(m, values)) == 0
}

// differing are the columns that have another value.
func (c *currentRecord) differing(m *model, values Values) []string {
	var names []string
	for name, value := range values {
		if held := c.stored[name]; held.isUnfit || !m.columns[name].isSame(held.value, value) {
			names = append(names, name)
		}
	}
	return names
}

// current returns nil if the record is not in the form scope.
func (s *session) current(r *registered, key statement.SQL, values Values) (*currentRecord, error) {
	wanted := []statement.SQL{r.model.keyText(), statement.Raw("0")}
	if r.model.version != "" {
		wanted[1] = r.model.ref(r.model.version)
	}
	var names, related []string
	for _, to := range r.relations {
		if to.kind == belongsTo {
			related = append(related, to.name)
			wanted = append(wanted, statement.New("cast({} as text)", r.model.ref(to.foreignKey)))
		}
	}
	for _, name := range r.model.order {
		if _, ok := values[name]; ok {
			names = append(names, name)
			wanted = append(wanted, s.facts().selected(r.model, r.model.columns[name]))
		}
	}
	conditions, err := s.inForm(r)
	if err != nil {
		return nil, err
	}
	conditions = append(conditions, statement.New("{} = {}", r.model.key(), key))
	rows, err := s.all(statement.New("select {} from {}{}",
		statement.Joined(wanted, ", "), r.model.from(), statement.And(conditions...)))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	found := &currentRecord{foreignKeys: map[string]string{}, stored: map[string]stored{}}
	found.id, _ = textOf(rows[0][0])
	if r.model.version != "" {
		found.version = versionOf(rows[0][1])
	}
	rest := rows[0][2:]
	for at, name := range related {
		if rest[at] != nil {
			found.foreignKeys[name], _ = textOf(rest[at])
		}
	}
	for at, name := range names {
		found.stored[name] = storedValue(r.model.columns[name].kind, rest[len(related)+at])
	}
	return found, nil
}
