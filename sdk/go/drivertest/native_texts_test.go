package drivertest

import (
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

// Visit has an address, whose text PostgreSQL shows without a netmask, and casts with one.
type Visit struct {
	ID      int
	Address string
}

func (Visit) TableName() string { return "visits" }

// admin_query.proto, AdminComparison: a filter finds an address as the list shows it.
func TestAFilterFindsAnAddressAsTheListShowsIt(t *testing.T) {
	onBoth(t, func(f *fixture) {
		stored := "inet"
		if !f.database.IsPostgreSQL() {
			stored = "text"
		}
		f.run("create table visits (id integer primary key, address " + stored + " not null)")
		f.run("insert into visits (id, address) values (1, '10.0.0.1'), (2, '::1')")
		r := newRecords(f, "acme.vault.visits", &admin.Controller{ID: "acme.vault.visits", Record: Visit{}})
		for address, want := range map[string]string{"10.0.0.1": "1", "::1": "2", "10.0.0.1/32": "", "no address": "", "": ""} {
			sought := address
			query := list(func(query *contract.AdminListQuery) {
				query.Conditions = compared("", "address", contract.AdminComparisonOperatorEqual, &contract.Cell{StringValue: &sought})
			})
			query.Selection = &contract.AdminSelection{Columns: []string{"address"}}
			answer, err := r.answer("ListRecords", &contract.ListRecordsRequest{Caller: ada, Controller: "acme.vault.visits", Query: query})
			if err != nil {
				f.Fatal(err)
			}
			found := ""
			for _, record := range answer.(*contract.ListRecordsResponse).Page.Records {
				found += record.ID
				if *record.Cells[0].StringValue != address {
					f.Errorf("the list shows %s", *record.Cells[0].StringValue)
				}
			}
			f.expectSame("visits from "+address, found, want)
		}
	})
}
