package statement

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
)

// RefusalKind is why a database refused a write.
type RefusalKind string

// The kinds of refusals.
const (
	Unique RefusalKind = "unique"
	// Missing: a foreign key leads nowhere. Needed: other records refer to this one.
	Missing RefusalKind = "missing"
	Needed  RefusalKind = "needed"
	NotNull RefusalKind = "notNull"
	Check   RefusalKind = "check"
	// Data: a value does not fit its column.
	Data RefusalKind = "data"
	// Limit of the database: more of one row than an index holds, or of one text than a tsvector does.
	Limit RefusalKind = "limit"
	// Syntax of the text of a tsvector or tsquery, unless a trigger runs a statement that is wrong: only the values tell.
	Syntax RefusalKind = "syntax"
	// Trigger of the application.
	Trigger RefusalKind = "trigger"
)

// Refusal is what a database says about a write that it refused.
type Refusal struct {
	Kind RefusalKind
	// Table and Columns are those that the database names.
	Table   string
	Columns []string
	// Words of the message that may be names of columns, from a check or an index over an expression.
	Words []string
	// Constraint is the name of the violated constraint or index.
	Constraint string
	// Message is that of a trigger.
	Message string
}

// RefusalOf reads the errors of the drivers; nil for every other error.
func RefusalOf(err error) *Refusal {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		return ofPostgres(coded.SQLState(), coded)
	}
	for ; err != nil; err = errors.Unwrap(err) {
		if code, ok := sqliteCode(err); ok {
			return ofSQLite(code, err.Error())
		}
	}
	return nil
}

// SQLite's extended result codes.
var sqliteKinds = map[int64]RefusalKind{
	2067: Unique, 1555: Unique, 2579: Unique, 1299: NotNull, 787: Missing, 275: Check, 1811: Trigger, 3091: Data,
	// Without an extension: MISMATCH and TOOBIG.
	20: Data, 18: Data,
}

// sqliteCode reads the extended code of an error, which drivers of SQLite have as a field (github.com/mattn/go-sqlite3) or
// as a method (modernc.org/sqlite).
func sqliteCode(err error) (int64, bool) {
	value := reflect.ValueOf(err)
	if value.Kind() == reflect.Ptr {
		value = value.Elem()
	}
	if value.Kind() != reflect.Struct || !strings.Contains(value.Type().PkgPath(), "sqlite") {
		return 0, false
	}
	if coded, ok := err.(interface{ Code() int }); ok {
		return int64(coded.Code()), true
	}
	for _, name := range []string{"ExtendedCode", "Code"} {
		if field := value.FieldByName(name); field.IsValid() && field.CanInt() && field.Int() != 0 {
			return field.Int(), true
		}
	}
	return 0, false
}

var (
	sqlitePlaces = regexp.MustCompile(`^\w+\.\w+(?:, \w+\.\w+)*$`)
	sqliteColumn = regexp.MustCompile(`column (\w+)\.(\w+)$`)
	// SQLite names an index with expressions, and not its columns.
	sqliteIndex = regexp.MustCompile(`(?s)^index '(.*)'$`)
	// modernc.org/sqlite writes the code behind the message, and texts of SQLite before it.
	sqliteSuffix = regexp.MustCompile(` \(\d+\)$`)
	words        = regexp.MustCompile(`[A-Za-z_]\w*`)
)

func ofSQLite(code int64, message string) *Refusal {
	kind, ok := sqliteKinds[code]
	if !ok {
		return nil
	}
	message = strings.TrimPrefix(sqliteSuffix.ReplaceAllString(message, ""), "constraint failed: ")
	// "UNIQUE constraint failed: posts.slug, posts.locale": the first words are fixed, the others name the columns.
	_, named, _ := strings.Cut(message, "constraint failed: ")
	switch kind {
	case Trigger:
		return &Refusal{Kind: kind, Message: message}
	case Missing:
		return &Refusal{Kind: kind}
	case Check:
		return &Refusal{Kind: kind, Words: words.FindAllString(named, -1), Constraint: named}
	case Data:
		if told := sqliteColumn.FindStringSubmatch(message); told != nil {
			return &Refusal{Kind: kind, Table: told[1], Columns: []string{told[2]}}
		}
		return &Refusal{Kind: kind}
	}
	refusal := &Refusal{Kind: kind, Words: words.FindAllString(named, -1)}
	if index := sqliteIndex.FindStringSubmatch(named); index != nil {
		refusal.Constraint = strings.ReplaceAll(index[1], "''", "'")
	}
	if sqlitePlaces.MatchString(named) {
		for _, place := range strings.Split(named, ", ") {
			table, column, _ := strings.Cut(place, ".")
			refusal.Table = table
			refusal.Columns = append(refusal.Columns, column)
		}
	}
	return refusal
}

var postgresKinds = map[string]RefusalKind{
	"23505": Unique,
	"23P01": Unique,
	"23502": NotNull,
	"23001": Needed,
	"23514": Check,
	// The check option of a view.
	"44000": Check,
	"54000": Limit,
	"42601": Syntax,
	// A trigger or function of the application: RAISE EXCEPTION without its own code.
	"P0001": Trigger,
}

// PostgreSQL's function for what a row violates. A policy of row-level security has the code of a missing privilege.
const (
	insufficientPrivilege = "42501"
	rowCheck              = "ExecWithCheckOptions"
)

// "Key (slug, locale)=(a, b) already exists.", in the language of the server, and not for a table with row-level security.
var postgresKey = regexp.MustCompile(`(?s)^Key \((.*?)\)=`)

func ofPostgres(state string, err interface{}) *Refusal {
	detail := told(err, "Detail")
	kind, ok := postgresKinds[state]
	switch {
	case state == "23503" && strings.Contains(detail, "is still referenced"):
		kind = Needed
	case state == "23503":
		kind = Missing
	case state == insufficientPrivilege && told(err, "Routine") == rowCheck:
		kind = Check
	case !ok && strings.HasPrefix(state, "22"):
		kind = Data
	case !ok:
		return nil
	}
	refusal := &Refusal{Kind: kind, Table: told(err, "Table", "TableName"), Constraint: told(err, "Constraint", "ConstraintName")}
	if kind == Trigger {
		refusal.Message = told(err, "Message")
	}
	key := ""
	if found := postgresKey.FindStringSubmatch(detail); found != nil {
		key = found[1]
		refusal.Words = words.FindAllString(key, -1)
	}
	if column := told(err, "Column", "ColumnName"); column != "" {
		refusal.Columns = []string{column}
	} else {
		refusal.Columns = plainColumns(key)
	}
	return refusal
}

// told reads a field of the error of github.com/lib/pq or github.com/jackc/pgx, which name some of them differently.
func told(err interface{}, names ...string) string {
	value := reflect.ValueOf(err)
	if value.Kind() == reflect.Ptr {
		value = value.Elem()
	}
	if value.Kind() != reflect.Struct {
		return ""
	}
	for _, name := range names {
		if field := value.FieldByName(name); field.IsValid() && field.Kind() == reflect.String {
			return field.String()
		}
	}
	return ""
}

var plainName = regexp.MustCompile(`^\w+$`)

func plainColumns(key string) []string {
	var columns []string
	for _, name := range strings.Split(key, ", ") {
		name = strings.ReplaceAll(name, `"`, "")
		if !plainName.MatchString(name) {
			return nil
		}
		columns = append(columns, name)
	}
	return columns
}

// Words are those of a text that may be names of columns.
func Words(text string) []string {
	return words.FindAllString(text, -1)
}
