package drivertest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/sqlbackend"
)

// newImport is a request to create records.
func (r *records) newImport(id string, created ...cells) *contract.ImportRecordsRequest {
	sum := sha256.Sum256([]byte(id))
	request := &contract.ImportRecordsRequest{Caller: ada, Controller: r.controller, ImportID: sum[:]}
	for _, each := range created {
		request.Records = append(request.Records, &contract.NewRecord{Values: each.values()})
	}
	return request
}

// imported is what ImportRecords answers: "done 3", "refused …", "fault", or the refused records: "0 invalid a: …; 2 refused …".
func (r *records) imported(within context.Context, request *contract.ImportRecordsRequest) string {
	r.Helper()
	answer := func() (response contract.Message, err error) {
		defer engine.Recovered(&err)
		return r.rpcs["ImportRecords"].Answer(within, request)
	}
	response, err := answer()
	if err != nil {
		return "fault"
	}
	if err := contract.Check(response); err != nil {
		r.Errorf("the answer breaks the contract: %v", err)
	}
	found := response.(*contract.ImportRecordsResponse)
	switch {
	case found.Imported != nil:
		return fmt.Sprint("done ", found.Imported.Created)
	case found.Refused != nil:
		return "refused " + found.Refused.Message
	}
	var told []string
	for _, each := range found.RefusedRecords.Records {
		told = append(told, fmt.Sprint(each.Index, " ", outcome(each, nil)))
	}
	if found.RefusedRecords.HasMore {
		told = append(told, "has more")
	}
	return strings.Join(told, "; ")
}

// texts are the answers to a query for one column.
func (f *fixture) texts(query string) string {
	f.Helper()
	rows, err := f.db.QueryContext(ctx, query)
	if err != nil {
		f.Fatal(err)
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		text := ""
		if err := rows.Scan(&text); err != nil {
			f.Fatal(err)
		}
		found = append(found, text)
	}
	if err := rows.Err(); err != nil {
		f.Fatal(err)
	}
	return strings.Join(found, " ")
}

func product(sku, title string) cells {
	return cells{"sku": text(sku), "title": text(title)}
}

// HC-65, AD-389: as single creations, in the order of the file.
func TestAnImportCreatesEachRecordAsTheFormDoes(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		request := r.newImport("all", product("N1", "one"), product("N2", "two"), product("N3", "three"))
		request.Caller = &contract.AdminCaller{AdministratorID: "2", Login: "bob", Locale: "en"}
		request.Records[1].Relations = []*contract.RelationChange{
			{Relation: "category", IDs: []string{"2"}}, {Relation: "tags", IDs: []string{"1", "2"}},
		}
		f.expectSame("the import", r.imported(ctx, request), "done 3")
		f.expectSame("the records", f.texts(`select sku || ' ' || owner || ' ' || status || ' ' || cast(price * 100 as integer) || ' ' ||
			coalesce(category_id, 0) || ',' from products where id > 4 order by id`),
			"N1 bob draft 150 0, N2 bob draft 150 2, N3 bob draft 150 0,")
		f.expectSame("the links", f.texts("select cast(tag_id as text) from product_tags where product_id = 6 order by 1"), "1 2")
	})
}

func update(id, version, title string) *contract.NewRecord {
	return &contract.NewRecord{
		Values: cells{"title": text(title)}.values(), Existing: &contract.ExistingRecord{ID: id, ExpectedVersion: version},
	}
}

// HC-82: with versions, relations and hooks of an update; what holds already changes nothing. A link that the caller does
// not see stays.
func TestAnImportUpdatesRecordsAsTheFormDoes(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		title := f.texts("select title from products where id = 2")
		request := r.newImport("updates", product("N1", "one"))
		request.Records = append(request.Records, update("1", "1", "Renamed"), update("2", "", title))
		request.Records[1].Relations = []*contract.RelationChange{{Relation: "tags", IDs: []string{"2"}}}
		f.expectSame("the import", r.imported(ctx, request), "done 3")
		f.expectSame("the same import", r.imported(ctx, request), "done 3")
		f.expectSame("the records", f.texts("select title || ' ' || version || ',' from products where id < 3 or id > 4 order by id"),
			"Renamed 2, "+title+" 1, one 1,")
		f.expectSame("the links", f.texts("select cast(tag_id as text) from product_tags where product_id = 1 order by 1"), "2 3")
	})
}

// HC-82: a record that is gone, or has another version. Nothing is written.
func TestAnImportUpdatesNothingStale(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		all := "select title || ' ' || version || ',' from products order by id"
		before := f.texts(all)
		request := r.newImport("stale")
		request.Records = []*contract.NewRecord{
			update("1", "1", "New"), update("2", "9", "New"), update("999", "", "New"), update("3", "", "Wrong"),
		}
		response, err := r.rpcs["ImportRecords"].Answer(ctx, request)
		if err != nil {
			f.Fatal(err)
		}
		var told []string
		for _, each := range response.(*contract.ImportRecordsResponse).RefusedRecords.Records {
			told = append(told, fmt.Sprint(each.Index, " ", each.Changed != nil, " ", each.NotFound != nil))
		}
		f.expectSame("the answer", strings.Join(told, "; "), "1 true false; 2 false true; 3 false false")
		f.expectSame("the records", f.texts(all), before)
	})
}

// HC-63, AD-390: by a hook, a choice or the database. None of the records is created.
func TestAnImportNamesEveryRefusedRecord(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f, func(products *admin.Controller) {
			products.AfterCreate = func(_ context.Context, _ *admin.Call, _ string, values admin.Values) error {
				if values["title"] == "Late" {
					return admin.Refused("Too late.")
				}
				return nil
			}
		})
		request := r.newImport("some", product("N1", "one"), product("N2", "Wrong"), product("N3", "Refused"), product("N1", "twice"),
			cells{"sku": text("N4"), "title": text("four"), "stock": integer(-1)}, product("N5", "five"), product("A1", "known"),
			product("N6", "six"), product("N7", "Wrong"), product("N8", "Late"), product("N8", "again"))
		request.Records[5].Relations = []*contract.RelationChange{{Relation: "category", IDs: []string{"3"}}}
		f.expectSame("the answer", r.imported(ctx, request), strings.Join([]string{
			"1 invalid title: Not this title.", "2 refused Not today.", "3 invalid sku: " + taken, "4 invalid stock: " + notAllowed,
			"5 invalid category: Select one of the available choices.", "6 invalid sku: " + taken, "8 invalid title: Not this title.",
			"9 refused Too late.",
		}, "; "))
		f.expectSame("the records", f.number("select count(*) from products"), 4)
		request.Records = append(request.Records[:1], request.Records[7])
		f.expectSame("the same import, corrected", r.imported(ctx, request), "done 2")
		for _, title := range []string{"Broken", "Panic"} {
			broken := r.newImport(title, product("N8", "Wrong"), product("N9", title))
			f.expectSame(title, r.imported(ctx, broken), "fault")
		}
		f.expectSame("the next one", r.imported(ctx, r.newImport("next", product("N8", "eight"))), "done 1")
		f.expectSame("all records", f.texts("select sku from products where id > 4 order by id"), "N1 N6 N8")
	})
}

// HC-65: whatever a database, a trigger or a hook refuses in a single creation.
func TestAnImportRefusesWhatASingleCreationDoes(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		for number, each := range writes {
			written := cells{"name": text("made")}
			for name, cell := range each.written {
				written[name] = cell
			}
			single := outcome(vault.create(written))
			before, made := vault.number("select count(*) from things"), cells{"name": text("made")}
			found := vault.imported(ctx, vault.newImport(fmt.Sprint(number), made, written, made))
			added := vault.number("select count(*) from things") - before
			expected := map[string]string{"done": "done 3", "fault": "fault"}[single]
			if expected == "" {
				expected = "1 " + single
			}
			if found != expected || single == "done" && added < 3 || single != "done" && added > 0 {
				vault.Errorf("%v: %q, not %q; added %d", each.written, found, expected, added)
			}
		}
	})
}

// admin_bulk.proto, ImportRecords: it stops after 100 refused records, and early enough to answer before the deadline.
func TestAnImportStopsNamingRefusedRecords(t *testing.T) {
	onBothAtOnce(t, func(f *fixture) {
		var wait func(ctx context.Context)
		r := newWholeShop(f, func(products *admin.Controller) {
			products.BeforeSave = func(ctx context.Context, _ *admin.Call, values admin.Values) error {
				if values["title"] == "Wait" {
					wait(ctx)
				}
				return nil
			}
		})
		wrong := func(count int) (created []cells) {
			for number := 0; number < count; number++ {
				created = append(created, product(fmt.Sprint("W", number), "Wrong"))
			}
			return created
		}
		for count, hasMore := range map[int]bool{100: false, 101: true} {
			found := r.imported(ctx, r.newImport(fmt.Sprint(count), wrong(count)...))
			if strings.Count(found, "invalid") != 100 || strings.HasSuffix(found, "has more") != hasMore {
				f.Errorf("of %d: %s", count, found)
			}
		}

		const patience = 6 * time.Second
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		late := time.Now().Add(patience * 3 / 4)
		wait = func(context.Context) { time.Sleep(time.Until(late)) }
		f.expectSame("after half of its time", r.imported(limited, r.newImport("late", product("L1", "Wrong"), product("L2", "Wait"), product("L3", "Wrong"))),
			"0 invalid title: Not this title.; has more")
		isRepeated := false
		wait = func(context.Context) {
			if isRepeated {
				time.Sleep(time.Until(late))
			}
			isRepeated = true
		}
		longer, cancelLonger := context.WithTimeout(ctx, patience)
		defer cancelLonger()
		late = time.Now().Add(patience * 3 / 4)
		f.expectSame("without time to meet the refused one again",
			r.imported(longer, r.newImport("first", product("F1", "Wait"), product("F2", "Wrong"), product("F3", "Wrong"))),
			"1 invalid title: Not this title.; has more")
		wait = func(ctx context.Context) { <-ctx.Done() }
		f.expectSame("after its time", r.imported(limited, r.newImport("too late", product("T1", "one"), product("T2", "Wait"))), "fault")
		again, cancel := context.WithCancel(ctx)
		defer cancel()
		wait = func(context.Context) { cancel() }
		f.expectSame("cancelled in its last hook", r.imported(again, r.newImport("cancelled", product("T1", "Wait"))), "fault")
		f.expectSame("the records", f.number("select count(*) from products"), 4)
		f.expectSame("the imports", f.number("select count(*) from backend_imports"), 0)
	})
}

// HC-64, AD-391: also if the same request comes several times at once.
func TestAnImportHappensOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		if err := shop.Create(ctx, f.db, f.database.IsPostgreSQL()); err != nil {
			f.Fatal(err)
		}
		r := newBackend(f, "acme.shop.categories", shop.Options())
		request := r.newImport("once", named("Once"), named("Once"))
		const calls = 6
		found := make(chan string)
		for call := 0; call < calls; call++ {
			go func() { found <- r.imported(ctx, request) }()
		}
		for call := 0; call < calls; call++ {
			f.expectSame("a call", <-found, "done 2")
		}
		f.expectSame("a repetition", r.imported(ctx, request), "done 2")
		f.expectSame("the records", f.number("select count(*) from categories where name = 'Once'"), 2)
		f.expectSame("another import", r.imported(ctx, r.newImport("again", named("Once"))), "done 1")

		f.run("update backend_imports set imported_at = $1", time.Now().Add(-23*time.Hour).UnixMilli())
		expired := time.Now().Add(-25 * time.Hour).UnixMilli()
		for number := 0; number < 1100; number++ {
			f.run("insert into backend_imports (import_id, records, imported_at) values ($1, 1, $2)", fmt.Sprint(number), expired)
		}
		f.expectSame("a later import", r.imported(ctx, r.newImport("later", named("Later"))), "done 1")
		f.expectSame("those of yesterday", f.number("select count(*) from backend_imports where imported_at <= $1", expired), 100)
		f.expectSame("one of 23 hours ago", r.imported(ctx, request), "done 2")
		f.expectSame("the records", f.number("select count(*) from categories where name = 'Once'"), 3)
	})
}

// Child has a foreign key that the database checks at the commit.
type Child struct {
	ID       int64
	Name     string
	ParentID *int64
}

func (Child) TableName() string { return "children" }

// admin_bulk.proto, ImportRecords: a constraint of the transaction as a whole concerns no single record.
func TestAnImportThatIsRefusedAtItsCommit(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		key := "integer"
		if vault.database.IsPostgreSQL() {
			key = "bigint generated by default as identity"
		}
		vault.run("create table children (id " + key +
			" primary key, name text not null, parent_id bigint references children (id) deferrable initially deferred)")
		r := newRecords(vault.fixture, "acme.vault.children", &admin.Controller{ID: "acme.vault.children", Record: Child{}})
		child := cells{"name": text("one"), "parent_id": integer(2)}
		vault.expectSame("without its parent", r.imported(ctx, r.newImport("alone", child)), "refused "+missing)
		vault.expectSame("the records", vault.number("select count(*) from children"), 0)
		vault.expectSame("before its parent", r.imported(ctx, r.newImport("both", child, named("two"))), "done 2")
	})
}

// The trigger ends the transaction, so that the host cannot try the records behind it.
func TestATriggerOfSQLiteThatEndsTheImport(t *testing.T) {
	db := openSQLite(t)
	f := newFixture(t, db, sqlbackend.SQLite(db))
	if err := shop.Create(ctx, db, false); err != nil {
		t.Fatal(err)
	}
	f.run("create trigger ends before insert on categories when new.name = 'end' begin select raise(rollback, 'No end.'); end")
	r := newBackend(f, "acme.shop.categories", shop.Options())
	f.expectSame("in the middle", r.imported(ctx, r.newImport("a", named("a"), named("end"), named("b"))), "1 refused No end.; has more")
	f.expectSame("at the end", r.imported(ctx, r.newImport("b", named("a"), named("end"))), "1 refused No end.")
	f.expectSame("the records", f.number("select count(*) from categories where name in ('a', 'b')"), 0)
	f.expectSame("the next one", r.imported(ctx, r.newImport("c", named("a"))), "done 1")
}

func TestWhatImportRecordsRejects(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		now := time.Now()
		signedIn, elsewhere := r.newImport("a", product("N1", "one")), r.newImport("b", product("N1", "one"))
		signedIn.Caller = &contract.AdminCaller{AdministratorID: "1", Login: "ada", Locale: "en", Session: &contract.AuthenticateTokenRequest{
			Token: &contract.TokenReference{AdministratorID: "1", TokenID: "t"}, At: &now,
		}}
		elsewhere.Controller = "x"
		hidden := r.newImport("c", product("N1", "one"), cells{"password": text("x")})
		for field, request := range map[string]*contract.ImportRecordsRequest{
			"caller.session": signedIn, "controller": elsewhere, "values.column": hidden,
		} {
			var malformed *contract.Malformed
			if _, err := r.answer("ImportRecords", request); !errors.As(err, &malformed) || malformed.Field != field {
				f.Errorf("%s: %v", field, err)
			}
		}
		f.expectSame("the records", f.number("select count(*) from products"), 4)
	})
}

// HC-59: a directory that remembers no imports has none.
func TestOnlyADirectoryWithImportsOffersThem(t *testing.T) {
	onBoth(t, func(f *fixture) {
		ready := admin.NewSQLDirectory(f.database)
		for offers, directory := range map[string]admin.Directory{
			"": struct{ admin.Directory }{ready},
			" CAPABILITY_ADMIN_IMPORT CAPABILITY_ADMIN_IMPORT_UPDATE": struct {
				admin.Directory
				admin.Imports
			}{ready, ready},
		} {
			backend, err := admin.New(f.database, admin.Options{Plugin: "acme.shop", Directory: directory})
			if err != nil {
				f.Fatal(err)
			}
			answers, err := engine.New(&host.Host{ApplicationName: "Shop", Admin: backend})
			if err != nil {
				f.Fatal(err)
			}
			f.expectSame("the capabilities", strings.Join(answers.Describe(false).Capabilities, " "),
				"CAPABILITY_ADMIN CAPABILITY_ADMIN_SESSION CAPABILITY_ADMIN_BULK CAPABILITY_ADMIN_SEARCH"+offers)
		}
	})
}
