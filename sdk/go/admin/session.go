package admin

import (
	"context"
	"database/sql"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/sqlbackend"
)

// session is one call: who makes it, and the transaction that it runs in.
type session struct {
	ctx      context.Context
	admin    *Admin
	registry *registry
	caller   Caller
	tx       Tx
	// form, in the scope of a relation field: the values of the form whose choices are listed or validated. By column;
	// belongs-to relations by their foreign key.
	form Values
}

func (s *session) facts() *facts {
	return s.registry.facts
}

// call is what the application's code gets.
func (s *session) call() *Call {
	return &Call{Caller: s.caller, Tx: s.tx, admin: s.admin}
}

// withForm is the same call, in the scope of a relation field.
func (s *session) withForm(form Values) *session {
	changed := *s
	changed.form = form
	return &changed
}

// all returns the rows of a query.
func (s *session) all(query statement.SQL) ([][]interface{}, error) {
	return queryAll(s.ctx, s.tx, s.facts().isPostgres, query)
}

func queryAll(ctx context.Context, tx Tx, isPostgres bool, query statement.SQL) ([][]interface{}, error) {
	text, args := query.Compiled(isPostgres)
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var found [][]interface{}
	for rows.Next() {
		row := make([]interface{}, len(columns))
		targets := make([]interface{}, len(columns))
		for index := range row {
			targets[index] = &row[index]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, sqlbackend.RowsError(err)
		}
		found = append(found, row)
	}
	// An error of the statement may come after its rows.
	if err := rows.Err(); err != nil {
		return nil, sqlbackend.RowsError(err)
	}
	return found, sqlbackend.RowsError(rows.Close())
}

// run returns how many rows a statement changed.
func (s *session) run(query statement.SQL) (int, error) {
	text, args := query.Compiled(s.facts().isPostgres)
	result, err := s.tx.ExecContext(s.ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return changedRows(result)
}

func changedRows(result sql.Result) (int, error) {
	changed, err := result.RowsAffected()
	return int(changed), err
}

// texts returns the first column of a query as texts.
func (s *session) texts(query statement.SQL) (map[string]bool, error) {
	rows, err := s.all(query)
	if err != nil {
		return nil, err
	}
	found := make(map[string]bool, len(rows))
	for _, row := range rows {
		if text, ok := textOf(row[0]); ok && row[0] != nil {
			found[text] = true
		}
	}
	return found, nil
}

func hasAll(found map[string]bool, ids []string) bool {
	for _, id := range ids {
		if !found[id] {
			return false
		}
	}
	return true
}
