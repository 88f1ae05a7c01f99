package sqlbackend

import (
	"context"
	"embed"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
)

//go:embed migrations
var migrations embed.FS

// migration is one step of the schema. A released migration is never edited; the next one fixes its errors. The schema and
// its versions are the same in every SDK, so that a host can change its language and keep its database.
type migration struct {
	version    int
	name       string
	statements []string
}

const createLedger = `create table if not exists gatehouse_migrations (
  version integer not null primary key,
  name text not null,
  applied_at bigint not null
)`

// recordMigration waits for a process that is recording the same migration, and changes nothing if that one commits.
var recordMigration = unprepared(`insert into gatehouse_migrations (version, name, applied_at) values ($1, $2, $3)
  on conflict (version) do nothing`)

// Migrate brings the tables up to date: all missing migrations in one transaction, or none. Call it at every start. Any
// number of processes may call it at the same time, and an older release may call it after a newer one: migrations only go
// forward, and only add. It returns an error for a PostgreSQL database whose encoding is not UTF8.
func (d *Database) Migrate(ctx context.Context) error {
	steps, err := d.migrations()
	if err != nil {
		return err
	}
	if err := d.prepare(ctx); err != nil {
		return fmt.Errorf("sqlbackend: migrate: %w", err)
	}
	err = d.retried(ctx, false, func(ctx context.Context, tx *transaction) error {
		for _, step := range steps {
			if err := step.apply(ctx, tx); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("sqlbackend: migrate: %w", err)
	}
	return nil
}

func (d *Database) prepare(ctx context.Context) error {
	if d.dialect == sqlite {
		// Cannot run inside a transaction. The mode stays with the file.
		var mode string
		if err := d.db.QueryRowContext(ctx, "pragma journal_mode = wal").Scan(&mode); err != nil {
			return err
		}
	} else if err := d.requireUTF8(ctx); err != nil {
		return err
	}
	// PostgreSQL reports an error if two processes create the table at the same time: one of them must look again.
	for attempt := 1; ; attempt++ {
		err := d.retried(ctx, false, func(ctx context.Context, tx *transaction) error {
			return tx.exec(ctx, createLedger)
		})
		switch sqlState(err) {
		case "23505", "42P07", "42710":
			if attempt < maxAttempts {
				continue
			}
		}
		return err
	}
}

// requireUTF8: client names may contain any character. In another encoding, a statement with an unsupported one fails.
func (d *Database) requireUTF8(ctx context.Context) error {
	var name, encoding string
	err := d.db.QueryRowContext(ctx, "select current_database(), current_setting('server_encoding')").Scan(&name, &encoding)
	if err != nil {
		return err
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database %q has the encoding %s, but Gatehouse needs UTF8; create one with "+
			`"createdb -T template0 -E UTF8" and restore a dump of the old one into it`, name, encoding)
	}
	return nil
}

// migrations reads the embedded files: 0001_initial.sql is version 1 with the name "initial".
func (d *Database) migrations() ([]migration, error) {
	folder := "migrations/sqlite"
	if d.dialect == postgres {
		folder = "migrations/postgres"
	}
	files, err := migrations.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []migration
	for _, file := range files {
		text, err := migrations.ReadFile(path.Join(folder, file.Name()))
		if err != nil {
			return nil, err
		}
		number := file.Name()[:4]
		version, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("sqlbackend: the name of %s does not begin with a version: %w", file.Name(), err)
		}
		name := strings.TrimSuffix(file.Name()[5:], ".sql")
		found = append(found, migration{
			version:    version,
			name:       strings.ReplaceAll(name, "_", "-"),
			statements: statementsOf(string(text)),
		})
	}
	return found, nil
}

// statementsOf splits at blank lines, which no statement of the files contains. Not every driver runs several statements in
// one call.
func statementsOf(text string) []string {
	var statements []string
	for _, part := range strings.Split(text, "\n\n") {
		lines := strings.Split(strings.TrimSpace(part), "\n")
		for len(lines) > 0 && strings.HasPrefix(lines[0], "--") {
			lines = lines[1:]
		}
		if len(lines) > 0 && lines[0] != "" {
			statements = append(statements, strings.Join(lines, "\n"))
		}
	}
	return statements
}

// apply records the migration first, so that one of several processes runs it, and the others wait until it has committed.
func (m migration) apply(ctx context.Context, tx *transaction) error {
	recorded, err := tx.run(ctx, recordMigration, m.version, m.name, time.Now().UnixMilli())
	if err != nil || recorded == 0 {
		return err
	}
	for _, statement := range m.statements {
		if err := tx.exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
