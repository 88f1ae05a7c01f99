package drivertest

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse.dev/host"
	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/httphost"
	"gatehouse.dev/host/sqlbackend"
)

type lines []string

func (*lines) Info(string, ...interface{}) {}
func (*lines) Warn(string, ...interface{}) {}
func (l *lines) Error(message string, args ...interface{}) {
	*l = append(*l, message+fmt.Sprint(args...))
}

type listed struct {
	ID   int64
	Name string
}

func (listed) TableName() string { return "listed" }

// HC-70: the answer and the log name a missing table or column, and say what to do.
func TestMissingTablesAreNamed(t *testing.T) {
	const token = "a-shared-token-of-the-test"
	onEmpty(t, func(t *testing.T, db *sql.DB, database *sqlbackend.Database) {
		tokens := sqlbackend.NewOpaqueTokens(database)
		backend, err := admin.New(database, admin.Options{
			Plugin: "acme.shop", Controllers: []*admin.Controller{{ID: "acme.shop.listed", Record: listed{}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		logged := &lines{}
		handler, err := httphost.NewHandler(&host.Host{
			ApplicationName: "Shop", OAuth: host.OAuth{Issuer: "https://shop.example"},
			Backend: sqlbackend.New(database, tokens), Admin: backend, Logger: logged,
		}, httphost.Options{Token: token})
		if err != nil {
			t.Fatal(err)
		}
		ask := func(rpc, body, expected string) {
			t.Helper()
			request := httptest.NewRequest(http.MethodPost, "/gatehouse.host.v1."+rpc, strings.NewReader(body))
			request.Header.Set("Authorization", "Bearer "+token)
			request.Header.Set("Content-Type", "application/json")
			response := httptest.NewRecorder()
			*logged = nil
			handler.ServeHTTP(response, request)
			if response.Code != http.StatusInternalServerError || !strings.Contains(response.Body.String(), expected) {
				t.Errorf("%s: got %d %s", rpc, response.Code, response.Body)
			}
			if !strings.Contains(strings.Join(*logged, "\n"), expected) {
				t.Errorf("%s: the log has %v", rpc, *logged)
			}
		}
		const caller = `"caller":{"administratorId":"1","login":"ada","locale":"en"}`
		const list = `{` + caller + `,"controller":"acme.shop.listed","query":{"selection":{"columns":["name"]},"page":{"number":1,"size":10}}}`
		ask("BackendService/Transact", `{"operations":[{"findClient":{"clientId":"c"}}]}`,
			": call Migrate of the sqlbackend.Database when the application starts")
		ask("AdminDirectoryService/FindAdministrator", `{"identifier":"ada"}`,
			"the database has no table backend_users: run gatehouse migrate, or call admin.Migrate when the application starts")
		ask("AdminRecordService/ListRecords", list, "the database has no table listed: bring the application's own tables up to date")
		if _, err := db.ExecContext(ctx, "create table listed (id integer primary key)"); err != nil {
			t.Fatal(err)
		}
		ask("AdminRecordService/ListRecords", list, "the database has no column name: bring the application's own tables up to date")
	})
}

// onEmpty runs a test on databases without tables.
func onEmpty(t *testing.T, test func(t *testing.T, db *sql.DB, database *sqlbackend.Database)) {
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t)
		test(t, db, sqlbackend.SQLite(db))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		db := openPostgres(t, createPostgres(t, "UTF8"))
		test(t, db, sqlbackend.PostgreSQL(db))
	})
}
