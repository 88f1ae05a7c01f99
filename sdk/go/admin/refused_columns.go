package admin

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"gatehouse.dev/host/admin/internal/statement"
)

func withoutSchema(table string) string {
	return table[strings.LastIndex(table, ".")+1:]
}

// constrainedInPostgres are the columns of a constraint or an index, also those in its expressions: an index depends on more columns
// than these, and an expression has more words. The name is NULL for all indexes.
const constrainedInPostgres = `select a.attname::text from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.conrelid = to_regclass({}) and c.conname = cast({} as text)
  union select a.attname::text from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
  where i.indrelid = to_regclass({}) and coalesce(c.relname = cast({} as text), true) and (a.attnum = any (i.indkey) or (
    a.attname = any (regexp_split_to_array(pg_get_expr(i.indexprs, i.indrelid), '[^[:alnum:]_]+')) and exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
        and d.refobjid = i.indrelid and d.refobjsubid = a.attnum)))`

const typesInPostgres = `select a.attname::text, format_type(a.atttypid, a.atttypmod),
    case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = to_regclass({}) and a.attnum > 0 and not a.attisdropped`

// columnsAbout returns the columns that caused a refusal, also if the error does not name them; none if they cannot be
// found.
func columnsAbout(refusal *statement.Refusal, table string, written *row, isPostgres bool, ask asker) ([]string, error) {
	if len(refusal.Columns) > 0 {
		return refusal.Columns, nil
	}
	if isPostgres && refusal.Constraint != "" && refusal.Kind != statement.Needed {
		columns, err := constrained(table, refusal.Constraint, written, ask)
		if refusal.Kind == statement.Limit {
			columns = longestOf(columns, written, 0)
		}
		if err != nil || len(columns) > 0 {
			return columns, err
		}
	}
	var found []string
	var err error
	switch refusal.Kind {
	case statement.Check:
		if isPostgres {
			// A check of a domain: the values tell.
			return unfitInPostgres(table, written, ask)
		}
		found, err = checkedInSQLite(table, refusal, ask)
	case statement.Missing:
		if !isPostgres {
			return missingInSQLite(table, written, ask)
		}
	case statement.Data, statement.Syntax:
		if isPostgres {
			return unfitInPostgres(table, written, ask)
		}
	case statement.Limit:
		if unfit, err := unfitInPostgres(table, written, ask); err != nil || len(unfit) > 0 {
			return unfit, err
		}
		// PostgreSQL names no index for a value that is longer than a page of one.
		indexed, err := constrained(table, nil, written, ask)
		return longestOf(indexed, written, leastBeyondIndex), err
	case statement.Unique:
		found = refusal.Words
		if !isPostgres {
			found, err = indexedInSQLite(table, refusal, ask)
		}
	}
	return written.among(found), err
}

// constrained: name is nil for all indexes.
func constrained(table string, name interface{}, written *row, ask asker) ([]string, error) {
	question := statement.New(constrainedInPostgres, statement.Quoted(table), name, statement.Quoted(table), name)
	found, err := firstTexts(ask, question)
	if len(written.names) == 0 {
		// At a commit, no statement is known.
		return found, err
	}
	return written.among(found), err
}

// among returns the written columns that have one of the names.
func (r *row) among(names []string) []string {
	isNamed := map[string]bool{}
	for _, name := range names {
		isNamed[name] = true
	}
	var columns []string
	for _, name := range r.names {
		if isNamed[name] {
			columns = append(columns, name)
		}
	}
	return columns
}

// leastBeyondIndex are the characters of the shortest text that can exceed a page of an index, which has 8 KiB.
const leastBeyondIndex = 2000

// longestOf returns the column with the longest value, of at least so many characters.
func longestOf(columns []string, written *row, least int) []string {
	longest, length := []string(nil), least-1
	for _, name := range columns {
		if characters := utf8.RuneCountInString(fmt.Sprint(written.values[name])); characters > length {
			longest, length = []string{name}, characters
		}
	}
	return longest
}

func firstTexts(ask asker, question statement.SQL) ([]string, error) {
	rows, err := ask(question)
	var found []string
	for _, row := range rows {
		text, _ := textOf(row[0])
		found = append(found, text)
	}
	return found, err
}

var oneWord = regexp.MustCompile(`^\w+$`)

// checkedInSQLite: SQLite tells the name of a check, whose text is in the table's definition; of an unnamed one it tells the
// text.
func checkedInSQLite(table string, refusal *statement.Refusal, ask asker) ([]string, error) {
	if !oneWord.MatchString(refusal.Constraint) {
		return refusal.Words, nil
	}
	definitions, err := firstTexts(ask, statement.New("select sql from sqlite_master where type = 'table' and name = {}", table))
	if err != nil || len(definitions) == 0 {
		return refusal.Words, err
	}
	start := regexp.MustCompile("(?i)constraint\\s+[\"`\\[]?" + refusal.Constraint + "[\"`\\]]?\\s+check\\s*\\(")
	place := start.FindStringIndex(definitions[0])
	if place == nil {
		return refusal.Words, nil
	}
	return statement.Words(inParentheses(definitions[0][place[1]:])), nil
}

// indexedInSQLite returns the words of an index in its definition: those of its columns and expressions, without its condition.
func indexedInSQLite(table string, refusal *statement.Refusal, ask asker) ([]string, error) {
	question := statement.New("select sql from sqlite_master where type = 'index' and tbl_name = {} and name = {}", table, refusal.Constraint)
	definitions, err := firstTexts(ask, question)
	if err != nil || len(definitions) == 0 {
		return nil, err
	}
	_, indexed, _ := strings.Cut(definitions[0], "(")
	return statement.Words(inParentheses(indexed)), nil
}

// inParentheses returns the text up to the closing parenthesis of an already open one.
func inParentheses(text string) string {
	depth := 1
	for index, letter := range text {
		switch letter {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[:index]
		}
	}
	return text
}

// missingInSQLite: SQLite does not tell which of a table's foreign keys failed.
func missingInSQLite(table string, written *row, ask asker) ([]string, error) {
	keys, err := ask(statement.New(`select "from", "table", "to" from pragma_foreign_key_list({})`, table))
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, key := range keys {
		column, _ := textOf(key[0])
		parent, _ := textOf(key[1])
		value := written.values[column]
		if _, isExpression := value.(statement.SQL); value == nil || isExpression {
			continue
		}
		to := "rowid"
		if key[2] != nil {
			to, _ = textOf(key[2])
		}
		found, err := ask(statement.New("select 1 from {} where {} = {}", statement.Table(parent), statement.Name(to), value))
		if err != nil {
			return missing, err
		}
		if len(found) == 0 {
			missing = append(missing, column)
		}
	}
	return missing, nil
}

// unfitInPostgres lets PostgreSQL cast each value to the type of its column, because it knows its ranges, domains and
// spellings. Such a cast silently truncates only a text that is too long for its column.
func unfitInPostgres(table string, written *row, ask asker) ([]string, error) {
	types, err := ask(statement.New(typesInPostgres, statement.Quoted(table)))
	if err != nil {
		return nil, err
	}
	var unfit []string
	for _, each := range types {
		name, _ := textOf(each[0])
		typeName, _ := textOf(each[1])
		value := written.values[name]
		switch value.(type) {
		case nil, statement.SQL, []byte:
			continue
		}
		text := fmt.Sprint(value)
		length, isLimited := each[2].(int64)
		if isLimited && int64(utf8.RuneCountInString(text)) > length {
			unfit = append(unfit, name)
			continue
		}
		canCast, err := canBeCast(text, typeName, ask)
		if err != nil {
			return unfit, err
		}
		if !canCast {
			unfit = append(unfit, name)
		}
	}
	return unfit, nil
}

func canBeCast(text, typeName string, ask asker) (bool, error) {
	_, err := ask(statement.New("select cast(cast({} as text) as {})", text, statement.Raw(typeName)))
	if refusal := statement.RefusalOf(err); refusal != nil {
		switch refusal.Kind {
		case statement.Data, statement.Check, statement.Limit, statement.Syntax:
			return false, nil
		}
	}
	return err == nil, err
}
