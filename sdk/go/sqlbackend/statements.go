package sqlbackend

import (
	"context"
	"database/sql"
	"regexp"
	"strings"

	"gatehouse.dev/host"
)

// transaction is a running transaction. Do not use it after it ended.
type transaction struct {
	Querier
	dialect dialect
	// prepared returns the prepared statement with a text, or nil to run the text. It may be nil.
	prepared func(text string) *sql.Stmt
}

// statement is a text in PostgreSQL's form; SQLite's differs only in its placeholders.
type statement struct {
	forPostgres, forSQLite string
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

// prepared returns a statement for both databases. The parts between «» are only for PostgreSQL.
func prepared(text string) statement {
	s := unprepared(text)
	postgresTexts = append(postgresTexts, s.forPostgres)
	return s
}

// postgresTexts are those that prepareAll prepares.
var postgresTexts []string

// unprepared returns a statement that runs before there are tables.
func unprepared(text string) statement {
	return statement{
		forPostgres: strings.NewReplacer("«", "", "»", "").Replace(text),
		forSQLite:   placeholder.ReplaceAllString(postgresOnly.ReplaceAllString(text, ""), "?$1"),
	}
}

var postgresOnly = regexp.MustCompile(`«[^»]*»`)

func (t *transaction) text(s statement) string {
	if t.dialect == postgres {
		return s.forPostgres
	}
	return s.forSQLite
}

// exec runs a text without parameters.
func (t *transaction) exec(ctx context.Context, text string) error {
	if _, err := t.ExecContext(ctx, text); err != nil {
		return databaseError{err}
	}
	return nil
}

// run returns how many rows a statement changed.
func (t *transaction) run(ctx context.Context, s statement, args ...interface{}) (int, error) {
	result, err := t.execute(ctx, t.text(s), args)
	if err != nil {
		return 0, databaseError{err}
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return 0, databaseError{err}
	}
	return int(changed), nil
}

func (t *transaction) execute(ctx context.Context, text string, args []interface{}) (sql.Result, error) {
	if statement := t.statement(text); statement != nil {
		return statement.ExecContext(ctx, args...)
	}
	return t.ExecContext(ctx, text, args...)
}

func (t *transaction) statement(text string) *sql.Stmt {
	if t.prepared == nil {
		return nil
	}
	return t.prepared(text)
}

// all returns the rows, which the caller closes.
func (t *transaction) all(ctx context.Context, s statement, args ...interface{}) (*sql.Rows, error) {
	text := t.text(s)
	if statement := t.statement(text); statement != nil {
		return statement.QueryContext(ctx, args...)
	}
	return t.QueryContext(ctx, text, args...)
}

// first reads the only row into dest, or returns host.ErrNotFound.
func (t *transaction) first(ctx context.Context, s statement, args []interface{}, dest ...interface{}) error {
	rows, err := t.all(ctx, s, args...)
	if err != nil {
		return databaseError{err}
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return databaseError{err}
		}
		return host.ErrNotFound
	}
	if err := rows.Scan(dest...); err != nil {
		return databaseError{err}
	}
	// An error of the statement may come after its row.
	if err := rows.Close(); err != nil {
		return databaseError{err}
	}
	return nil
}

// prepareAll prepares all statements before the first transaction begins. A transaction must not prepare one that others
// can use: that takes a second connection, and all connections may belong to transactions that wait for one.
func (d *Database) prepareAll(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.statements != nil {
		return nil
	}
	statements := map[string]*sql.Stmt{}
	for _, text := range postgresTexts {
		statement, err := d.db.PrepareContext(ctx, text)
		if err != nil {
			for _, other := range statements {
				// The error that matters is the first one.
				_ = other.Close()
			}
			return databaseError{err}
		}
		statements[text] = statement
	}
	d.statements = statements
	return nil
}

// prepared returns nil for a statement that was not prepared: Migrate runs before there are tables.
func (d *Database) prepared(text string) *sql.Stmt {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.statements[text]
}
