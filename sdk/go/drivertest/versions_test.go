package drivertest

import (
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

// Imported has a version that was added to a table with rows, and that other programs write too.
type Imported struct {
	ID      int64
	Name    string
	Version int `admin:"version"`
}

func (Imported) TableName() string { return "imported" }

// AD-50, HC-30: a version that is NULL or no integer fails neither list nor form, and of two updates from it one succeeds.
func TestVersionsThatAreNoIntegers(t *testing.T) {
	onBoth(t, func(f *fixture) {
		kind, odd := "integer", "'x'"
		if f.database.IsPostgreSQL() {
			kind, odd = "numeric", "1.5"
		}
		f.run("create table imported (id integer primary key, name text not null, version " + kind + ")")
		f.run("insert into imported values (1, 'without', null), (2, 'odd', " + odd + "), (3, 'usual', 4)")
		r := newRecords(f, "acme.vault.imported", &admin.Controller{ID: "acme.vault.imported", Record: Imported{}})
		answer, err := r.answer("ListRecords", &contract.ListRecordsRequest{
			Caller: ada, Controller: r.controller, Query: list(func(*contract.AdminListQuery) {}),
		})
		if err != nil {
			f.Fatal(err)
		}
		records := answer.(*contract.ListRecordsResponse).Page.Records
		if len(records) != 3 || records[0].Version != "0" || records[1].Version == "" || records[2].Version != "4" {
			f.Fatalf("listed %+v", records)
		}
		if r.log.count("controller acme.vault.imported record 2 column version") != 1 || r.log.count("warn") != 1 {
			f.Errorf("logged %q", r.log.lines)
		}
		for _, record := range records {
			for _, want := range []string{"done", "conflict"} {
				written := cells{"name": text("after " + want)}
				if got := outcome(r.update(record.ID, record.Version, written)); got != want {
					f.Errorf("an update of %s from the version %s: %s, not %s", record.ID, record.Version, got, want)
				}
			}
		}
		if raised := r.get("1").Version; raised != "1" {
			f.Errorf("the version after NULL is %s", raised)
		}
	})
}
