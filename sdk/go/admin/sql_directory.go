package admin

import (
	"context"
	"errors"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/sqlbackend"
)

// maxSwept is how many rows one sweep removes, so that no request waits for a large one.
const maxSwept = 1000

// SQLDirectory is a Directory on the tables that Migrate creates, with Accounts, Sessions, SecondFactors, Passkeys,
// Views and Imports.
type SQLDirectory struct {
	database *sqlbackend.Database
}

// NewSQLDirectory returns the directory of a database.
func NewSQLDirectory(database *sqlbackend.Database) *SQLDirectory {
	return &SQLDirectory{database}
}

// rows runs statements of a directory's transaction.
type directoryTx struct {
	ctx        context.Context
	tx         Tx
	isPostgres bool
}

func (d *SQLDirectory) within(ctx context.Context, access sqlbackend.Access, work func(t *directoryTx) error) error {
	return d.database.Within(ctx, access, func(ctx context.Context, tx sqlbackend.Querier) error {
		return work(&directoryTx{ctx, tx, d.database.IsPostgreSQL()})
	})
}

func (t *directoryTx) all(template string, args ...interface{}) ([][]interface{}, error) {
	return queryAll(t.ctx, t.tx, t.isPostgres, statement.New(template, args...))
}

// count returns the number that a query selects.
func (t *directoryTx) count(template string, args ...interface{}) (int64, error) {
	row, err := t.first(template, args...)
	if err != nil || row == nil {
		return 0, err
	}
	_, numbers := readRow(row)
	return numbers[0], nil
}

// first returns nil if there is no row.
func (t *directoryTx) first(template string, args ...interface{}) ([]interface{}, error) {
	rows, err := t.all(template, args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

func (t *directoryTx) run(template string, args ...interface{}) (int, error) {
	text, values := statement.New(template, args...).Compiled(t.isPostgres)
	result, err := t.tx.ExecContext(t.ctx, text, values...)
	if err != nil {
		return 0, err
	}
	return changedRows(result)
}

// administrator returns nil if no row matches.
func (t *directoryTx) administrator(template string, args ...interface{}) (*administratorRow, error) {
	row, err := t.first(template, args...)
	if err != nil || row == nil {
		return nil, err
	}
	return readAdministrator(row)
}

func (t *directoryTx) byIdentifier(identifier string) (*administratorRow, error) {
	key := keyOf(identifier)
	return t.administrator(byIdentifier, key, key, key)
}

func (t *directoryTx) byID(id int64) (*Administrator, error) {
	found, err := t.administrator(byID, id)
	if err != nil || found == nil {
		return nil, err
	}
	return &found.Administrator, nil
}

// FindCredentials implements Directory.
func (d *SQLDirectory) FindCredentials(ctx context.Context, identifier string) (found *Credentials, err error) {
	err = d.within(ctx, sqlbackend.OneRead, func(t *directoryTx) error {
		found = nil
		row, err := t.byIdentifier(identifier)
		// A new administrator has no password.
		if err == nil && row != nil && row.isActive && row.PasswordHash != "" {
			found = &row.Credentials
		}
		return err
	})
	return found, err
}

// RecordSignIn implements Directory.
func (d *SQLDirectory) RecordSignIn(ctx context.Context, signIn SignIn) (found *Administrator, err error) {
	id, ok := parseID(signIn.AdministratorID)
	if !ok {
		return nil, nil
	}
	stored := signIn.RenewedPasswordHash
	if stored == "" {
		stored = signIn.PasswordHash
	}
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		changed, err := t.run(`update backend_users set last_login_at = {}, password_hash = {}
			where id = {} and is_activated = 1 and password_hash = {}`, signIn.At.UnixMilli(), stored, id, signIn.PasswordHash)
		if err == nil && changed > 0 {
			found, err = t.byID(id)
		}
		return err
	})
	return found, err
}

// Authenticate implements Directory, with one query, because it runs on every request of the admin backend.
func (d *SQLDirectory) Authenticate(
	ctx context.Context, token Token, at time.Time,
) (found *Administrator, refusal TokenRefusal, err error) {
	err = d.within(ctx, sqlbackend.OneRead, func(t *directoryTx) (err error) {
		found, refusal, err = t.authenticate(token, at)
		return err
	})
	return found, refusal, err
}

func (t *directoryTx) authenticate(token Token, at time.Time) (*Administrator, TokenRefusal, error) {
	id, ok := parseID(token.AdministratorID)
	if !ok {
		return nil, TokenUnknown, nil
	}
	row, err := t.administrator(byToken, token.ID, token.SessionID, id)
	switch {
	case err != nil:
		return nil, "", err
	case row == nil || !row.isActive:
		return nil, TokenUnknown, nil
	case row.TokenVersion != token.TokenVersion:
		return nil, TokenStale, nil
	case row.effectiveAt != nil && *row.effectiveAt <= at.UnixMilli(), token.SessionID != "" && !row.hasSession:
		return nil, TokenBlacklisted, nil
	}
	return &row.Administrator, "", nil
}

// Rotate implements Directory.
func (d *SQLDirectory) Rotate(
	ctx context.Context, token Token, at time.Time, retirement Retirement,
) (found *Administrator, refusal TokenRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		if found, refusal, err = t.authenticate(token, at); err != nil || refusal != "" {
			return err
		}
		// Waits for a concurrent call with the same token to end.
		retired, err := t.run(`insert into backend_jwt_blacklist (token_id, effective_at, expires_at) values ({}, {}, {})
			on conflict (token_id) do nothing`, token.ID, retirement.EffectiveAt.UnixMilli(), retirement.ExpiresAt.UnixMilli())
		if err != nil {
			return err
		}
		if retired == 0 {
			// Another call retired it in between, or it is in its grace period. Its row now says which.
			if found, refusal, err = t.authenticate(token, at); err != nil || refusal != "" {
				return err
			}
		}
		return t.sweep(retirement)
	})
	return found, refusal, err
}

// Blacklist implements Directory.
func (d *SQLDirectory) Blacklist(ctx context.Context, token Token, retirement Retirement) error {
	return d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		_, err := t.run(`insert into backend_jwt_blacklist (token_id, effective_at, expires_at) values ({}, {}, {})
			on conflict (token_id) do update set effective_at = excluded.effective_at
			where excluded.effective_at < backend_jwt_blacklist.effective_at`,
			token.ID, retirement.EffectiveAt.UnixMilli(), retirement.ExpiresAt.UnixMilli())
		if err == nil && token.SessionID != "" {
			_, err = t.run("delete from backend_sessions where session_id = {}", token.SessionID)
		}
		if err != nil {
			return err
		}
		return t.sweep(retirement)
	})
}

// sweep keeps what this machine's clock still needs: without its row, a token that was signed out is valid again, and a
// daemon's clock may jump ahead.
func (t *directoryTx) sweep(retirement Retirement) error {
	before := retirement.SweepBefore
	if now := time.Now(); before.After(now) {
		before = now
	}
	_, err := t.run(`delete from backend_jwt_blacklist where token_id in (
		select token_id from backend_jwt_blacklist where expires_at < {} order by expires_at limit {}`+t.skippingLocked()+`)`,
		before.UnixMilli(), maxSwept)
	return err
}

// skippingLocked ends a query for rows to sweep. Concurrent sweeps take different rows, so that none waits for another; SQLite
// has one writer at a time anyway.
func (t *directoryTx) skippingLocked() string {
	if t.isPostgres {
		return " for update skip locked"
	}
	return ""
}

// Create implements Directory. It looks for conflicts first, so that the answer is the first reason that applies; the unique
// indexes catch races.
func (d *SQLDirectory) Create(
	ctx context.Context, administrator NewAdministrator,
) (found *Administrator, refusal CreateRefusal, roles []string, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		found, roles = nil, nil
		// No index holds that a login is the address of no other administrator.
		if err := t.takeTurn(); err != nil {
			return err
		}
		if refusal, err = t.taken(administrator); err != nil || refusal != "" {
			return err
		}
		var role interface{}
		if administrator.Role != "" {
			if role, roles, err = t.role(administrator.Role); err != nil {
				return err
			}
			if role == nil {
				refusal = RoleUnknown
				return nil
			}
			roles = nil
		}
		inserted, err := t.insert(administrator, role)
		if err != nil {
			return err
		}
		if inserted == 0 {
			if refusal, err = t.taken(administrator); err == nil && refusal == "" {
				err = errors.New("backend_users has a unique index that Migrate does not create")
			}
			return err
		}
		row, err := t.byIdentifier(administrator.Login)
		if err == nil && row != nil {
			found = &row.Administrator
		}
		return err
	})
	return found, refusal, roles, err
}

func (t *directoryTx) insert(administrator NewAdministrator, role interface{}) (int, error) {
	now := time.Now().UnixMilli()
	return t.run(`insert into backend_users (login, login_key, email, email_key, name, password_hash, role_id, is_superuser,
		is_activated, permissions, locale, token_version, last_login_at, created_at, updated_at)
		values ({}, {}, {}, {}, '', {}, {}, {}, 1, '[]', '', 0, null, {}, {}) on conflict do nothing`,
		administrator.Login, keyOf(administrator.Login), administrator.Email, keyOf(administrator.Email),
		administrator.PasswordHash, role, bit(administrator.Superuser), now, now)
}

func (t *directoryTx) taken(administrator NewAdministrator) (CreateRefusal, error) {
	const holder = "select 1 from backend_users where login_key = {} or email_key = {}"
	login, email := keyOf(administrator.Login), keyOf(administrator.Email)
	row, err := t.first(holder, login, login)
	if err != nil || row != nil {
		return LoginTaken, err
	}
	row, err = t.first(holder, email, email)
	if err != nil || row != nil {
		return EmailTaken, err
	}
	return "", nil
}

// role returns the id of a role, nil if there is none, and the codes of all roles.
func (t *directoryTx) role(code string) (id interface{}, codes []string, err error) {
	rows, err := t.all("select id, code from backend_user_roles order by code")
	for _, row := range rows {
		known, _ := textOf(row[1])
		codes = append(codes, known)
		if known == code {
			id = row[0]
		}
	}
	return id, codes, err
}

// SetPassword implements Directory.
func (d *SQLDirectory) SetPassword(ctx context.Context, identifier, passwordHash string) (found *Administrator, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		row, err := t.byIdentifier(identifier)
		if err != nil || row == nil {
			return err
		}
		changed, err := t.run(`update backend_users set password_hash = {}, must_change_password = 0,
			token_version = token_version + 1, updated_at = {} where id = {}`, passwordHash, time.Now().UnixMilli(), row.id)
		if err == nil && changed > 0 {
			found, err = t.byID(row.id)
		}
		return err
	})
	return found, err
}

// Migrate implements Directory.
func (d *SQLDirectory) Migrate(ctx context.Context) ([]string, error) {
	return Migrate(ctx, d.database)
}
