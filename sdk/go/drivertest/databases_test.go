// Package drivertest tests package sqlbackend with real drivers, on SQLite and on PostgreSQL. It is a module of its own, so
// that the SDK does not depend on drivers.
package drivertest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/sqlbackend"

	_ "github.com/lib/pq"
	_ "github.com/mattn/go-sqlite3"
)

var ctx = context.Background()

// fixture is an empty, migrated database.
type fixture struct {
	*testing.T
	db       *sql.DB
	database *sqlbackend.Database
	tokens   *sqlbackend.OpaqueTokens
	backend  *sqlbackend.Backend
}

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, test func(f *fixture)) {
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t)
		test(newFixture(t, db, sqlbackend.SQLite(db)))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		test(onPostgres(t))
	})
}

// onBothAtOnce runs a test that waits for seconds on both at the same time. No other test runs meanwhile, so only one of
// the two uses the server.
func onBothAtOnce(t *testing.T, test func(f *fixture)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		db := openSQLite(t)
		test(newFixture(t, db, sqlbackend.SQLite(db)))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(onPostgres(t))
	})
}

func onPostgres(t *testing.T) *fixture {
	t.Helper()
	db := openPostgres(t, createPostgres(t, "UTF8"))
	return newFixture(t, db, sqlbackend.PostgreSQL(db))
}

func newFixture(t *testing.T, db *sql.DB, database *sqlbackend.Database) *fixture {
	t.Helper()
	if err := database.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	tokens := sqlbackend.NewOpaqueTokens(database)
	return &fixture{T: t, db: db, database: database, tokens: tokens, backend: sqlbackend.New(database, tokens)}
}

func openSQLite(t testing.TB, settings ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(t.TempDir(), "test.db")+"?"+strings.Join(settings, "&"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// server has the databases of the PostgreSQL of GATEHOUSE_TEST_POSTGRES, a URL of any of its databases. Its connections last
// as long as the process: a new one takes more of the server's time than most tests.
var server = struct {
	admin *sql.DB
	// The paths of those that a test gave back, and that are empty again.
	free []string
	// For each database that was given back, the connection that empties it.
	cleaners map[string]*sql.DB
}{cleaners: map[string]*sql.DB{}}

// createPostgres returns the URL of an empty database, which a test before may have used.
func createPostgres(t testing.TB, encoding string) string {
	t.Helper()
	created, err := url.Parse(os.Getenv("GATEHOUSE_TEST_POSTGRES"))
	if err != nil || created.Host == "" {
		t.Fatal("GATEHOUSE_TEST_POSTGRES must be the URL of a database on a PostgreSQL server for tests")
	}
	created.RawQuery = "sslmode=disable"
	if encoding == "UTF8" {
		t.Cleanup(func() { giveBack(t, created) })
		if last := len(server.free) - 1; last >= 0 {
			created.Path = server.free[last]
			server.free = server.free[:last]
			return created.String()
		}
	}
	if server.admin == nil {
		server.admin = connection(t, created.String())
	}
	name := "go_" + hex.EncodeToString(random(6))
	_, err = server.admin.Exec("create database " + name + " template template0 encoding '" + encoding + "' lc_collate 'C' lc_ctype 'C'")
	if err != nil {
		t.Fatal(err)
	}
	created.Path = "/" + name
	return created.String()
}

// giveBack ends the connections that a test left open, which could hold locks, and empties the database.
func giveBack(t testing.TB, database *url.URL) {
	cleaner := server.cleaners[database.Path]
	if cleaner == nil {
		cleaner = connection(t, database.String())
		server.cleaners[database.Path] = cleaner
	}
	_, err := cleaner.Exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
		drop schema public cascade; create schema public`)
	if err != nil {
		t.Fatal(err)
	}
	server.free = append(server.free, database.Path)
}

// connection is a pool of one, which stays open.
func connection(t testing.TB, name string) *sql.DB {
	db, err := sql.Open("postgres", name)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

func openPostgres(t testing.TB, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", name)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(20)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func random(count int) []byte {
	bytes := make([]byte, count)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return bytes
}

func hash() []byte {
	sum := sha256.Sum256(random(16))
	return sum[:]
}

// write runs work in a transaction and fails the test if it does not commit.
func (f *fixture) write(work func(ctx context.Context, tx host.Tx) error) {
	f.Helper()
	if err := f.backend.Transaction(ctx, false, work); err != nil {
		f.Fatal(err)
	}
}

// aborted returns the reason with which work aborted.
func (f *fixture) aborted(work func(ctx context.Context, tx host.Tx) error) host.AbortReason {
	f.Helper()
	err := f.backend.Transaction(ctx, false, work)
	var abort *host.AbortError
	if !errors.As(err, &abort) {
		f.Fatalf("got %v, want an AbortError", err)
	}
	return abort.Reason
}

func now() time.Time {
	return time.Now().UTC().Truncate(time.Millisecond)
}

func newClient(id string) *host.Client {
	return &host.Client{
		ID:             id,
		Name:           "Käfer 🐞",
		RedirectURIs:   []string{"https://a.example/b", "https://a.example/c d"},
		AuthMethod:     host.AuthMethodClientSecretPost,
		SecretHash:     hash(),
		Scopes:         []string{"read", "write"},
		GrantTypes:     []string{"authorization_code", "refresh_token"},
		RegisteredAt:   now(),
		SelfRegistered: true,
		MetadataJSON:   `{"client_uri": "https://a.example"}`,
	}
}

func newCode() *host.Code {
	return &host.Code{
		Hash: hash(), ClientID: "client", UserID: "ada", RedirectURI: "https://a.example/b",
		CodeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", Scopes: []string{"read"},
		Resource: "https://n.example/mcp", IssuedAt: now(), ExpiresAt: now().Add(time.Minute), GrantContext: []byte{0, 255},
	}
}

func newRefreshToken(lineage string) *host.RefreshToken {
	return &host.RefreshToken{
		Hash: hash(), LineageID: lineage, ClientID: "client", UserID: "ada", Scopes: []string{"read"},
		Resource: "https://n.example/mcp", IssuedAt: now(), ExpiresAt: now().Add(time.Hour), LineageStartedAt: now(),
	}
}

func newMint(lineage string) *host.MintRequest {
	return &host.MintRequest{
		UserID: "ada", ClientID: "client", Scopes: []string{"read"}, Resource: "https://n.example/mcp", LineageID: lineage,
		ExpiresAt: now().Add(time.Hour), GrantContext: []byte("tenant"), At: now(),
	}
}
