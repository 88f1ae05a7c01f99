package drivertest

import (
	"context"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/sqlbackend"
)

// Each round trip is the cost of a request in every host (docs/decisions/performance.md, PostgreSQL). The README asks for
// binary_parameters: without it, lib/pq takes two for each statement of the admin backend.
func TestRoundTripsToPostgreSQL(t *testing.T) {
	counted := newWire(t, createPostgres(t, "UTF8")+"&binary_parameters=yes")
	db := openPostgres(t, counted.source)
	// Statements are prepared once for each connection.
	db.SetMaxOpenConns(1)
	f := newFixture(t, db, sqlbackend.PostgreSQL(db))
	if _, err := admin.Migrate(ctx, f.database); err != nil {
		t.Fatal(err)
	}
	directory := admin.NewSQLDirectory(f.database)
	created, refusal, _, err := directory.Create(ctx, admin.NewAdministrator{
		Login: "ada", Email: "ada@app.example", PasswordHash: oneHash,
	})
	if err != nil || refusal != "" {
		t.Fatal(refusal, err)
	}
	client, code, lineage := newClient("client"), newCode(), "lineage"
	f.write(func(ctx context.Context, tx host.Tx) error {
		if _, err := tx.Clients.Create(ctx, client, host.CreateClientOptions{}); err != nil {
			return err
		}
		return tx.Codes.Create(ctx, code)
	})
	expect := func(what string, most int, work func()) {
		t.Helper()
		if sent := counted.during(work); len(sent) > most {
			t.Errorf("%s takes %d round trips, not %d:\n%s", what, len(sent), most, strings.Join(sent, "\n"))
		}
	}
	expect("an exchange", 8, func() {
		f.write(func(ctx context.Context, tx host.Tx) error {
			if _, err := tx.Clients.Find(ctx, client.ID); err != nil {
				return err
			}
			if _, err := tx.Codes.Find(ctx, code.Hash); err != nil {
				return err
			}
			if err := tx.Codes.Spend(ctx, code.Hash, lineage, now()); err != nil {
				return err
			}
			if _, err := tx.AccessTokens.Mint(ctx, newMint(lineage)); err != nil {
				return err
			}
			return tx.RefreshTokens.Create(ctx, newRefreshToken(lineage))
		})
	})
	expect("the check of an access token", 1, func() { _, _ = f.tokens.Verify(ctx, "unknown", "https://n.example/mcp") })
	expect("the authentication of an administrator", 1, func() {
		token := admin.Token{AdministratorID: created.ID, TokenVersion: created.TokenVersion, ID: "t"}
		found, refusal, err := directory.Authenticate(ctx, token, time.Now())
		if err != nil || refusal != "" || found.ID != created.ID {
			t.Errorf("%+v, %s, %v", found, refusal, err)
		}
	})
	expect("the search for credentials", 1, func() {
		if found, err := directory.FindCredentials(ctx, "ada"); err != nil || found == nil {
			t.Errorf("%+v, %v", found, err)
		}
	})
}
