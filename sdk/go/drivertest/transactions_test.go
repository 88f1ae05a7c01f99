package drivertest

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/sqlbackend"
)

func TestRollsBackOnAnErrorAndOnAPanic(t *testing.T) {
	onBoth(t, func(f *fixture) {
		failed := errors.New("failed")
		err := f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
			if _, err := tx.Clients.Create(ctx, newClient("a"), host.CreateClientOptions{}); err != nil {
				return err
			}
			if _, err := tx.Clients.Find(ctx, "a"); err != nil {
				f.Errorf("an operation must see the ones before it: %v", err)
			}
			return failed
		})
		if !errors.Is(err, failed) || f.find("a") != nil {
			f.Errorf("got %v", err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
				_, _ = tx.Clients.Create(ctx, newClient("b"), host.CreateClientOptions{})
				panic("of the application")
			})
		}()
		if f.find("b") != nil {
			f.Error("a transaction that panicked was committed")
		}
		f.create(newClient("c"), host.CreateClientOptions{})
	})
}

// HC-20: also if a hook leaves rows open, which hold up neither the end of its transaction nor the next one.
func TestRowsThatAreLeftOpenHoldNothingUp(t *testing.T) {
	const insert = "insert into things values (1) returning n"
	onBoth(t, func(f *fixture) {
		f.run("create table things (n integer)")
		f.run("insert into things values (0), (0), (0)")
		failed := errors.New("failed")
		for name, leave := range map[string]func(ctx context.Context, tx sqlbackend.Querier) error{
			"rows": func(ctx context.Context, tx sqlbackend.Querier) error {
				if _, err := tx.ExecContext(ctx, insert); err != nil {
					return err
				}
				rows, err := tx.QueryContext(ctx, "select n from things")
				if err == nil && !rows.Next() {
					f.Error("no rows")
				}
				return err
			},
			"rows of a statement that writes": func(ctx context.Context, tx sqlbackend.Querier) error {
				rows, err := tx.QueryContext(ctx, insert)
				if err == nil && !rows.Next() {
					f.Error("no row")
				}
				return err
			},
			"a row with a context of its own": func(_ context.Context, tx sqlbackend.Querier) error {
				if _, err := tx.ExecContext(ctx, insert); err != nil {
					return err
				}
				return tx.QueryRowContext(ctx, "select n from things").Err()
			},
		} {
			for _, end := range []string{"commit", "error", "panic"} {
				err := func() (err error) {
					defer func() {
						if recover() != nil {
							err = failed
						}
					}()
					return f.database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
						err := leave(ctx, tx)
						switch {
						case err != nil:
							return err
						case end == "error":
							return failed
						case end == "panic":
							panic("of the application")
						}
						return nil
					})
				}()
				committed := f.number("select count(*) from things where n = 1")
				if end == "commit" && (err != nil || committed != 1) || end != "commit" && (err != failed || committed != 0) {
					f.Errorf("%s, %s: got %v, and %d committed", name, end, err, committed)
				}
				f.run("delete from things where n = 1")
			}
		}
		f.create(newClient("next"), host.CreateClientOptions{})
	})
}

func TestNothingCommitsAfterItsDeadline(t *testing.T) {
	onBoth(t, func(f *fixture) {
		for name, limit := range map[string]func() (context.Context, context.CancelFunc){
			"deadline": func() (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, 50*time.Millisecond) },
			"cancelled": func() (context.Context, context.CancelFunc) {
				limited, cancel := context.WithCancel(ctx)
				time.AfterFunc(50*time.Millisecond, cancel)
				return limited, cancel
			},
		} {
			limited, cancel := limit()
			err := f.backend.Transaction(limited, false, func(ctx context.Context, tx host.Tx) error {
				_, err := tx.Clients.Create(ctx, newClient(name), host.CreateClientOptions{})
				<-ctx.Done()
				return err
			})
			cancel()
			if err == nil || f.find(name) != nil {
				f.Errorf("%s: got %v", name, err)
			}
		}
		f.create(newClient("next"), host.CreateClientOptions{})
	})
}

func TestAWaitingTransactionEndsWithItsContext(t *testing.T) {
	onBoth(t, func(f *fixture) {
		err := f.backend.Transaction(ctx, false, func(outer context.Context, tx host.Tx) error {
			if _, err := tx.Clients.Create(outer, newClient("first"), host.CreateClientOptions{Cap: 5}); err != nil {
				return err
			}
			limited, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
			defer cancel()
			if err := f.backend.Transaction(limited, false, creation(newClient("second"), host.CreateClientOptions{Cap: 5})); err == nil {
				f.Error("two registrations near the cap ran at the same time")
			}
			return nil
		})
		if err != nil || f.find("first") == nil || f.find("second") != nil {
			f.Errorf("got %v", err)
		}
	})
}

func TestRunsAgainAfterALostConflict(t *testing.T) {
	f := onPostgres(t)
	attempts := 0
	err := f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
		attempts++
		if _, err := tx.Clients.Create(ctx, newClient("a"), host.CreateClientOptions{}); err != nil {
			return err
		}
		if attempts == 3 {
			return nil
		}
		_, err := f.db.ExecContext(ctx, "do $$ begin raise exception 'conflict' using errcode = '40001'; end $$")
		return err
	})
	if err != nil || attempts != 3 || f.find("a") == nil {
		f.Errorf("got %v after %d attempts", err, attempts)
	}
}

func TestASecondProcessThatWritesDoesNotMakeTransactionsFail(t *testing.T) {
	name := "file:" + filepath.Join(t.TempDir(), "shared.db")
	open := func() *fixture {
		db, err := sql.Open("sqlite3", name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return newFixture(t, db, sqlbackend.SQLite(db))
	}
	first, second := open(), open()
	var group sync.WaitGroup
	for _, f := range []*fixture{first, second} {
		for i := 0; i < 5; i++ {
			group.Add(1)
			go func(f *fixture) {
				defer group.Done()
				for n := 0; n < 10; n++ {
					code := newCode()
					if err := f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error { return tx.Codes.Create(ctx, code) }); err != nil {
						t.Error(err)
					}
				}
			}(f)
		}
	}
	group.Wait()
	count := 0
	if err := first.db.QueryRow("select count(*) from gatehouse_codes").Scan(&count); err != nil || count != 100 {
		t.Errorf("stored %d codes, want 100: %v", count, err)
	}
}

func TestReportsADatabaseThatIsAway(t *testing.T) {
	db := openPostgres(t, "postgres://gatehouse@127.0.0.1:1/none?sslmode=disable")
	database := sqlbackend.PostgreSQL(db)
	backend := sqlbackend.New(database, sqlbackend.NewOpaqueTokens(database))
	for _, readOnly := range []bool{true, false} {
		err := backend.Transaction(ctx, readOnly, func(ctx context.Context, tx host.Tx) error {
			_, err := tx.Clients.Find(ctx, "a")
			return err
		})
		var unavailable *host.UnavailableError
		if !errors.As(err, &unavailable) {
			t.Errorf("got %v", err)
		}
	}
}

// HC-87
func TestReportsAServerThatOnlyReads(t *testing.T) {
	f := onPostgres(t)
	remove := func(ctx context.Context, tx sqlbackend.Querier) error {
		// As on a server whose transactions only read: the driver asks for one that writes.
		if _, err := tx.ExecContext(ctx, "set transaction read only"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "delete from gatehouse_codes")
		return err
	}
	for access, isOutage := range map[sqlbackend.Access]bool{sqlbackend.Write: true, sqlbackend.Snapshot: true, sqlbackend.ReadSnapshot: false} {
		err := f.database.Within(ctx, access, remove)
		var unavailable *host.UnavailableError
		if err == nil || errors.As(err, &unavailable) != isOutage {
			t.Errorf("with access %v, a write has the error %v", access, err)
		}
	}
}

// HC-5: a limit of the server or of the role may be shorter than the deadline. It says nothing about the request.
func TestReportsAStatementThatTheServerEnds(t *testing.T) {
	f := onPostgres(t)
	err := f.database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
		if _, err := tx.ExecContext(ctx, "set local statement_timeout = 10"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "select pg_sleep(60)")
		return err
	})
	var unavailable *host.UnavailableError
	if !errors.As(err, &unavailable) {
		t.Errorf("got %v", err)
	}
}

func TestSurvivesConnectionsThatTheServerEnded(t *testing.T) {
	f := onPostgres(t)
	f.create(newClient("a"), host.CreateClientOptions{})
	kill := "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
	for i := 0; i < 3; i++ {
		var group sync.WaitGroup
		for n := 0; n < 8; n++ {
			group.Add(1)
			go func() {
				defer group.Done()
				f.find("a")
			}()
		}
		group.Wait()
		if _, err := f.db.Exec(kill); err != nil {
			f.Fatal(err)
		}
		if f.find("a") == nil {
			f.Error("not found")
		}
		f.write(func(ctx context.Context, tx host.Tx) error { return tx.Clients.StampConsent(ctx, "a", now()) })
	}
}

// docs/operations.md, PostgreSQL: a pooler that gives transactions any session has not prepared their statements there.
func TestExplainsStatementsThatThePoolerLost(t *testing.T) {
	f := onPostgres(t)
	f.db.SetMaxOpenConns(1)
	find := func(ctx context.Context, tx host.Tx) error {
		_, err := tx.Clients.Find(ctx, "a")
		return err
	}
	if err := f.backend.Transaction(ctx, false, find); !errors.Is(err, host.ErrNotFound) {
		t.Fatalf("got %v", err)
	}
	f.run("deallocate all")
	err := f.backend.Transaction(ctx, false, find)
	if err == nil || !strings.Contains(err.Error(), "max_prepared_statements") {
		t.Errorf("got %v", err)
	}
}

func TestMigratesOnceHoweverManyProcessesAsk(t *testing.T) {
	for name, open := range map[string]func() *sqlbackend.Database{
		"SQLite":     func() *sqlbackend.Database { return sqlbackend.SQLite(openSQLite(t)) },
		"PostgreSQL": func() *sqlbackend.Database { return sqlbackend.PostgreSQL(openPostgres(t, createPostgres(t, "UTF8"))) },
	} {
		database := open()
		var group sync.WaitGroup
		for i := 0; i < 8; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				if err := database.Migrate(ctx); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}()
		}
		group.Wait()
		if err := database.Migrate(ctx); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefusesAnotherEncodingThanUTF8(t *testing.T) {
	err := sqlbackend.PostgreSQL(openPostgres(t, createPostgres(t, "SQL_ASCII"))).Migrate(ctx)
	if err == nil {
		t.Error("migrated a database without an encoding")
	}
}
