package admin

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// maxID is how many characters an id has (admin_record.proto, Record).
const maxID = 255

// source is where records come from: the text after "from", and of the order.
type source struct {
	// tables: the model's table, and what joins it.
	tables     statement.SQL
	conditions []statement.SQL
	order      statement.SQL
}

// readRecords runs one query for the records, and one for each selected relation, whatever their number.
func (s *subject) readRecords(from source, selection *contract.AdminSelection) ([]*contract.Record, error) {
	wanted := []statement.SQL{s.model.keyText(), statement.Raw("0")}
	if s.model.version != "" {
		wanted[1] = s.model.ref(s.model.version)
	}
	var columns []*column
	for _, name := range selection.Columns {
		c, err := columnIn(s.model, name, "selection.columns")
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
		wanted = append(wanted, s.facts().selectedBeginning(s.model, c, int(selection.MaxText)))
	}
	// The place of each relation's key in a row: the foreign key of a belongs-to relation, else the record's own.
	places := make([]int, len(selection.Relations))
	for index, one := range selection.Relations {
		to, err := relationOf(s.relations, one.Relation)
		if err != nil {
			return nil, err
		}
		if to.kind == belongsTo {
			places[index] = len(wanted)
			wanted = append(wanted, statement.New("cast({} as text)", s.model.ref(to.foreignKey)))
		}
	}
	rows, err := s.all(statement.New("select {} from {}{}{}",
		statement.Joined(wanted, ", "), from.tables, statement.And(from.conditions...), from.order))
	if err != nil {
		return nil, err
	}
	records := make([]*contract.Record, len(rows))
	for number, row := range rows {
		if records[number], err = s.record(row, columns, int(selection.MaxText)); err != nil {
			return nil, err
		}
	}
	s.warnOfVersions(records)
	for index, one := range selection.Relations {
		keys := make([]string, len(rows))
		for number, row := range rows {
			if row[places[index]] != nil {
				keys[number], _ = textOf(row[places[index]])
			}
		}
		values, err := s.relationValues(one, keys, int(selection.MaxRelatedText))
		if err != nil {
			return nil, err
		}
		for number := range records {
			records[number].Relations = append(records[number].Relations, values[number])
		}
	}
	return records, nil
}

func (s *subject) record(row []interface{}, columns []*column, most int) (*contract.Record, error) {
	id, err := recordID(s.model, row[0])
	if err != nil {
		return nil, err
	}
	record := &contract.Record{ID: id}
	if s.model.version != "" {
		record.Version = versionOf(row[1])
	}
	for at, c := range columns {
		record.Cells = append(record.Cells, storedCell(c.kind, row[at+2], most))
	}
	return record, nil
}

// recordID reads the key of a record, as a text.
func recordID(m *model, key interface{}) (string, error) {
	id, ok := textOf(key)
	if length := utf8.RuneCountInString(id); key == nil || !ok || length < 1 || length > maxID {
		return "", fmt.Errorf("a record of %s has a primary key that cannot be an id: a text of 1 to %d characters, or a whole "+
			"number; leave such records out with a list scope", m.name, maxID)
	}
	return id, nil
}

// recordWithID returns nil if no record that meets the conditions has exactly this id.
func (s *subject) recordWithID(
	conditions []statement.SQL, id string, selection *contract.AdminSelection,
) (*contract.Record, error) {
	key, ok := s.facts().keyParameter(s.model, id)
	if !ok {
		return nil, nil
	}
	conditions = append(conditions, statement.New("{} = {}", s.model.key(), key))
	records, err := s.readRecords(source{tables: s.model.from(), conditions: conditions}, selection)
	if err != nil || len(records) == 0 || records[0].ID != id {
		return nil, err
	}
	return records[0], nil
}

// relationValues returns those of all the records at once. keys: the ids of the records, or for a belongs-to relation their
// foreign keys, empty for none.
func (s *subject) relationValues(
	selection *contract.AdminRelationSelection, keys []string, most int,
) ([]*contract.RelationValue, error) {
	to, err := relationOf(s.relations, selection.Relation)
	if err != nil {
		return nil, err
	}
	label, limit := to.label, 0
	if selection.Related != nil {
		label, limit = selection.Related.Column, int(selection.Related.Limit)
	}
	c, err := columnIn(to.model, label, "selection.relations.column")
	if err != nil {
		return nil, err
	}
	var distinct []string
	seen := map[string]bool{"": true}
	for _, key := range keys {
		if !seen[key] {
			seen[key] = true
			distinct = append(distinct, key)
		}
	}
	var related map[string]*contract.RelatedRecords
	counts := map[string]uint64{}
	switch {
	case to.kind == belongsTo:
		related, err = s.labels(to.model, c, distinct, most)
		for key := range related {
			counts[key] = 1
		}
	case selection.Related == nil:
		counts, err = s.counts(to, distinct)
	default:
		related, err = s.many(to, c, limit, distinct, most)
	}
	if err != nil {
		return nil, err
	}
	values := make([]*contract.RelationValue, len(keys))
	for number, key := range keys {
		if selection.Related == nil {
			count := counts[key]
			values[number] = &contract.RelationValue{Count: &count}
			continue
		}
		found := related[key]
		if found == nil {
			found = &contract.RelatedRecords{}
		}
		values[number] = &contract.RelationValue{Related: found}
	}
	return values, nil
}

// labels returns the records with these ids that exist for the caller, by id.
func (s *subject) labels(m *model, c *column, ids []string, most int) (map[string]*contract.RelatedRecords, error) {
	keys := s.facts().keyParameters(m, ids)
	if len(keys) == 0 {
		return nil, nil
	}
	conditions, err := s.listed(m)
	if err != nil {
		return nil, err
	}
	rows, err := s.all(statement.New("select {}, {} from {}{}", m.keyText(), s.facts().selectedBeginning(m, c, most),
		m.from(), statement.And(append(conditions, isOneOf(m.key(), keys))...)))
	if err != nil {
		return nil, err
	}
	found := map[string]*contract.RelatedRecords{}
	for _, row := range rows {
		id, _ := textOf(row[0])
		record := &contract.RelatedRecord{ID: id, Value: storedCell(c.kind, row[1], most)}
		found[id] = &contract.RelatedRecords{Records: []*contract.RelatedRecord{record}}
	}
	return found, nil
}

// linked returns the tables and conditions of the related records that the caller may see, and the column with their owner.
func (s *subject) linked(to *relation, owners []string) (tables, where, owner statement.SQL, err error) {
	conditions, err := s.listed(to.model)
	if err != nil {
		return tables, where, owner, err
	}
	tables, owner = to.model.from(), to.model.ref(to.foreignKey)
	if to.kind == belongsToMany {
		// Its columns have names that no condition of the application can mean.
		tables = statement.New(
			"{} inner join (select {} as gatehouse_owner, {} as gatehouse_linked from {}) as gatehouse_pivot "+
				"on gatehouse_pivot.gatehouse_linked = {}",
			tables, statement.Column(to.pivotTable, to.foreignKey), statement.Column(to.pivotTable, to.relatedKey),
			statement.Table(to.pivotTable), to.model.key())
		owner = statement.Raw("gatehouse_pivot.gatehouse_owner")
	}
	keys := s.facts().keyParameters(s.model, owners)
	return tables, statement.And(append(conditions, isOneOf(owner, keys))...), owner, nil
}

func (s *subject) counts(to *relation, owners []string) (map[string]uint64, error) {
	tables, where, owner, err := s.linked(to, owners)
	if err != nil {
		return nil, err
	}
	rows, err := s.all(statement.New("select cast({} as text), count(*) from {}{} group by {}", owner, tables, where, owner))
	if err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for _, row := range rows {
		id, _ := textOf(row[0])
		count, _ := row[1].(int64)
		counts[id] = uint64(count)
	}
	return counts, nil
}

// many returns at most limit related records of each owner, by ascending key.
func (s *subject) many(
	to *relation, c *column, limit int, owners []string, most int,
) (map[string]*contract.RelatedRecords, error) {
	tables, where, owner, err := s.linked(to, owners)
	if err != nil {
		return nil, err
	}
	ranked := statement.New("select cast({} as text) as gatehouse_owner_id, {} as gatehouse_id, {} as gatehouse_value, "+
		"row_number() over (partition by {} order by {}) as gatehouse_rank from {}{}",
		owner, to.model.keyText(), s.facts().selectedBeginning(to.model, c, most), owner, to.model.key(), tables, where)
	rows, err := s.all(statement.New("select gatehouse_owner_id, gatehouse_id, gatehouse_value from ({}) as gatehouse_ranked "+
		"where gatehouse_rank <= "+strconv.Itoa(limit+1)+" order by gatehouse_rank", ranked))
	if err != nil {
		return nil, err
	}
	found := map[string]*contract.RelatedRecords{}
	for _, row := range rows {
		of, _ := textOf(row[0])
		id, _ := textOf(row[1])
		if found[of] == nil {
			found[of] = &contract.RelatedRecords{}
		}
		if len(found[of].Records) == limit {
			found[of].HasMore = true
			continue
		}
		found[of].Records = append(found[of].Records, &contract.RelatedRecord{ID: id, Value: storedCell(c.kind, row[2], most)})
	}
	return found, nil
}
