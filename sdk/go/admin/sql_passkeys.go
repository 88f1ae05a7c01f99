package admin

import (
	"context"
	"time"

	"gatehouse.dev/host/sqlbackend"
)

// maxPasskeys is how many passkeys one administrator has.
const maxPasskeys = 20

// ListPasskeys implements Passkeys.
func (d *SQLDirectory) ListPasskeys(ctx context.Context, administratorID string) (found []Passkey, err error) {
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		row, err := t.row(administratorID)
		if err != nil || row == nil || !row.isActive {
			return err
		}
		rows, err := t.all(`select credential_id, public_key, sign_count, transports, backed_up, name, created_at, used_at
			from backend_passkeys where user_id = {} order by created_at, credential_id`, row.id)
		for _, each := range rows {
			passkey, err := readPasskey(each)
			if err != nil {
				return err
			}
			found = append(found, *passkey)
		}
		return err
	})
	return found, err
}

func readPasskey(row []interface{}) (*Passkey, error) {
	texts, numbers := readRow(row)
	transports, err := codesOf(texts[3], "backend_passkeys.transports")
	passkey := &Passkey{
		CredentialID: texts[0], PublicKey: texts[1], SignCount: uint32(numbers[2]), Transports: transports,
		BackedUp: numbers[4] == 1, Name: texts[5], CreatedAt: time.UnixMilli(numbers[6]).UTC(),
	}
	if row[7] != nil {
		usedAt := time.UnixMilli(numbers[7]).UTC()
		passkey.UsedAt = &usedAt
	}
	return passkey, err
}

// AddPasskey implements Passkeys.
func (d *SQLDirectory) AddPasskey(
	ctx context.Context, passkey NewPasskey,
) (found *Administrator, refusal PasskeyRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		found, refusal, err = t.addPasskey(passkey)
		return err
	})
	return found, refusal, err
}

func (t *directoryTx) addPasskey(passkey NewPasskey) (*Administrator, PasskeyRefusal, error) {
	id, err := t.hold(passkey.AdministratorID)
	if err != nil {
		return nil, "", err
	}
	if id == 0 {
		return nil, PasskeyUnknown, nil
	}
	row, err := t.administrator(byID, id)
	if err != nil {
		return nil, "", err
	}
	if row.TokenVersion != passkey.TokenVersion {
		return nil, PasskeyStale, nil
	}
	registered, err := t.count("select count(*) from backend_passkeys where credential_id = {}", passkey.CredentialID)
	if err != nil {
		return nil, "", err
	}
	if registered > 0 {
		return nil, PasskeyRegistered, nil
	}
	kept, err := t.passkeyCount(id)
	if err != nil {
		return nil, "", err
	}
	if kept >= maxPasskeys {
		return nil, PasskeyTooMany, nil
	}
	if refusal, err := t.insertPasskey(id, passkey.Passkey); err != nil || refusal != "" {
		return nil, refusal, err
	}
	if len(passkey.RecoveryHashes) > 0 || !row.HasSecondFactor {
		if err := t.keepCodes(id, passkey.RecoveryHashes); err != nil {
			return nil, "", err
		}
	}
	found, err := t.raise(id, "")
	return found, "", err
}

func (t *directoryTx) insertPasskey(id int64, passkey Passkey) (PasskeyRefusal, error) {
	transports, err := hashesText(passkey.Transports)
	if err != nil {
		return "", err
	}
	added, err := t.run(`insert into backend_passkeys (credential_id, user_id, public_key, sign_count, transports, backed_up,
		name, created_at, used_at) values ({}, {}, {}, {}, {}, {}, {}, {}, null) on conflict (credential_id) do nothing`,
		passkey.CredentialID, id, passkey.PublicKey, passkey.SignCount, transports, flag(passkey.BackedUp), passkey.Name,
		passkey.CreatedAt.UnixMilli())
	if err == nil && added == 0 {
		// Another administrator has added one with the same credential id meanwhile.
		return PasskeyRegistered, nil
	}
	return "", err
}

// keepCodes writes the row that says that there is a second factor, with the recovery codes.
func (t *directoryTx) keepCodes(id int64, recoveryHashes []string) error {
	hashes, err := hashesText(recoveryHashes)
	if err != nil {
		return err
	}
	_, err = t.run(`insert into backend_second_factors (user_id, sealed_secret, last_step, recovery_hashes, created_at)
		values ({}, '', 0, {}, {}) on conflict (user_id) do update set recovery_hashes = excluded.recovery_hashes`,
		id, hashes, time.Now().UnixMilli())
	return err
}

func (t *directoryTx) passkeyCount(id int64) (int64, error) {
	return t.count("select count(*) from backend_passkeys where user_id = {}", id)
}

func flag(isSet bool) int {
	if isSet {
		return 1
	}
	return 0
}

// UsePasskey implements Passkeys.
func (d *SQLDirectory) UsePasskey(ctx context.Context, use PasskeyUse) (bool, error) {
	return d.changesPasskey(ctx, use.AdministratorID, `update backend_passkeys set sign_count = {}, backed_up = {}, used_at = {}
		where credential_id = {} and (sign_count < {} or (sign_count = 0 and sign_count = {})) and user_id = {}`,
		use.SignCount, flag(use.BackedUp), use.UsedAt.UnixMilli(), use.CredentialID, use.SignCount, use.SignCount)
}

// RenamePasskey implements Passkeys.
func (d *SQLDirectory) RenamePasskey(ctx context.Context, administratorID, credentialID, name string) (bool, error) {
	return d.changesPasskey(ctx, administratorID,
		"update backend_passkeys set name = {} where credential_id = {} and user_id = {}", name, credentialID)
}

// changesPasskey says whether the statement, whose last argument is the key of the active administrator, changes a row.
func (d *SQLDirectory) changesPasskey(
	ctx context.Context, administratorID, template string, args ...interface{},
) (changed bool, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		changed = false
		id, err := t.hold(administratorID)
		if err != nil || id == 0 {
			return err
		}
		count, err := t.run(template, append(args, id)...)
		changed = count > 0
		return err
	})
	return changed, err
}

// RemovePasskey implements Passkeys.
func (d *SQLDirectory) RemovePasskey(
	ctx context.Context, administratorID, credentialID string,
) (*Administrator, AccountRefusal, error) {
	return d.removesFactor(ctx, administratorID, func(t *directoryTx, id int64) (int, error) {
		removed, err := t.run("delete from backend_passkeys where credential_id = {} and user_id = {}", credentialID, id)
		if err != nil || removed == 0 {
			return 0, err
		}
		left, err := t.passkeyCount(id)
		if err == nil && left == 0 {
			_, err = t.run("delete from backend_second_factors where sealed_secret = '' and user_id = {}", id)
		}
		return removed, err
	})
}

// RemoveAuthenticatorApp implements Passkeys.
func (d *SQLDirectory) RemoveAuthenticatorApp(
	ctx context.Context, administratorID string,
) (*Administrator, AccountRefusal, error) {
	return d.removesFactor(ctx, administratorID, func(t *directoryTx, id int64) (int, error) {
		left, err := t.passkeyCount(id)
		if err != nil {
			return 0, err
		}
		if left == 0 {
			return t.run("delete from backend_second_factors where user_id = {}", id)
		}
		return t.run(`update backend_second_factors set sealed_secret = '', last_step = 0
			where sealed_secret <> '' and user_id = {}`, id)
	})
}

// removesFactor raises the token version of an active administrator if work removes something.
func (d *SQLDirectory) removesFactor(
	ctx context.Context, administratorID string, work func(t *directoryTx, id int64) (int, error),
) (found *Administrator, refusal AccountRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found, refusal = nil, ""
		id, err := t.hold(administratorID)
		if err != nil {
			return err
		}
		if id == 0 {
			refusal = AccountUnknown
			return nil
		}
		removed, err := work(t, id)
		if err != nil {
			return err
		}
		if removed == 0 {
			refusal = AccountStale
			return nil
		}
		found, err = t.raise(id, "")
		return err
	})
	return found, refusal, err
}
