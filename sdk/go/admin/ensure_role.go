package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gatehouse.dev/host/sqlbackend"
)

// EnsureRole creates a role with these permission codes, if there is none with that code yet: what superusers made of it
// stays. Call it after Migrate. Any number of processes may call it at the same time.
func EnsureRole(ctx context.Context, database *sqlbackend.Database, code, name string, permissions ...string) error {
	granted, err := json.Marshal(append([]string{}, permissions...))
	if err != nil {
		return fmt.Errorf("admin: role %s: %w", code, err)
	}
	err = NewSQLDirectory(database).within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		_, err := t.run(`insert into backend_user_roles (code, name, permissions, created_at) values ({}, {}, {}, {})
			on conflict do nothing`, code, name, string(granted), time.Now().UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("admin: role %s: %w", code, err)
	}
	return nil
}
