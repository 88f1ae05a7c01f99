package drivertest

import (
	"strings"
	"testing"

	"gatehouse.dev/host/internal/contract"
)

// admin_record.proto, ListOptionsRequest.labels: the whole label, with the same letters.
func TestChoicesWithALabel(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		f.run("insert into tags (name) values ('Red'), ('red wine')")
		provider, controller := "statuses", products
		if !f.database.IsPostgreSQL() {
			// The column's own collation makes no difference.
			f.run("create table folded (id integer primary key, name varchar(50) not null collate nocase, hidden boolean not null default false)")
			f.run("insert into folded select id, name, hidden from tags")
			f.run("drop table product_tags")
			f.run("drop table tags")
			f.run("alter table folded rename to tags")
		}
		chosen := func(request contract.ListOptionsRequest) string {
			request.Caller, request.Controller, request.Page = ada, &controller, &contract.AdminPage{Number: 1, Size: 10}
			response, err := r.answer("ListOptions", &request)
			if err != nil {
				f.Fatal(err)
			}
			var found []string
			for _, each := range response.(*contract.ListOptionsResponse).Options {
				found = append(found, each.Value+" "+each.Label)
			}
			return strings.Join(found, ", ")
		}
		tags := &contract.RelationOptions{Relation: "tags", LabelColumn: "name"}
		f.expectSame("of a relation", chosen(contract.ListOptionsRequest{Relation: tags, Labels: []string{"red", "grün", "r_d", "a\x00b"}}), "2 grün, 1 red")
		f.expectSame("in another case", chosen(contract.ListOptionsRequest{Relation: tags, Labels: []string{"Red", "RED"}}), "4 Red")
		f.expectSame("a hidden one", chosen(contract.ListOptionsRequest{Relation: tags, Labels: []string{"internal"}}), "")
		f.expectSame("with an id", chosen(contract.ListOptionsRequest{Relation: tags, Labels: []string{"red"}, IDs: []string{"2", "4"}}), "")
		f.expectSame("none", chosen(contract.ListOptionsRequest{Relation: tags, Labels: []string{"a\x00b"}}), "")
		f.expectSame("of a provider", chosen(contract.ListOptionsRequest{Provider: &provider, Labels: []string{"Draft", "live"}}), "draft Draft")
	})
}
