// Package sqlbackend has a ready host.Backend on database/sql, for SQLite and PostgreSQL: the stores, the migrations of
// their tables, and access tokens with everything that a protected endpoint and an "apps connected to your account" page
// need.
package sqlbackend

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"time"

	"gatehouse.dev/host"
)

// Querier runs statements inside the current transaction.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...interface{}) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...interface{}) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...interface{}) *sql.Row
}

type dialect int

const (
	sqlite dialect = iota
	postgres
)

// Database is a database of the application with Gatehouse's tables, all named gatehouse_….
type Database struct {
	db      *sql.DB
	dialect dialect
	// writing holds one value while a transaction of this process writes to SQLite, which has one writer at a time.
	// Waiting for it ends with the context; waiting inside SQLite would not.
	writing chan struct{}

	mu sync.Mutex
	// statements by their texts, prepared once for each connection by database/sql. Only for PostgreSQL, which then needs
	// one round trip for a statement instead of two. Nil until all are prepared.
	statements map[string]*sql.Stmt
}

// SQLite uses a file of SQLite 3.35 or later. The tests use the driver github.com/mattn/go-sqlite3. Migrate switches the
// file to WAL. Every commit uses synchronous = full, so that completed requests survive a power failure.
//
// An in-memory database needs db.SetMaxOpenConns(1), because each of its connections has tables of its own.
func SQLite(db *sql.DB) *Database {
	return &Database{db: db, dialect: sqlite, writing: make(chan struct{}, 1)}
}

// PostgreSQL uses a database of PostgreSQL 12 or later, whose encoding must be UTF8. The tests use the driver
// github.com/lib/pq; a driver must have the method SQLState on its errors, as lib/pq and pgx have. Transactions run at READ
// COMMITTED: every decision is one statement that checks and writes, or happens under a lock.
//
// Call db.SetMaxIdleConns with the number of db.SetMaxOpenConns: by default, database/sql keeps two connections and closes all others after
// their use, so that concurrent requests connect and prepare their statements again and again.
func PostgreSQL(db *sql.DB) *Database {
	return &Database{db: db, dialect: postgres}
}

// A transaction that loses conflicts, or waits for another process that writes to SQLite, runs at least maxAttempts times,
// and for at least the time of patience, unless its context ends before that.
const (
	maxAttempts = 10
	patience    = 5 * time.Second
)

// transaction runs work in one transaction under the rules of host.Backend.
func (d *Database) transaction(ctx context.Context, readOnly bool, work func(ctx context.Context, tx *transaction) error) error {
	if d.dialect == postgres {
		if err := d.prepareAll(ctx); err != nil {
			return meaning(err)
		}
	}
	return d.retried(ctx, readOnly, work)
}

func (d *Database) retried(ctx context.Context, readOnly bool, work func(ctx context.Context, tx *transaction) error) error {
	return d.repeated(ctx, func() error { return d.attempt(ctx, readOnly, work) })
}

// repeated runs a transaction again if it was rolled back because of another one.
func (d *Database) repeated(ctx context.Context, transact func() error) error {
	began := time.Now()
	for attempt := 1; ; attempt++ {
		err := transact()
		if err == nil || !mayRetry(err) {
			return meaning(err)
		}
		if attempt >= maxAttempts && time.Since(began) >= patience {
			return host.Unavailable(fmt.Errorf("%d attempts failed: %w", attempt, err))
		}
		pause := time.NewTimer(time.Duration(rand.Int63n(int64(time.Millisecond) << uint(min(attempt, 5)))))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
}

func (d *Database) attempt(ctx context.Context, readOnly bool, work func(ctx context.Context, tx *transaction) error) error {
	switch {
	case d.dialect == sqlite:
		return d.attemptSQLite(ctx, readOnly, work)
	case readOnly:
		return d.readPostgreSQL(ctx, work)
	default:
		return d.writePostgreSQL(ctx, work)
	}
}

// attemptSQLite begins and ends the transaction with statements: database/sql has no BEGIN IMMEDIATE. A transaction that
// becomes a writer only at its first write fails if another one wrote since it began.
func (d *Database) attemptSQLite(ctx context.Context, readOnly bool, work func(ctx context.Context, tx *transaction) error) (err error) {
	begin := "begin"
	if !readOnly {
		begin = "begin immediate"
		select {
		case d.writing <- struct{}{}:
			defer func() { <-d.writing }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return databaseError{err}
	}
	open := newOpenRows(ctx, conn)
	committed := false
	defer func() {
		open.close()
		if !committed {
			rollBack(conn)
		}
		// The pool takes the connection back, or has already closed it.
		_ = conn.Close()
	}()
	tx := &transaction{Querier: open, dialect: sqlite}
	statements := []string{"pragma synchronous = full", begin}
	if !readOnly {
		statements = append(statements, mark)
	}
	for _, statement := range statements {
		if err := tx.exec(ctx, statement); err != nil {
			return err
		}
	}
	open.mayBeLost = !readOnly
	if err := work(open.work, tx); err != nil {
		return err
	}
	open.close()
	if !readOnly {
		if err := tx.exec(context.Background(), unmark); err != nil {
			return lost(err)
		}
	}
	if err := stillWanted(ctx); err != nil {
		return err
	}
	// Without ctx: an interrupted COMMIT would leave it open whether the transaction took effect.
	if err := tx.exec(context.Background(), "commit"); err != nil {
		return err
	}
	committed = true
	return nil
}

// mark is gone if SQLite has rolled back the transaction on its own, as after a full disk or with raise(rollback) of a trigger. The
// work may have ignored that error.
const (
	mark   = "savepoint gatehouse_transaction"
	unmark = "release gatehouse_transaction"
)

func lost(err error) error {
	if !strings.Contains(err.Error(), "no such savepoint") {
		return err
	}
	return errors.New("SQLite rolled back the transaction because of a statement that failed, and a hook or an action ignored its error")
}

// rollBack ends the transaction of a connection, or makes the pool close the connection.
func rollBack(conn *sql.Conn) {
	if _, err := conn.ExecContext(context.Background(), "rollback"); err == nil {
		return
	}
	// SQLite ends a transaction on its own after some errors. To be sure, the connection is not used again.
	_ = conn.Raw(func(interface{}) error { return driver.ErrBadConn })
}

// readPostgreSQL needs no transaction, and no connection of its own: at READ COMMITTED, both would only add round trips.
func (d *Database) readPostgreSQL(ctx context.Context, work func(ctx context.Context, tx *transaction) error) error {
	return work(ctx, &transaction{Querier: d.db, dialect: postgres, prepared: d.prepared})
}

func (d *Database) writePostgreSQL(ctx context.Context, work func(ctx context.Context, tx *transaction) error) error {
	return d.inPostgreSQL(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted}, func(sqlTx *sql.Tx) error {
		prepared := func(text string) *sql.Stmt {
			statement := d.prepared(text)
			if statement == nil {
				return nil
			}
			return sqlTx.StmtContext(ctx, statement)
		}
		return work(ctx, &transaction{Querier: sqlTx, dialect: postgres, prepared: prepared})
	})
}

func (d *Database) inPostgreSQL(ctx context.Context, options *sql.TxOptions, work func(sqlTx *sql.Tx) error) error {
	sqlTx, err := d.db.BeginTx(ctx, options)
	if sqlState(err) == notSupportedState {
		// lib/pq asks for READ WRITE, which a standby does not support.
		return host.Unavailable(err)
	}
	if err != nil {
		return databaseError{err}
	}
	// Has no effect after a commit, and runs if work panics.
	defer func() { _ = sqlTx.Rollback() }()
	if err := work(sqlTx); err != nil {
		return err
	}
	if err := stillWanted(ctx); err != nil {
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return databaseError{commitError{err}}
	}
	return nil
}

// stillWanted is the last check before a commit. The timer behind ctx may be late, so the clock decides.
func stillWanted(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return nil
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
