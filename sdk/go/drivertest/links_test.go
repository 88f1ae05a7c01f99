package drivertest

import (
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

type label struct {
	ID   int64
	Name string
}

func (label) TableName() string { return "labels" }

// note and draft are two structs of one table, of which one has the relation.
type note struct {
	ID     int64
	Name   string
	Labels []label `admin:"belongsToMany=note_labels,key=note_id,related=label_id,label=name"`
}

func (note) TableName() string { return "notes" }

type draft struct {
	ID   int64
	Name string
}

func (draft) TableName() string { return "notes" }

// HC-35: SQLite gives the key of a deleted record out again, and the next record would have its links.
func TestADeletionTakesTheLinksOfEveryStructOfTheTableAlong(t *testing.T) {
	onBoth(t, func(f *fixture) {
		for _, statement := range []string{
			"create table notes (id integer primary key, name text not null)",
			"create table labels (id integer primary key, name text not null)",
			"create table note_labels (note_id integer not null, label_id integer not null)",
			"insert into notes (id, name) values (1, 'first')", "insert into labels (id, name) values (7, 'red')",
		} {
			if _, err := f.db.ExecContext(ctx, statement); err != nil {
				f.Fatal(err)
			}
		}
		r := newRecords(f, "acme.vault.drafts",
			&admin.Controller{ID: "acme.vault.notes", Record: note{}}, &admin.Controller{ID: "acme.vault.drafts", Record: draft{}})
		f.expectSame("a link", outcome(r.answer("Link", &contract.LinkRequest{
			Caller: ada, Controller: "acme.vault.notes", ID: "1", Relation: "labels", IDs: []string{"7"},
		})), "done")
		f.expectSame("a deletion", outcome(r.remove("1")), "done")
		f.expectSame("the links", f.texts("select cast(note_id as text) from note_labels"), "")
	})
}

// AD-75: a record may have more links than a statement of the database takes parameters.
func TestAFormRemovesAnyNumberOfLinks(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		const numbers = "with recursive n (id) as (select 100 union all select id + 1 from n where id < 70100) "
		for _, statement := range []string{
			"insert into tags (id, name) " + numbers + "select id, 'tag ' || id from n",
			"insert into product_tags (product_id, tag_id) " + numbers + "select 2, id from n",
		} {
			if _, err := f.db.ExecContext(ctx, statement); err != nil {
				f.Fatal(err)
			}
		}
		f.expectSame("a write", outcome(r.answer("UpdateRecord", &contract.UpdateRecordRequest{
			Caller: ada, Controller: products, ID: "2", Selection: &contract.AdminSelection{},
			Relations: []*contract.RelationChange{{Relation: "tags", IDs: []string{"100"}}},
		})), "done")
		f.expectSame("the links", f.texts("select cast(tag_id as text) from product_tags where product_id = 2"), "100")
	})
}
