package admin

import (
	"strings"

	"gatehouse.dev/host/admin/internal/statement"
)

var nativeTypes = map[string]nativeType{
	"text": nativeText, "varchar": nativeText, "bpchar": nativeText, "citext": nativeText, "name": nativeText,
	"int2": nativeInteger, "int4": nativeInteger, "int8": nativeInteger,
	"uuid":   nativeUUID,
	"float4": nativeReal,
}

// withoutOrder are types that PostgreSQL cannot sort by; neither can it sort by arrays of them.
var withoutOrder = setOf([]string{
	"json", "jsonpath", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle",
	"xid", "cid", "aclitem", "txid_snapshot", "pg_snapshot", "refcursor",
})

const nativeTypesQuery = `select known.name, a.attname::text, coalesce(base.typname, t.typname)::text
  from (values {}) as known (name, id) join pg_attribute a on a.attrelid = known.id
  join pg_type t on t.oid = a.atttypid left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
  where a.attnum > 0 and not a.attisdropped`

// learn asks PostgreSQL for its own types of the columns of the registered tables. PostgreSQL assumes that a parameter has
// the column's type: for a uuid or an enum, an invalid text fails the whole query instead of matching nothing. It asks until
// the types of all tables are known, and then never again: restart the host after changing a type.
func (s *session) learn() error {
	known := s.facts()
	known.mu.Lock()
	isKnown := known.native != nil
	known.mu.Unlock()
	if !known.isPostgres || isKnown || len(s.registry.models) == 0 {
		return nil
	}
	tables := map[string]bool{}
	var names []statement.SQL
	for _, m := range s.registry.models {
		if !tables[m.table] {
			tables[m.table] = true
			names = append(names, statement.New("(cast({} as text), to_regclass({}))", m.table, statement.Quoted(m.table)))
		}
	}
	rows, err := s.all(statement.New(nativeTypesQuery, statement.Joined(names, ", ")))
	if err != nil {
		return err
	}
	found, seen := map[[2]string]nativeType{}, map[string]bool{}
	padded, unordered := map[[2]string]bool{}, map[[2]string]bool{}
	for _, row := range rows {
		table, _ := textOf(row[0])
		name, _ := textOf(row[1])
		native, _ := textOf(row[2])
		seen[table] = true
		if kind, ok := nativeTypes[native]; ok {
			found[[2]string{table, name}] = kind
		}
		padded[[2]string{table, name}] = native == "bpchar"
		unordered[[2]string{table, name}] = withoutOrder[strings.TrimPrefix(native, "_")]
	}
	if len(seen) == len(tables) {
		known.mu.Lock()
		known.native, known.padded, known.unordered = found, padded, unordered
		known.mu.Unlock()
	}
	return nil
}
