package drivertest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gatehouse.dev/host"
	"gatehouse.dev/host/sqlbackend"
)

// HC-88
func TestReportsAFileThatCannotBeUsed(t *testing.T) {
	for _, setting := range []string{"pragma max_page_count = 1", "pragma query_only = on"} {
		db := openSQLite(t)
		f := newFixture(t, db, sqlbackend.SQLite(db))
		err := f.database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
			if _, err := tx.ExecContext(ctx, setting); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, "create table filler as select zeroblob(1000000)")
			return err
		})
		var unavailable *host.UnavailableError
		if !errors.As(err, &unavailable) {
			t.Errorf("after %q, a write has the error %v", setting, err)
		}
	}
}

// HC-97: what came before the error was lost, and what came after it took effect at once.
func TestCommitsNothingOfATransactionThatSQLiteHasRolledBack(t *testing.T) {
	db := openSQLite(t)
	f := newFixture(t, db, sqlbackend.SQLite(db))
	f.run("create table notes (title text)")
	f.run("create table refusing (a)")
	f.run("create trigger refuse before insert on refusing begin select raise(rollback, 'no'); end")
	const refused = "insert into refusing values (1)"
	// As a hook that ignores errors. A query reports them when its rows are read.
	ways := map[string]func(ctx context.Context, tx sqlbackend.Querier){
		"a statement": func(ctx context.Context, tx sqlbackend.Querier) { _, _ = tx.ExecContext(ctx, refused) },
		"a row": func(ctx context.Context, tx sqlbackend.Querier) {
			var a int
			_ = tx.QueryRowContext(ctx, refused+" returning a").Scan(&a)
		},
		"rows": func(ctx context.Context, tx sqlbackend.Querier) {
			rows, err := tx.QueryContext(ctx, refused+" returning a")
			if err == nil {
				rows.Next()
				_ = rows.Close()
			}
		},
	}
	for way, refuse := range ways {
		for _, then := range []string{"", "insert into notes values ('after')", refused} {
			err := f.database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
				_, _ = tx.ExecContext(ctx, "insert into notes values ('before')")
				refuse(ctx, tx)
				_, _ = tx.ExecContext(ctx, then)
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), "ignored its error") {
				t.Errorf("%s, then %q: got %v", way, then, err)
			}
			if err := f.database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
				_, err := tx.ExecContext(ctx, "delete from notes where title = 'next'")
				return err
			}); err != nil {
				t.Errorf("%s, then %q: the next transaction has the error %v", way, then, err)
			}
			var notes int
			if err := db.QueryRow("select count(*) from notes").Scan(&notes); err != nil || notes != 0 {
				t.Errorf("%s, then %q: %d notes, %v", way, then, notes, err)
			}
		}
	}
}

// HC-88: "insert … returning" reports a full disk only through its rows.
func TestReportsAFullDiskUnderANewRecord(t *testing.T) {
	db := openSQLite(t)
	db.SetMaxOpenConns(1) // the pragma is the connection's
	r := newWholeShop(newFixture(t, db, sqlbackend.SQLite(db)))
	r.run("pragma max_page_count = 1")
	_, err := r.create(cells{"sku": text("new"), "title": text("new"), "body": text(strings.Repeat("long ", 50_000))})
	var unavailable *host.UnavailableError
	if !errors.As(err, &unavailable) {
		t.Errorf("a new record on a full disk has the error %v", err)
	}
}
