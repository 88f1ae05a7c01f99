package drivertest

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
)

// gate holds the first hook that passes it, until it opens.
type gate struct {
	shut            bool
	once            sync.Once
	reached, opened chan struct{}
}

func newGate() *gate {
	return &gate{reached: make(chan struct{}), opened: make(chan struct{})}
}

func (g *gate) pass() {
	if g.shut {
		g.once.Do(func() {
			close(g.reached)
			<-g.opened
		})
	}
}

// newShop is the shop whose hooks of products pass the gate.
func newShop(f *fixture, g *gate, tags *admin.Controller) *records {
	f.Helper()
	if err := shop.Create(ctx, f.db, f.database.IsPostgreSQL()); err != nil {
		f.Fatal(err)
	}
	products := shop.Products()
	products.BeforeUpdate = func(context.Context, *admin.Call, string, admin.Values) error { g.pass(); return nil }
	products.BeforeDelete = func(context.Context, *admin.Call, string) error { g.pass(); return nil }
	products.FormScope = func(context.Context, *admin.Call) (admin.Condition, error) {
		return admin.Where("title <> ?", "Withdrawn"), nil
	}
	return newRecords(f, products.ID, products, shop.Categories(), tags)
}

type answered struct {
	response contract.Message
	err      error
}

// whileHeld starts the second write while the first one is inside its transaction. Both go on once the second one waits.
func (r *records) whileHeld(g *gate, first, second func() (contract.Message, error)) (answered, answered) {
	r.Helper()
	g.shut = true
	held, behind := make(chan answered, 1), make(chan answered, 1)
	go func() { response, err := first(); held <- answered{response, err} }()
	<-g.reached
	go func() { response, err := second(); behind <- answered{response, err} }()
	const waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
	for deadline := time.Now().Add(30 * time.Second); len(behind) == 0 && r.number(waiting) == 0; {
		if time.Now().After(deadline) {
			r.Fatal("the second write neither ended nor waits")
		}
		time.Sleep(5 * time.Millisecond)
	}
	close(g.opened)
	return <-held, <-behind
}

func (r *records) expect(what string, got answered, wanted string) {
	r.Helper()
	if found := outcome(got.response, got.err); found != wanted {
		r.Errorf("%s: %s", what, found)
	}
}

func (r *records) link(method, controller, id, relation string, ids ...string) func() (contract.Message, error) {
	return func() (contract.Message, error) {
		if method == "Link" {
			return r.answer(method, &contract.LinkRequest{Caller: ada, Controller: controller, ID: id, Relation: relation, IDs: ids})
		}
		return r.answer(method, &contract.UnlinkRequest{Caller: ada, Controller: controller, ID: id, Relation: relation, IDs: ids})
	}
}

// The four below run on PostgreSQL: on SQLite one transaction writes at a time.

func TestLinksNothingToARecordThatIsDeletedMeanwhile(t *testing.T) {
	g := newGate()
	r := newShop(onPostgres(t), g, shop.Tags())
	deleted, linked := r.whileHeld(g, func() (contract.Message, error) { return r.remove("1") },
		r.link("Link", "acme.shop.products", "1", "tags", "2"))
	r.expect("delete", deleted, "done")
	r.expect("link", linked, "not found")
	if links := r.number("select count(*) from product_tags where product_id = 1"); links != 0 {
		t.Errorf("%d links", links)
	}
}

func TestLinksNothingToARecordThatLeavesTheScopeMeanwhile(t *testing.T) {
	g := newGate()
	r := newShop(onPostgres(t), g, shop.Tags())
	withdrawn, linked := r.whileHeld(g,
		func() (contract.Message, error) { return r.update("1", "", cells{"title": text("Withdrawn")}, "title") },
		r.link("Link", "acme.shop.products", "1", "tags", "2"))
	r.expect("update", withdrawn, "done")
	r.expect("link", linked, "not found")
	if links := r.number("select count(*) from product_tags where product_id = 1 and tag_id = 2"); links != 0 {
		t.Errorf("%d links", links)
	}
}

func TestUnlinksNoRecordThatAnotherOneTakesOver(t *testing.T) {
	g := newGate()
	r := newShop(onPostgres(t), g, shop.Tags())
	moved, unlinked := r.whileHeld(g, r.link("Link", "acme.shop.categories", "2", "products", "1"),
		r.link("Unlink", "acme.shop.categories", "1", "products", "1"))
	r.expect("link", moved, "done")
	r.expect("unlink", unlinked, "not found")
	if category := r.number("select category_id from products where id = 1"); category != 2 {
		t.Errorf("the product is in category %d", category)
	}
}

func TestComparesAnUpdateWithTheResultOfThePreviousOne(t *testing.T) {
	g := newGate()
	r := newShop(onPostgres(t), g, shop.Tags())
	titled := func(title string) func() (contract.Message, error) {
		return func() (contract.Message, error) { return r.update("1", "", cells{"title": text(title)}, "title") }
	}
	other, unchanged := r.whileHeld(g, titled("Other"), titled("Äpfel"))
	if other.err != nil || unchanged.err != nil {
		t.Fatal(other.err, unchanged.err)
	}
	first, second := other.response.(*contract.UpdateRecordResponse).Updated, unchanged.response.(*contract.UpdateRecordResponse).Updated
	if first.Version != "2" || second.Version != "3" || *second.Cells[0].StringValue != "Äpfel" {
		t.Errorf("versions %s and %s, then %+v", first.Version, second.Version, second.Cells[0])
	}
}

// admin_record.proto, UpdateRecord: the host compares the version and makes the change in one atomic step.
func TestOfUpdatesFromOneVersionExactlyOneSucceeds(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newShop(f, newGate(), shop.Tags())
		found := make(chan string)
		const writers = 6
		for i := 0; i < writers; i++ {
			title := "T" + strconv.Itoa(i)
			go func() { found <- outcome(r.update("1", "1", cells{"title": text(title)})) }()
		}
		counts := map[string]int{}
		for i := 0; i < writers; i++ {
			counts[<-found]++
		}
		if counts["done"] != 1 || counts["conflict"] != writers-1 || r.get("1").Version != "2" {
			f.Errorf("%v, then version %s", counts, r.get("1").Version)
		}
	})
}

// AD-89: a form shows no record from before a write with the links from after it.
func TestAReadOfSeveralStatementsSeesOneMoment(t *testing.T) {
	onBoth(t, func(f *fixture) {
		unlinked := false
		tags := shop.Tags()
		tags.ListScope = func(context.Context, *admin.Call) (admin.Condition, error) {
			// Between the statement that reads the record and the one that reads its links. SQLite may let the writer wait for
			// the reader: one moment, too. Then only the limit ends it.
			if !unlinked {
				unlinked = true
				patience := time.Second
				if f.database.IsPostgreSQL() {
					patience = time.Minute
				}
				limited, cancel := context.WithTimeout(ctx, patience)
				defer cancel()
				if _, err := f.db.ExecContext(limited, "delete from product_tags where product_id = 1"); err != nil && f.database.IsPostgreSQL() {
					f.Error(err)
				}
			}
			return admin.Condition{}, nil
		}
		r := newShop(f, newGate(), tags)
		response, err := r.answer("GetRecord", &contract.GetRecordRequest{
			Caller: ada, Controller: r.controller, ID: "1", Scope: contract.AdminScopeForm,
			Selection: &contract.AdminSelection{Columns: []string{"title"}, Relations: []*contract.AdminRelationSelection{{
				Relation: "tags", Related: &contract.AdminRelatedColumn{Column: "name", Limit: 10},
			}}},
		})
		if err != nil {
			f.Fatal(err)
		}
		linked := response.(*contract.GetRecordResponse).Record.Relations[0].Related.Records
		if !unlinked || len(linked) != 2 || linked[0].ID != "1" || linked[1].ID != "3" {
			f.Errorf("unlinked: %v; links: %+v", unlinked, linked)
		}
	})
}
