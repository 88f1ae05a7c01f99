package drivertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/sqlbackend"
)

const (
	unfit      = "The database cannot store this."
	taken      = "This value is already taken."
	notAllowed = "The database does not allow this."
	required   = "This is required."
	missing    = "The selected record does not exist."
	digits     = "This must have at most 15 digits."
)

// longCode is more than an index of PostgreSQL holds, and nothing that it can compress.
var longCode = func() string {
	var code strings.Builder
	for each := 0; each < 100; each++ {
		fmt.Fprintf(&code, "%x", sha256.Sum256([]byte{byte(each)}))
	}
	return code.String()
}()

// row is what is written, and the outcome on SQLite and on PostgreSQL.
type row struct {
	written            cells
	sqlite, postgreSQL string
}

func same(written cells, outcome string) row { return row{written, outcome, outcome} }

func named(name string) cells { return cells{"name": text(name)} }

var writes = []row{
	{cells{"small": integer(40_000)}, "invalid small: " + notAllowed, "invalid small: " + unfit},
	{cells{"small": integer(1 << 40)}, "invalid small: " + notAllowed, "invalid small: " + unfit},
	{cells{"amount": decimal("10000.00")}, "invalid amount: " + notAllowed, "invalid amount: " + unfit},
	{named(strings.Repeat("x", 21)), "invalid name: " + notAllowed, "invalid name: " + unfit},
	{cells{"token": text("no-uuid")}, "done", "invalid token: " + unfit},
	{cells{"details": document(`{"a":"\u0000"}`)}, "done", "invalid details: " + unfit},
	// Gatehouse refuses these before it calls a host (admin_record.proto).
	same(cells{"details": document(strings.Repeat("[", 600) + strings.Repeat("]", 600))}, "invalid details: "+unfit),
	same(cells{"small": text("many")}, "invalid small: "+unfit),
	same(cells{"ratio": double(101)}, "invalid ratio: "+notAllowed),
	same(cells{"positive": integer(0)}, "invalid positive: "+notAllowed),
	same(cells{"low": integer(-1)}, "invalid low: "+notAllowed),
	same(cells{"low": integer(5), "high": integer(1)}, "invalid high: "+notAllowed+", low: "+notAllowed),
	same(cells{"code": text("taken")}, "invalid code: "+taken),
	same(cells{"parent_id": integer(999)}, "invalid parent_id: "+missing),
	same(cells{"must": {NullValue: new(bool)}}, "invalid must: "+required),
	same(named("forbidden"), "refused The keeper says no."),
	{named("no code"), "done", "invalid code: Give it a code."},
	{cells{"exact": decimal("123456789.123456789")}, "invalid exact: " + digits, "done"},
	same(cells{"exact": decimal("-123456789.123456")}, "done"),
	same(cells{"exact": decimal("0.000001")}, "done"),
	same(named("refuse"), "refused Not today."),
	same(named("find invalid"), "invalid code: Not this code."),
	same(named("break"), "fault"),
	same(named("look elsewhere"), "fault"),
	{named("count wrong"), "done", "fault"},
	same(named("with a NUL"), "fault"),
	same(named("half a character"), "fault"),
	same(named("no number"), "fault"),
	same(named("another type"), "fault"),
	same(named("unknown column"), "fault"),
	{named("rounded"), "fault", "done"},
	same(named("huge"), "fault"),
	{cells{"name": text("spoil"), "day": date("2026-01-01")}, "invalid day: " + unfit, "done"},
}

func (r *row) expected(database *sqlbackend.Database) string {
	if database.IsPostgreSQL() {
		return r.postgreSQL
	}
	return r.sqlite
}

func onBothVaults(t *testing.T, test func(vault *records)) {
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t, "_foreign_keys=on")
		test(newVault(t, db, sqlbackend.SQLite(db)))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		db := openPostgres(t, createPostgres(t, "UTF8"))
		test(newVault(t, db, sqlbackend.PostgreSQL(db)))
	})
}

// docs/admin/api.md, Refusals: every row that concerns the host; a write that fails changes nothing.
func TestRefusalsOfWrites(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		for _, each := range writes {
			written := cells{"name": text("made")}
			for name, cell := range each.written {
				written[name] = cell
			}
			before := vault.number("select count(*) from things")
			found := outcome(vault.create(written, "exact", "must"))
			added := vault.number("select count(*) from things") - before
			if expected := each.expected(vault.database); found != expected || (added > 0) != (expected == "done") {
				vault.Errorf("create %v: %q, not %q; added %d", each.written, found, expected, added)
			}
			if name := each.written["name"]; name != nil && len(*name.StringValue) < 21 || each.expected(vault.database) == "done" {
				continue
			}
			found = outcome(vault.update("2", "", each.written))
			if version := vault.get("2").Version; found != each.expected(vault.database) || version != "1" {
				vault.Errorf("update %v: %q, version %s", each.written, found, version)
			}
		}
		if found := outcome(vault.remove("1")); found != "refused Other records still refer to this one." {
			vault.Errorf("delete: %q", found)
		}
	})
}

// admin_cell.proto, InvalidValue: the rest of the record stays readable, and a write of the others changes nothing.
func TestStoredValuesThatDoNotFit(t *testing.T) {
	type stored struct{ column, literal, raw string }
	onSQLite := []stored{
		{"small", "'many'", "many"}, {"exact", "'abc'", "abc"}, {"day", "'2026-01-01 00:00:00'", "2026-01-01 00:00:00"},
		{"opens", "'10:00'", "10:00"}, {"at", "'yesterday'", "yesterday"}, {"details", `'{"a":'`, `{"a":`},
	}
	deep := strings.Repeat("[", 600) + strings.Repeat("]", 600)
	onPostgreSQL := []stored{
		{"exact", "'NaN'", "NaN"}, {"day", "'infinity'", "infinity"}, {"opens", "'24:00:00'", "24:00:00"},
		{"at", "'12000-01-01 00:00:00+00'", "12000-01-01 00:00:00+00"},
		{"details", "'" + deep + "'", strings.Repeat("[", 499) + "…"},
	}
	onBothVaults(t, func(vault *records) {
		rows := onPostgreSQL
		if !vault.database.IsPostgreSQL() {
			rows = onSQLite
			vault.db.SetMaxOpenConns(1) // the pragma is the connection's
			vault.run("pragma ignore_check_constraints = on")
		}
		names, literals := []string{}, []string{}
		for _, each := range rows {
			names, literals = append(names, each.column), append(literals, each.literal)
		}
		vault.run("insert into things (id, name, " + strings.Join(names, ", ") + ") values (7, 'bad', " + strings.Join(literals, ", ") + ")")
		record := vault.get("7", append([]string{"name"}, names...)...)
		if got := record.Cells[0].StringValue; got == nil || *got != "bad" {
			vault.Errorf("name is %v", record.Cells[0])
		}
		for i, each := range rows {
			if got := record.Cells[i+1].InvalidValue; got == nil || got.Raw != each.raw {
				vault.Errorf("%s is %+v", each.column, record.Cells[i+1])
			}
		}
		if response, err := vault.update("7", "", named("bad")); err != nil || response.(*contract.UpdateRecordResponse).Updated.Version != "1" {
			vault.Errorf("a write of the same name: %+v, %v", response, err)
		}
		response, err := vault.update("7", "", cells{"opens": clock("10:00:00"), "day": date("2026-01-01")}, "day")
		if err != nil || *response.(*contract.UpdateRecordResponse).Updated.Cells[0].DateValue != "2026-01-01" {
			vault.Errorf("a repair: %+v, %v", response, err)
		}
	})
}

// docs/admin/api.md: a write that makes a record too long is invalid; the application's own records are cut.
func TestRecordsThatAreTooLongToSend(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		long := strings.Repeat("x", 3_100_000)
		const tell = "invalid must: This is too long: a record can have at most 2.8 MB."
		if found := outcome(vault.create(cells{"name": text("long"), "must": text(long)})); found != tell {
			vault.Errorf("create: %.200s", found)
		}
		if found := outcome(vault.update("2", "", cells{"must": text(long)})); found != tell {
			vault.Errorf("update: %.200s", found)
		}
		vault.run("insert into things (id, name, must) values (8, 'own', $1)", long)
		own := vault.get("8", "name", "must")
		if *own.Cells[0].StringValue != "own" || own.Cells[1].InvalidValue == nil {
			vault.Errorf("the record has %d cells", len(own.Cells))
		}
	})
}

// HC-36: a trigger that keeps a row from being written fails the write. It is no conflict: another attempt would end in the same way.
func TestATriggerThatKeepsARowFailsTheWrite(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		if vault.database.IsPostgreSQL() {
			vault.run("create function ignore() returns trigger language plpgsql as $$ begin return null; end $$")
			vault.run("create trigger ignoring before insert or update on things for each row when (new.name = 'ignored') execute function ignore()")
		} else {
			for _, event := range []string{"insert", "update"} {
				vault.run("create trigger ignoring_" + event + " before " + event +
					" on things when new.name = 'ignored' begin select raise(ignore); end")
			}
		}
		for _, write := range []func() (contract.Message, error){
			func() (contract.Message, error) { return vault.create(named("ignored")) },
			func() (contract.Message, error) { return vault.update("2", "1", named("ignored")) },
		} {
			if answer, err := write(); err == nil || !strings.Contains(err.Error(), `kept a record of Acme\Vault\Models\Thing from being`) {
				vault.Errorf("%s, %v", outcome(answer, err), err)
			}
		}
		vault.expectSame("the record", *vault.get("2", "name").Cells[0].StringValue, "child")
	})
}

// HC-36: a trigger that keeps a row from being deleted fails the deletion, because the administrator would see the record again.
func TestATriggerThatKeepsARowFailsTheDeletion(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		if vault.database.IsPostgreSQL() {
			vault.run("create function keep_child() returns trigger language plpgsql as $$ begin return null; end $$")
			vault.run("create trigger keeping before delete on things for each row when (old.name = 'child') execute function keep_child()")
		} else {
			vault.run("create trigger keeping before delete on things when old.name = 'child' begin select raise(ignore); end")
		}
		const kept = `a trigger or a policy kept a record of Acme\Vault\Models\Thing from being deleted`
		if answer, err := vault.remove("2"); err == nil || !strings.Contains(err.Error(), kept) {
			vault.Errorf("%s, %v", outcome(answer, err), err)
		}
		vault.expectSame("the record", *vault.get("2", "name").Cells[0].StringValue, "child")
	})
}

// HC-36: PostgreSQL names no columns of a table with row-level security, and has messages in other languages.
func TestTheColumnIsFoundInWhateverWordsTheDatabaseRefuses(t *testing.T) {
	name := createPostgres(t, "UTF8")
	owner := openPostgres(t, name)
	vault := newVault(t, owner, sqlbackend.PostgreSQL(owner))
	role := "vault_" + hex.EncodeToString(random(6))
	for _, statement := range []string{
		"alter table things enable row level security",
		"create policy everybody on things using (true) with check (name <> 'secret')",
		"create unique index one_name on things (lower(name))",
		"create role " + role + " login",
		"grant all on schema public to " + role,
		"grant all on all tables in schema public to " + role,
	} {
		vault.run(statement)
	}
	t.Cleanup(func() {
		vault.run("drop owned by " + role)
		vault.run("drop role " + role)
	})
	address, err := url.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.User(role)
	db := openPostgres(t, address.String())
	limited := newRecords(&fixture{T: t, db: db, database: sqlbackend.PostgreSQL(db)}, things.ID, things)
	for _, each := range []struct {
		written cells
		want    string
	}{
		{named("secret"), "refused " + notAllowed},
		{cells{"name": text("x"), "code": text("taken")}, "invalid code: " + taken},
		{cells{"name": text("x"), "code": text(longCode)}, "invalid code: " + unfit},
		{cells{"name": text("x"), "code": text(strings.Repeat(longCode, 4))}, "invalid code: " + unfit},
		{cells{"name": text("FIRST"), "must": text("x")}, "invalid name: " + taken},
		{cells{"name": text("x"), "parent_id": integer(999)}, "invalid parent_id: " + missing},
	} {
		vault.expectSame("create", outcome(limited.create(each.written)), each.want)
		vault.expectSame("update", outcome(limited.update("2", "", each.written)), each.want)
	}
}
