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

const checkedInPostgres = `select a.attname::text from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.conrelid = to_regclass({}) and c.conname = {}`

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
	var found []string
	var err error
	switch refusal.Kind {
	case statement.Check:
		if !isPostgres {
			found, err = checkedInSQLite(table, refusal, ask)
			break
		}
		if found, err = firstTexts(ask, statement.New(checkedInPostgres, statement.Quoted(table), refusal.Constraint)); err == nil && len(found) == 0 {
			// A check of a domain: the values tell.
			found, err = unfitInPostgres(table, written, ask)
		}
	case statement.Missing:
		if !isPostgres {
			return missingInSQLite(table, written, ask)
		}
	case statement.Data, statement.Syntax:
		if isPostgres {
			return unfitInPostgres(table, written, ask)
		}
	case statement.Unique:
		found = refusal.Words
	}
	isFound := map[string]bool{}
	for _, name := range found {
		isFound[name] = true
	}
	var columns []string
	for _, name := range written.names {
		if isFound[name] {
			columns = append(columns, name)
		}
	}
	return columns, err
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
		case statement.Data, statement.Check, statement.Syntax:
			return false, nil
		}
	}
	return err == nil, err
}
