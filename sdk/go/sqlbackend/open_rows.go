package sqlbackend

import (
	"context"
	"database/sql"
	"sync"
)

// openRows runs the statements of one transaction, and closes the rows that are still open when its work has ended, as
// sql.Tx does. A sql.Conn waits for such rows instead, and SQLite does not commit before a statement that writes has ended.
type openRows struct {
	Querier
	// work ends when the work does.
	work context.Context
	end  context.CancelFunc

	mu sync.Mutex
	// mayBeLost: the work is running, in a transaction that writes.
	mayBeLost bool
	rows      []*sql.Rows
	// hasRow: a query for one row, which does not say whether reading it has failed.
	hasRow bool
	// foreign end contexts that do not come from work.
	foreign []context.CancelFunc
}

type workKey struct{}

func newOpenRows(ctx context.Context, querier Querier) *openRows {
	o := &openRows{Querier: querier}
	ctx, o.end = context.WithCancel(ctx)
	o.work = context.WithValue(ctx, workKey{}, o)
	return o
}

// ExecContext implements Querier.
func (o *openRows) ExecContext(ctx context.Context, query string, args ...interface{}) (sql.Result, error) {
	o.beforeNext()
	result, err := o.Querier.ExecContext(ctx, query, args...)
	if err != nil {
		o.stayInTransaction()
	}
	return result, err
}

// stayInTransaction follows a statement that failed. If SQLite has rolled back the transaction because of it, the statements that
// follow would take effect at once. So they belong to another one, which is rolled back in the end. In a transaction that goes
// on, BEGIN fails.
func (o *openRows) stayInTransaction() {
	o.mu.Lock()
	mayBeLost := o.mayBeLost
	o.mu.Unlock()
	if mayBeLost {
		_, _ = o.Querier.ExecContext(context.Background(), "begin")
	}
}

// beforeNext looks for a query that has failed since it began: "insert … returning" reports its errors through its rows.
func (o *openRows) beforeNext() {
	o.mu.Lock()
	mayHaveFailed := o.hasRow
	var open []*sql.Rows
	for _, each := range o.rows {
		mayHaveFailed = mayHaveFailed || each.Err() != nil
		if _, closed := each.Columns(); closed == nil {
			open = append(open, each)
		}
	}
	o.rows, o.hasRow = open, false
	o.mu.Unlock()
	if mayHaveFailed {
		o.stayInTransaction()
	}
}

// QueryContext implements Querier.
func (o *openRows) QueryContext(ctx context.Context, query string, args ...interface{}) (*sql.Rows, error) {
	o.beforeNext()
	rows, err := o.Querier.QueryContext(o.until(ctx), query, args...)
	if err != nil {
		o.stayInTransaction()
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rows = append(o.rows, rows)
	return rows, nil
}

// QueryRowContext implements Querier.
func (o *openRows) QueryRowContext(ctx context.Context, query string, args ...interface{}) *sql.Row {
	o.beforeNext()
	row := o.Querier.QueryRowContext(o.until(ctx), query, args...)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hasRow = o.mayBeLost
	return row
}

// until returns a context that ends with the work too.
func (o *openRows) until(ctx context.Context) context.Context {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case ctx.Value(workKey{}) == o:
		return ctx
	case o.work.Err() != nil:
		return o.work
	}
	ctx, cancel := context.WithCancel(ctx)
	o.foreign = append(o.foreign, cancel)
	return ctx
}

// close ends what the work left open. Further calls have no effect.
func (o *openRows) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.end()
	for _, cancel := range o.foreign {
		cancel()
	}
	for _, rows := range o.rows {
		// Its reader has left.
		_ = rows.Close()
	}
	o.rows, o.foreign, o.mayBeLost = nil, nil, false
}
