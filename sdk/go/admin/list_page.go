package admin

import (
	"fmt"
	"strconv"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// window returns the records to skip, and the most to return.
func window(page *contract.AdminPage) (offset, size int64) {
	size = int64(page.Size)
	return (int64(page.Number) - 1) * size, size
}

// listPage returns a page of the records that meet the conditions of base. It reads one more, to know whether there are
// more.
func (s *subject) listPage(base []statement.SQL, query *contract.AdminListQuery) (*contract.RecordPage, error) {
	offset, size := window(query.Page)
	conditions, err := s.conditionsOf(base, &contract.AdminMatching{
		Conditions: query.Conditions, Scopes: query.Scopes, Search: query.Search,
	})
	if err != nil {
		return nil, err
	}
	from, err := s.pageSource(conditions, query.Sorts, offset, size+1)
	if err != nil {
		return nil, err
	}
	records, err := s.readRecords(from, query.Selection)
	if err != nil {
		return nil, err
	}
	page := &contract.RecordPage{HasMore: int64(len(records)) > size}
	if page.HasMore {
		records = records[:size]
	}
	if query.AcceptsColumns && len(records) > 0 {
		page.Columns = recordColumns(records)
	} else {
		page.Records = records
	}
	if !query.Count {
		return page, nil
	}
	total := uint64(offset) + uint64(len(records))
	// The last page determines the total without a count.
	if page.HasMore || len(records) == 0 && offset > 0 {
		if total, err = s.count(conditions, query.CountAtMost); err != nil {
			return nil, err
		}
		if most := uint64(query.CountAtMost); most > 0 && total > most {
			total, page.TotalExceeded = most, true
		}
	}
	page.Total = &total
	return page, nil
}

// conditionsOf adds the conditions of a request to those of base.
func (s *subject) conditionsOf(base []statement.SQL, matching *contract.AdminMatching) ([]statement.SQL, error) {
	conditions := append([]statement.SQL{}, base...)
	named, err := s.namedScopes(s.model, matching.Scopes)
	if err != nil {
		return nil, err
	}
	conditions = append(conditions, named...)
	for _, each := range matching.Conditions {
		condition, err := s.condition(each)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, condition)
	}
	if matching.Search != nil {
		search, err := s.search(matching.Search)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, search)
	}
	return conditions, nil
}

// pageSource returns the rows of a page, in order. A database also reads the rows that an offset skips. The inner query reads
// only their key and sort columns, which an index alone may provide; the outer one reads the other columns of the remaining
// rows.
func (s *subject) pageSource(
	conditions []statement.SQL, sorts []*contract.AdminSort, offset, limit int64,
) (source, error) {
	key := s.model.key()
	tables := s.model.from()
	selected := []statement.SQL{statement.New("{} as gatehouse_key", key)}
	var inner, outer []statement.SQL
	for index, sort := range sorts {
		by, joined, err := s.sortedBy(sort.Column, tables, index)
		if err != nil {
			return source{}, err
		}
		tables = joined
		direction := " asc"
		if sort.Descending {
			direction = " desc"
		}
		name := fmt.Sprintf("gatehouse_order_%d", index)
		selected = append(selected, statement.New("{} as "+name, by))
		inner = append(inner, statement.New("{}"+direction, by))
		outer = append(outer, statement.Raw("gatehouse_page."+name+direction))
	}
	// Both queries always break ties by the primary key: a record must not appear on two pages.
	page := statement.New(
		"select {} from {}{} order by {} limit "+strconv.FormatInt(limit, 10)+" offset "+strconv.FormatInt(offset, 10),
		statement.Joined(selected, ", "), tables, statement.And(conditions...),
		statement.Joined(append(inner, statement.New("{} asc", key)), ", "))
	return source{
		tables: statement.New("{} inner join ({}) as gatehouse_page on gatehouse_page.gatehouse_key = {}",
			s.model.from(), page, key),
		order: statement.New(" order by {}", statement.Joined(append(outer, key), ", ")),
	}, nil
}

// sortedBy returns the expression of a sort, and the tables that it needs.
func (s *subject) sortedBy(
	reference *contract.AdminColumnReference, tables statement.SQL, index int,
) (by, joined statement.SQL, err error) {
	if reference.Relation == "" {
		c, err := columnIn(s.model, reference.Column, "query.sorts")
		if err != nil {
			return by, joined, err
		}
		return s.facts().sortable(s.model, c, s.model.ref(c.name)), tables, nil
	}
	to, err := relationOf(s.relations, reference.Relation)
	if err != nil {
		return by, joined, err
	}
	if to.kind != belongsTo {
		return by, joined, malformed("query.sorts", "cannot sort by a to-many relation")
	}
	c, err := columnIn(to.model, reference.Column, "query.sorts")
	if err != nil {
		return by, joined, err
	}
	conditions, err := s.listed(to.model)
	if err != nil {
		return by, joined, err
	}
	// Its columns have names that no condition of the application can mean.
	alias := fmt.Sprintf("gatehouse_sort_%d", index)
	related := statement.New("select {} as "+alias+"_key, {} as "+alias+"_value from {}{}",
		to.model.key(), to.model.ref(c.name), to.model.from(), statement.And(conditions...))
	joined = statement.New("{} left join ({}) as "+alias+" on "+alias+"_key = {}", tables, related, s.model.ref(to.foreignKey))
	return s.facts().sortable(to.model, c, statement.Raw(alias+"_value")), joined, nil
}

// count returns all matches, or at most one more than atMost.
func (s *subject) count(conditions []statement.SQL, atMost uint32) (uint64, error) {
	from := statement.New("{}{}", s.model.from(), statement.And(conditions...))
	query := statement.New("select count(*) from {}", from)
	if atMost > 0 {
		query = statement.New("select count(*) from (select 1 from {} limit "+
			strconv.FormatInt(int64(atMost)+1, 10)+") as gatehouse_some", from)
	}
	rows, err := s.all(query)
	if err != nil {
		return 0, err
	}
	count, _ := rows[0][0].(int64)
	return uint64(count), nil
}
