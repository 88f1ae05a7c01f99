package drivertest

import (
	"strings"
	"testing"

	"gatehouse.dev/host/internal/contract"
)

func (r *records) settings(version string, written cells) string {
	return outcome(r.answer("UpdateSettings", &contract.UpdateSettingsRequest{
		Caller: ada, Settings: "acme-shop", ExpectedVersion: version, Values: written.values(), Columns: []string{"name"},
	}))
}

func TestWritesOfSettingsThatAreNotDone(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		f.expectSame("the first write", r.settings("", cells{"name": text("Ours")}), "done")
		version := func() int { return f.number("select version from backend_settings where code = 'acme-shop'") }
		f.expectSame("the same again", r.settings("1", cells{"name": text("Ours")}), "done")
		for _, each := range []struct {
			expected, version string
			written           cells
		}{
			{"conflict", "0", cells{"name": text("Other")}},
			{"invalid seats: This row does not exist.", "1", cells{"seats": integer(13)}},
			{"refused The shop keeps its name.", "1", cells{"name": text("Refused")}},
			{"invalid name: " + unfit, "1", cells{"name": text("a\x00b")}},
			{"invalid tax_rate: " + unfit, "1", cells{"tax_rate": decimal("1234.5")}},
			{"invalid name: This is too long: a record can have at most 2.8 MB.", "1", cells{"name": text(strings.Repeat("x", 3_100_000))}},
			{"invalid seats: " + unfit, "1", cells{"seats": text("many")}},
		} {
			f.expectSame(each.expected, r.settings(each.version, each.written), each.expected)
		}
		f.expectSame("the version", version(), 1)
		// Another program spoiled them: a value that cannot be read comes as an invalid one, and a write repairs it.
		f.run("update backend_settings set item_values = $1", `{"seats":"many","since":"never","logo":"%%","name":7}`)
		response, err := r.answer("GetSettings", &contract.GetSettingsRequest{
			Caller: ada, Settings: "acme-shop", Columns: []string{"seats", "since", "logo", "name"},
		})
		if err != nil {
			f.Fatal(err)
		}
		for index, cell := range response.(*contract.GetSettingsResponse).Values.Cells {
			if cell.InvalidValue == nil {
				f.Errorf("the spoiled value %d: %+v", index, cell)
			}
		}
		f.expectSame("a repair", r.settings("1", cells{"seats": integer(5)}), "done")
		f.run("update backend_settings set item_values = 'spoiled'")
		f.expectSame("no JSON", r.settings("", cells{"seats": integer(6)}), "fault")
	})
}
