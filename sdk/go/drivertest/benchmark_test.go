package drivertest

import (
	"context"
	"encoding/hex"
	"testing"

	"gatehouse.dev/host"
	"gatehouse.dev/host/sqlbackend"
)

// BenchmarkRotate is the transaction of a refresh: two sweeps, a spend, the next token and an access token.
func BenchmarkRotate(b *testing.B) {
	for name, open := range map[string]func() *sqlbackend.Database{
		"SQLite":     func() *sqlbackend.Database { return sqlbackend.SQLite(openSQLite(b)) },
		"PostgreSQL": func() *sqlbackend.Database { return sqlbackend.PostgreSQL(openPostgres(b, createPostgres(b, "UTF8"))) },
	} {
		b.Run(name, func(b *testing.B) {
			database := open()
			if err := database.Migrate(ctx); err != nil {
				b.Fatal(err)
			}
			backend := sqlbackend.New(database, sqlbackend.NewOpaqueTokens(database))
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(run *testing.PB) {
				token := newRefreshToken(hex.EncodeToString(hash()))
				if err := backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Create(ctx, token) }); err != nil {
					b.Error(err)
				}
				for run.Next() {
					next := newRefreshToken(token.LineageID)
					err := backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
						if _, err := tx.RefreshTokens.SweepExpired(ctx, now(), 1000); err != nil {
							return err
						}
						if err := tx.RefreshTokens.Spend(ctx, token.Hash, now()); err != nil {
							return err
						}
						if err := tx.RefreshTokens.Create(ctx, next); err != nil {
							return err
						}
						_, err := tx.AccessTokens.Mint(ctx, newMint(token.LineageID))
						return err
					})
					if err != nil {
						b.Error(err)
					}
					token = next
				}
			})
		})
	}
}
