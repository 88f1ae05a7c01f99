package drivertest

import (
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host/internal/contract"
)

// listed are the ids of the products of a list.
func (r *records) listed(change func(query *contract.AdminListQuery)) string {
	r.Helper()
	answer, err := r.answer("ListRecords", &contract.ListRecordsRequest{Caller: ada, Controller: products, Query: list(change)})
	if err != nil {
		r.Fatal(err)
	}
	var ids []string
	for _, record := range answer.(*contract.ListRecordsResponse).Page.Records {
		ids = append(ids, record.ID)
	}
	return strings.Join(ids, " ")
}

// HC-10: databases compare and sort moments and days, however the application's driver wrote them: with the offset of a zone,
// without one, or with finer fractions than the contract has.
func TestTimesThatTheApplicationWrote(t *testing.T) {
	const (
		equal, notEqual  = contract.AdminComparisonOperatorEqual, contract.AdminComparisonOperatorNotEqual
		less, lessEqual  = contract.AdminComparisonOperatorLess, contract.AdminComparisonOperatorLessOrEqual
		greater, isOneOf = contract.AdminComparisonOperatorGreater, contract.AdminComparisonOperatorIn
	)
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		f.run("update products set owner = 'house', published_at = null, released_on = null")
		at := func(hour, minute, nanosecond int) time.Time {
			return time.Date(2026, 6, 1, hour, minute, 0, nanosecond, time.UTC)
		}
		berlin, denver := time.FixedZone("CEST", 2*3600), time.FixedZone("MDT", -6*3600)
		midnight := time.Date(2026, 6, 1, 0, 0, 0, 0, berlin)
		for id, moment := range map[int]interface{}{
			1: at(10, 0, 0).In(berlin), 2: at(10, 30, 678_900_000).In(denver), 3: at(9, 0, 0), 4: "2026-06-01 11:00:00",
		} {
			f.run("update products set published_at = $1 where id = $2", moment, id)
		}
		f.run("update products set released_on = $1 where id = 1", midnight)
		f.run("update products set released_on = '2026-06-01' where id = 2")
		f.run("update products set released_on = '2026-06-02' where id = 3")

		moments := func(values ...time.Time) (sent []*contract.Cell) {
			for i := range values {
				sent = append(sent, &contract.Cell{TimestampValue: &values[i]})
			}
			return sent
		}
		shown := at(10, 30, 678_000_000)
		for _, c := range []struct {
			column   string
			operator contract.AdminComparisonOperator
			values   []*contract.Cell
			want     string
		}{
			{"published_at", greater, moments(at(9, 0, 0)), "1 2 4"},
			{"published_at", greater, moments(at(10, 0, 0)), "2 4"},
			{"published_at", lessEqual, moments(at(10, 0, 0)), "1 3"},
			{"published_at", less, moments(at(11, 0, 0)), "1 2 3"},
			{"published_at", equal, moments(at(10, 0, 0)), "1"},
			{"published_at", isOneOf, moments(at(9, 0, 0), at(11, 0, 0)), "3 4"},
			{"published_at", notEqual, moments(at(10, 0, 0)), "2 3 4"},
			{"released_on", equal, []*contract.Cell{date("2026-06-01")}, "1 2"},
			{"released_on", greater, []*contract.Cell{date("2026-06-01")}, "3"},
			{"released_on", lessEqual, []*contract.Cell{date("2026-06-01")}, "1 2"},
		} {
			got := r.listed(func(query *contract.AdminListQuery) {
				query.Conditions = compared("", c.column, c.operator, c.values...)
			})
			if got != c.want {
				f.Errorf("%s %v %v: got %s, want %s", c.column, c.operator, c.values[0], got, c.want)
			}
		}
		order := r.listed(func(query *contract.AdminListQuery) {
			query.Conditions = compared("", "published_at", less, moments(at(12, 0, 0))...)
			query.Sorts = []*contract.AdminSort{{Column: &contract.AdminColumnReference{Column: "published_at"}, Descending: true}}
		})
		if order != "4 2 1 3" {
			f.Errorf("sorted %s", order)
		}
		cells := r.get("2", "published_at").Cells
		if got := cells[0].TimestampValue; got == nil || !got.Equal(shown) {
			f.Errorf("the form shows %+v, not %v", cells[0], shown)
		}
		cells = r.get("1", "released_on").Cells
		if got := cells[0].DateValue; got == nil || *got != "2026-06-01" {
			f.Errorf("the form shows the day %+v", cells[0])
		}
		if !f.database.IsPostgreSQL() {
			// PostgreSQL keeps microseconds; a list of moments on SQLite has those of the contract.
			if got := r.listed(func(query *contract.AdminListQuery) {
				query.Conditions = compared("", "published_at", equal, moments(shown)...)
			}); got != "2" {
				f.Errorf("the moment that the form shows finds %s", got)
			}
		}
	})
}
