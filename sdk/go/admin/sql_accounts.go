package admin

import (
	"context"
	"strings"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/sqlbackend"
)

// maxPreferences is how many documents one administrator has, besides Gatehouse's own.
const maxPreferences = 200

// reservedPrefix begins the keys of Gatehouse. A link to choose a password is one of them: a full account can still get it.
const reservedPrefix = "gatehouse."

// AccountControllers implements Accounts.
func (d *SQLDirectory) AccountControllers() []*Controller {
	return []*Controller{administratorsController(), rolesController()}
}

// FindAccount implements Accounts.
func (d *SQLDirectory) FindAccount(ctx context.Context, administratorID string) (found *Account, err error) {
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		row, err := t.row(administratorID)
		if err == nil && row != nil {
			found = &Account{Administrator: row.Administrator, Active: row.isActive, HasPassword: row.PasswordHash != ""}
		}
		return err
	})
	return found, err
}

// ChangePassword implements Accounts.
func (d *SQLDirectory) ChangePassword(
	ctx context.Context, change PasswordChange,
) (found *Administrator, refusal AccountRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		var row *administratorRow
		if row, refusal, err = t.manageable(change.AdministratorID, change.ChangedBy); err != nil || row == nil {
			return err
		}
		if row.TokenVersion != change.TokenVersion {
			refusal = AccountStale
		}
		if refusal != "" {
			return nil
		}
		found, err = t.raise(row.id, "password_hash = {}, must_change_password = {}, ", change.PasswordHash, bit(change.MustChange))
		return err
	})
	return found, refusal, err
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// EndSessions implements Accounts.
func (d *SQLDirectory) EndSessions(
	ctx context.Context, administratorID, endedBy string,
) (found *Administrator, refusal AccountRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		var row *administratorRow
		if row, refusal, err = t.manageable(administratorID, endedBy); err == nil && refusal == "" {
			found, err = t.raise(row.id, "")
		}
		return err
	})
	return found, refusal, err
}

// UpdateProfile implements Accounts.
func (d *SQLDirectory) UpdateProfile(
	ctx context.Context, administratorID string, profile Profile,
) (found *Administrator, err error) {
	id, ok := parseID(administratorID)
	if !ok {
		return nil, nil
	}
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		changed, err := t.run(`update backend_users set name = {}, locale = {}, version = version + 1, updated_at = {}
			where id = {} and is_activated = 1`, profile.DisplayName, profile.Locale, time.Now().UnixMilli(), id)
		if err == nil && changed > 0 {
			found, err = t.byID(id)
		}
		return err
	})
	return found, err
}

// Preferences implements Accounts.
func (d *SQLDirectory) Preferences(
	ctx context.Context, administratorID string, keys []string,
) (found []Preference, err error) {
	id, ok := parseID(administratorID)
	if !ok || len(keys) == 0 {
		return nil, nil
	}
	wanted := make([]statement.SQL, len(keys))
	for index, key := range keys {
		wanted[index] = statement.New("{}", key)
	}
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		rows, err := t.all("select item_key, document from backend_preferences where user_id = {} and item_key in ({})",
			id, statement.Joined(wanted, ", "))
		for _, row := range rows {
			key, _ := textOf(row[0])
			document, _ := textOf(row[1])
			found = append(found, Preference{key, document})
		}
		return err
	})
	return found, err
}

// SetPreference implements Accounts.
func (d *SQLDirectory) SetPreference(
	ctx context.Context, administratorID string, preference Preference,
) (outcome PreferenceOutcome, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		// The row stays locked, so that concurrent writes of one administrator count in turn.
		id, err := t.hold(administratorID)
		if err != nil {
			return err
		}
		if id == 0 {
			outcome = PreferenceUnknown
			return nil
		}
		outcome, err = t.setPreference(id, preference)
		return err
	})
	return outcome, err
}

func (t *directoryTx) setPreference(id int64, preference Preference) (PreferenceOutcome, error) {
	const remove = "delete from backend_preferences where user_id = {} and item_key = {}"
	if preference.Document == "" {
		_, err := t.run(remove, id, preference.Key)
		return PreferenceStored, err
	}
	if _, err := t.run(`insert into backend_preferences (user_id, item_key, document, updated_at) values ({}, {}, {}, {})
		on conflict (user_id, item_key) do update set document = excluded.document, updated_at = excluded.updated_at`,
		id, preference.Key, preference.Document, time.Now().UnixMilli()); err != nil {
		return "", err
	}
	if strings.HasPrefix(preference.Key, reservedPrefix) {
		return PreferenceStored, nil
	}
	count, err := t.count("select count(*) from backend_preferences where user_id = {} and substr(item_key, 1, 10) <> {}",
		id, reservedPrefix)
	if err != nil || count <= maxPreferences {
		return PreferenceStored, err
	}
	_, err = t.run(remove, id, preference.Key)
	return PreferenceTooMany, err
}
