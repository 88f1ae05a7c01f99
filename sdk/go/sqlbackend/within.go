package sqlbackend

import (
	"context"
	"database/sql"
	"errors"
)

// Access is what a transaction of Within sees and may do.
type Access int

const (
	// Write is a transaction that changes data: READ COMMITTED on PostgreSQL, and the only writer on SQLite.
	Write Access = iota
	// Snapshot sees one state of the data in all of its statements. It may write, if nothing else does so meanwhile.
	Snapshot
	// ReadSnapshot is a Snapshot that changes nothing.
	ReadSnapshot
	// OneRead is one statement that changes nothing. On PostgreSQL it needs no transaction, which would add two round trips.
	OneRead
)

// IsPostgreSQL says which of the two databases it is.
func (d *Database) IsPostgreSQL() bool {
	return d.dialect == postgres
}

// Within runs work in one transaction under the rules of host.Backend: it commits if work returns nil and ctx is not done,
// and it may run work again after a lost conflict.
func (d *Database) Within(ctx context.Context, access Access, work func(ctx context.Context, tx Querier) error) error {
	marked := func(ctx context.Context, tx *transaction) error {
		return work(ctx, markedQuerier{tx.Querier})
	}
	if d.dialect == sqlite || access == Write || access == OneRead {
		return d.retried(ctx, access != Write, marked)
	}
	return d.repeated(ctx, func() error { return d.snapshotPostgreSQL(ctx, access == ReadSnapshot, marked) })
}

// Prepare makes the database ready for migrations of another package: it switches a file of SQLite to WAL, and returns an
// error for a PostgreSQL database whose encoding is not UTF8. It creates the ledger, on which migrations take turns.
func (d *Database) Prepare(ctx context.Context) error {
	return d.prepare(ctx)
}

// RowsError marks an error of the rows of a transaction (Scan, Err, Close) as one of its database, as Within marks those of
// its statements, so that an outage counts as one. On SQLite, "insert … returning" reports a full disk through its rows.
func RowsError(err error) error {
	if err == nil {
		return nil
	}
	return databaseError{err}
}

func (d *Database) snapshotPostgreSQL(ctx context.Context, onlyReads bool, work func(ctx context.Context, tx *transaction) error) error {
	options := &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: onlyReads}
	err := d.inPostgreSQL(ctx, options, func(sqlTx *sql.Tx) error {
		return work(ctx, &transaction{Querier: sqlTx, dialect: postgres})
	})
	if onlyReads && sqlState(err) == readOnlyState {
		// Code of the application wrote where it may only read: that is no outage.
		return errors.New(err.Error())
	}
	return err
}

// markedQuerier marks errors as those of this database, so that a conflict or an outage in a statement of the application
// counts as what it is.
type markedQuerier struct{ Querier }

func (q markedQuerier) ExecContext(ctx context.Context, query string, args ...interface{}) (sql.Result, error) {
	result, err := q.Querier.ExecContext(ctx, query, args...)
	if err != nil {
		return nil, databaseError{err}
	}
	return result, nil
}

func (q markedQuerier) QueryContext(ctx context.Context, query string, args ...interface{}) (*sql.Rows, error) {
	rows, err := q.Querier.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, databaseError{err}
	}
	return rows, nil
}
