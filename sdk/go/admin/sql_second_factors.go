package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gatehouse.dev/host/sqlbackend"
)

// storedFactor is a row of backend_second_factors.
type storedFactor struct {
	sealedSecret   string
	lastStep       int64
	recoveryHashes []string
}

// factor returns nil if the administrator has none.
func (t *directoryTx) factor(id int64) (*storedFactor, error) {
	row, err := t.first("select sealed_secret, recovery_hashes, last_step from backend_second_factors where user_id = {}", id)
	if err != nil || row == nil {
		return nil, err
	}
	texts, numbers := readRow(row)
	hashes, err := codesOf(texts[1], fmt.Sprintf("backend_second_factors.recovery_hashes of %d", id))
	return &storedFactor{texts[0], numbers[2], hashes}, err
}

func hashesText(hashes []string) (string, error) {
	text, err := json.Marshal(append([]string{}, hashes...))
	return string(text), err
}

// FindSecondFactor implements SecondFactors.
func (d *SQLDirectory) FindSecondFactor(ctx context.Context, administratorID string) (found *SecondFactor, err error) {
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		row, err := t.row(administratorID)
		if err != nil || row == nil || !row.isActive {
			return err
		}
		stored, err := t.factor(row.id)
		if err == nil && stored != nil {
			found = &SecondFactor{SealedSecret: stored.sealedSecret, RecoveryCodesLeft: len(stored.recoveryHashes)}
		}
		return err
	})
	return found, err
}

// SetSecondFactor implements SecondFactors.
func (d *SQLDirectory) SetSecondFactor(
	ctx context.Context, factor NewSecondFactor,
) (found *Administrator, refusal AccountRefusal, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found, refusal = nil, ""
		id, err := t.hold(factor.AdministratorID)
		if err != nil {
			return err
		}
		if id == 0 {
			refusal = AccountUnknown
			return nil
		}
		row, err := t.administrator(byID, id)
		switch {
		case err != nil:
			return err
		case row.TokenVersion != factor.TokenVersion:
			refusal = AccountStale
			return nil
		}
		before, err := t.factor(id)
		if err != nil {
			return err
		}
		kept := factor.RecoveryHashes
		if before != nil && before.sealedSecret != "" {
			refusal = AccountForbidden
			return nil
		}
		if before != nil && len(kept) == 0 {
			// Codes that came with a passkey stay.
			kept = before.recoveryHashes
		}
		hashes, err := hashesText(kept)
		if err != nil {
			return err
		}
		if _, err := t.run(`insert into backend_second_factors (user_id, sealed_secret, last_step, recovery_hashes, created_at)
			values ({}, {}, {}, {}, {}) on conflict (user_id) do update set sealed_secret = excluded.sealed_secret,
			last_step = excluded.last_step, recovery_hashes = excluded.recovery_hashes`, id, factor.SealedSecret, factor.Step, hashes, time.Now().UnixMilli()); err != nil {
			return err
		}
		found, err = t.raise(id, "")
		return err
	})
	return found, refusal, err
}

// UseSecondFactor implements SecondFactors.
func (d *SQLDirectory) UseSecondFactor(ctx context.Context, use SecondFactorUse) (accepted bool, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		accepted, err = t.useSecondFactor(use)
		return err
	})
	return accepted, err
}

func (t *directoryTx) useSecondFactor(use SecondFactorUse) (bool, error) {
	// The administrator's row stays locked: of two uses of one code, the second one sees the first.
	id, err := t.hold(use.AdministratorID)
	if err != nil || id == 0 {
		return false, err
	}
	stored, err := t.factor(id)
	if err != nil || stored == nil || stored.sealedSecret != use.SealedSecret {
		return false, err
	}
	if use.Step != nil {
		// Without an app, there are passkeys and recovery codes only.
		if stored.sealedSecret == "" || int64(*use.Step) <= stored.lastStep {
			return false, nil
		}
		stored.lastStep = int64(*use.Step)
	} else {
		var left []string
		for _, hash := range stored.recoveryHashes {
			if hash != use.RecoveryHash {
				left = append(left, hash)
			}
		}
		if len(left) == len(stored.recoveryHashes) {
			return false, nil
		}
		stored.recoveryHashes = left
	}
	if use.ResealedSecret != "" {
		stored.sealedSecret = use.ResealedSecret
	}
	hashes, err := hashesText(stored.recoveryHashes)
	if err != nil {
		return false, err
	}
	_, err = t.run("update backend_second_factors set sealed_secret = {}, last_step = {}, recovery_hashes = {} where user_id = {}",
		stored.sealedSecret, stored.lastStep, hashes, id)
	return err == nil, err
}

// SetRecoveryCodes implements SecondFactors.
func (d *SQLDirectory) SetRecoveryCodes(
	ctx context.Context, administratorID, sealedSecret string, recoveryHashes []string,
) (replaced bool, err error) {
	hashes, err := hashesText(recoveryHashes)
	if err != nil {
		return false, err
	}
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		replaced = false
		id, err := t.hold(administratorID)
		if err != nil || id == 0 {
			return err
		}
		changed, err := t.run("update backend_second_factors set recovery_hashes = {} where user_id = {} and sealed_secret = {}",
			hashes, id, sealedSecret)
		replaced = changed > 0
		return err
	})
	return replaced, err
}

// RemoveSecondFactor implements SecondFactors.
func (d *SQLDirectory) RemoveSecondFactor(
	ctx context.Context, administratorID, removedBy string,
) (found *Administrator, refusal AccountRefusal, err error) {
	if removedBy == "" {
		removedBy = administratorID
	}
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		found = nil
		var row *administratorRow
		if row, refusal, err = t.manageable(administratorID, removedBy); err != nil || refusal != "" {
			return err
		}
		if _, err := t.run("delete from backend_passkeys where user_id = {}", row.id); err != nil {
			return err
		}
		removed, err := t.run("delete from backend_second_factors where user_id = {}", row.id)
		if err != nil {
			return err
		}
		if removed == 0 {
			refusal = AccountStale
			return nil
		}
		found, err = t.raise(row.id, "")
		return err
	})
	return found, refusal, err
}
