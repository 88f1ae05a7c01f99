package drivertest

import (
	"strings"
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

func (r *records) walk(caller *contract.AdminCaller, after string, limit uint32, columns ...string) *contract.RecordPage {
	r.Helper()
	response, err := r.answer("WalkRecords", &contract.WalkRecordsRequest{
		Caller: caller, Controller: r.controller, Matching: everything, After: after, Limit: limit,
		Selection: &contract.AdminSelection{Columns: columns},
	})
	if err != nil {
		r.Fatal(err)
	}
	return response.(*contract.WalkRecordsResponse).Page
}

func idsOf(page *contract.RecordPage) string {
	if page.Columns == nil {
		return ""
	}
	return strings.Join(page.Columns.IDs, " ")
}

// AD-274: a batch continues after a key, whatever happens to records in the meantime.
func TestABatchContinuesAfterAKey(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f)
		first := r.walk(ada, "", 2, "title")
		if idsOf(first) != "1 2" || !first.HasMore || first.Total != nil || len(first.Records) != 0 {
			f.Errorf("the first batch: %+v", first)
		}
		f.run("delete from products where id = 2")
		f.run("insert into products (id, sku, title) values (9, 'E5', 'New')")
		if next := r.walk(ada, "2", 2, "title"); idsOf(next) != "3 4" || !next.HasMore {
			f.Errorf("the second batch: %+v", next)
		}
		if last := r.walk(ada, "4", 2, "title"); idsOf(last) != "9" || last.HasMore {
			f.Errorf("the last batch: %+v", last)
		}
		for _, after := range []string{"9", "no key", "99999999999999999999"} {
			if none := r.walk(ada, after, 2, "title"); idsOf(none) != "" || none.HasMore {
				f.Errorf("after %q: %+v", after, none)
			}
		}
		bob := &contract.AdminCaller{AdministratorID: "2", Login: "bob", Locale: "en"}
		if own := r.walk(bob, "", 10, "title"); idsOf(own) != "3 4" {
			f.Errorf("within the list scope: %+v", own)
		}
	})
}

// admin_bulk.proto, WalkRecords: fewer records if the answer would be too long, at least one.
func TestABatchHoldsWhatOneAnswerCanCarry(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f)
		f.run("update products set body = $1 where id <> 3", strings.Repeat("x", 1_200_000))
		f.run("update products set body = $1 where id = 3", strings.Repeat("x", 3_200_000))
		var batches []string
		for after, hasMore := "", true; hasMore; {
			page := r.walk(ada, after, 10, "title", "body")
			batches = append(batches, idsOf(page))
			after, hasMore = page.Columns.IDs[len(page.Columns.IDs)-1], page.HasMore
		}
		if found := strings.Join(batches, ", "); found != "1 2, 3, 4" {
			f.Errorf("batches: %s", found)
		}
	})
}

// Keyed has a key that only PostgreSQL knows the type of.
type Keyed struct {
	ID   string
	Name string
}

func (Keyed) TableName() string { return "keyed" }

func TestABatchContinuesAfterAKeyOfEveryType(t *testing.T) {
	for kind, ids := range map[string][]string{
		"text": {"a", "z'--", "ä"},
		"uuid": {"00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002", "f0000000-0000-0000-0000-000000000000"},
		"mood": {"calm", "happy", "sad"},
	} {
		t.Run(kind, func(t *testing.T) {
			onBoth(t, func(f *fixture) {
				stored := kind
				if !f.database.IsPostgreSQL() {
					stored = "text"
				} else if kind == "mood" {
					f.run("create type mood as enum ('calm', 'happy', 'sad')")
				}
				f.run("create table keyed (id " + stored + " primary key, name varchar(20) not null)")
				for _, id := range ids {
					f.run("insert into keyed (id, name) values ($1, 'x')", id)
				}
				r := newRecords(f, "acme.vault.keyed", &admin.Controller{ID: "acme.vault.keyed", Record: Keyed{}})
				if found := idsOf(r.walk(ada, "", 2, "id")) + "|" + idsOf(r.walk(ada, ids[1], 2, "id")); found != ids[0]+" "+ids[1]+"|"+ids[2] {
					f.Errorf("batches: %s", found)
				}
				r.expectTold("a deletion", "", "done 1; nothing: not found; last nothing", contract.RunOnRecordsRequest{
					IDs: &contract.RecordIds{IDs: []string{ids[0], "nothing"}},
				})
			})
		})
	}
}
