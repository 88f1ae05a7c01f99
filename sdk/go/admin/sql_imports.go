package admin

import (
	"context"
	"errors"
	"time"
)

// rememberedFor is how long an import is remembered.
const rememberedFor = 24 * time.Hour

// BeginImport implements Imports.
func (d *SQLDirectory) BeginImport(ctx context.Context, tx Tx, importID string, records int) (created int, err error) {
	t := &directoryTx{ctx, tx, d.database.IsPostgreSQL()}
	now := time.Now()
	inserted, err := t.run(`insert into backend_imports (import_id, records, imported_at) values ({}, {}, {})
		on conflict (import_id) do nothing`, importID, records, now.UnixMilli())
	if err != nil {
		return 0, err
	}
	if inserted > 0 {
		return 0, t.forgetImports(now.Add(-rememberedFor))
	}
	known, err := t.count("select records from backend_imports where import_id = {}", importID)
	if err == nil && known == 0 {
		err = errors.New("another transaction forgot an import at the moment at which it was repeated")
	}
	return int(known), err
}

func (t *directoryTx) forgetImports(before time.Time) error {
	_, err := t.run(`delete from backend_imports where import_id in (
		select import_id from backend_imports where imported_at < {} limit {}`+t.skippingLocked()+`)`, before.UnixMilli(), maxSwept)
	return err
}
