package admin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/sqlbackend"
)

const createAdminLedger = `create table if not exists gatehouse_admin_migrations (
  name text not null primary key,
  applied_at bigint not null
)`

// migration is one step of the schema. A released one never changes. The schema is the same in every SDK, so that a host can
// change its language and keep its database. Booleans are 0 and 1, times are epoch milliseconds, lists are JSON texts.
type migration struct {
	name       string
	statements []string
}

var migrations = []migration{{name: "0001-directory", statements: []string{
	`create table backend_user_roles (
  id {id} not null primary key,
  code text not null unique,
  name text not null,
  permissions text not null,
  created_at bigint not null
)`,
	`create table backend_users (
  id {id} not null primary key,
  login text not null,
  login_key text not null unique,
  email text not null,
  email_key text not null unique,
  name text not null,
  password_hash text not null,
  role_id bigint references backend_user_roles (id) on delete set null,
  is_superuser integer not null,
  is_activated integer not null,
  permissions text not null,
  locale text not null,
  token_version integer not null,
  last_login_at bigint,
  created_at bigint not null,
  updated_at bigint not null
)`,
	`create table backend_jwt_blacklist (
  token_id text not null primary key,
  effective_at bigint not null,
  expires_at bigint not null
)`,
	`create index backend_jwt_blacklist_expiry on backend_jwt_blacklist (expires_at)`,
	`create table backend_settings (
  code text not null primary key,
  item_values text not null,
  version integer not null
)`,
}}, {name: "0002-accounts", statements: []string{
	`alter table backend_users add column must_change_password integer not null default 0`,
	`alter table backend_users add column version integer not null default 0`,
	`alter table backend_user_roles add column version integer not null default 0`,
	`create table backend_preferences (
  user_id bigint not null references backend_users (id) on delete cascade,
  item_key text not null,
  document text not null,
  updated_at bigint not null,
  constraint backend_preferences_key primary key (user_id, item_key)
)`,
}}, {name: "0003-sessions", statements: []string{
	`create table backend_sessions (
  session_id text not null primary key,
  user_id bigint not null references backend_users (id) on delete cascade,
  token_version integer not null,
  browser text not null,
  system text not null,
  network text not null,
  opened_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null
)`,
	`create index backend_sessions_user on backend_sessions (user_id, used_at)`,
}}, {name: "0004-second-factors", statements: []string{
	`alter table backend_user_roles add column requires_second_factor integer not null default 0`,
	`create table backend_second_factors (
  user_id bigint not null primary key references backend_users (id) on delete cascade,
  sealed_secret text not null,
  last_step bigint not null,
  recovery_hashes text not null,
  created_at bigint not null
)`,
}}, {name: "0005-views", statements: []string{
	`create table backend_views (
  id text not null primary key,
  list text not null,
  user_id bigint not null references backend_users (id) on delete cascade,
  shared integer not null,
  name text not null,
  query text not null,
  version integer not null,
  updated_at bigint not null
)`,
	`create index backend_views_of_list on backend_views (list, user_id)`,
}}, {name: "0006-imports", statements: []string{
	`create table backend_imports (
  import_id text not null primary key,
  records integer not null,
  imported_at bigint not null
)`,
	`create index backend_imports_age on backend_imports (imported_at)`,
}}, {name: "0007-passkeys", statements: []string{
	`create table backend_passkeys (
  credential_id text not null primary key,
  user_id bigint not null references backend_users (id) on delete cascade,
  public_key text not null,
  sign_count bigint not null,
  transports text not null,
  backed_up integer not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
)`,
	`create index backend_passkeys_user on backend_passkeys (user_id)`,
}}}

// Migrate brings the tables of administrators, roles and settings up to date: all missing migrations in one transaction, or
// none. Call it at every start; any number of processes may call it at the same time. It returns the names of the
// migrations that it applied.
func Migrate(ctx context.Context, database *sqlbackend.Database) (applied []string, err error) {
	if err := database.Prepare(ctx); err != nil {
		return nil, fmt.Errorf("admin: migrate: %w", err)
	}
	err = database.Within(ctx, sqlbackend.Write, func(ctx context.Context, tx sqlbackend.Querier) error {
		applied = nil
		if database.IsPostgreSQL() {
			// Two processes must not create the ledger at the same time.
			if _, err := tx.ExecContext(ctx, "lock table gatehouse_migrations in exclusive mode"); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, createAdminLedger); err != nil {
			return err
		}
		for _, step := range migrations {
			isNew, err := step.apply(ctx, tx, database.IsPostgreSQL())
			if err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
			if isNew {
				applied = append(applied, step.name)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("admin: migrate: %w", err)
	}
	return applied, nil
}

func (m migration) apply(ctx context.Context, tx Tx, isPostgres bool) (bool, error) {
	record := statement.New(`insert into gatehouse_admin_migrations (name, applied_at) values ({}, {})
		on conflict (name) do nothing`, m.name, time.Now().UnixMilli())
	text, args := record.Compiled(isPostgres)
	result, err := tx.ExecContext(ctx, text, args...)
	if err != nil {
		return false, err
	}
	if recorded, err := changedRows(result); err != nil || recorded == 0 {
		return false, err
	}
	identity := "integer"
	if isPostgres {
		identity = "bigint generated by default as identity"
	}
	for _, each := range m.statements {
		if _, err := tx.ExecContext(ctx, strings.ReplaceAll(each, "{id}", identity)); err != nil {
			return false, err
		}
	}
	return true, nil
}
