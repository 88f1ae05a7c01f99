package drivertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

var bob = &contract.AdminCaller{AdministratorID: "2", Login: "bob", Locale: "en"}

// HC-31: a form without a scope of its own has that of the list, in every rpc that names a record.
func TestARecordOutsideOfTheScopeDoesNotExist(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		nothing := &contract.AdminSelection{}
		all := list(func(*contract.AdminListQuery) {})
		for method, request := range map[string]contract.Message{
			"GetRecord": &contract.GetRecordRequest{Caller: bob, Controller: products, ID: "1", Scope: contract.AdminScopeForm, Selection: nothing},
			"UpdateRecord": &contract.UpdateRecordRequest{
				Caller: bob, Controller: products, ID: "1", Values: cells{"title": text("Mine")}.values(), Selection: nothing,
			},
			// One of them is in the scope.
			"DeleteRecords":  &contract.DeleteRecordsRequest{Caller: bob, Controller: products, IDs: []string{"4", "1"}, Scope: contract.AdminScopeList},
			"RunAction":      &contract.RunActionRequest{Caller: bob, Controller: products, Action: "activate_all", RecordID: "1"},
			"GetPartialData": &contract.GetPartialDataRequest{Caller: bob, Controller: products, Partial: "stats", RecordID: "1"},
			"ListRelated":    &contract.ListRelatedRequest{Caller: bob, Controller: products, ID: "1", Relation: "tags", Query: all},
			"ListCandidates": &contract.ListCandidatesRequest{Caller: bob, Controller: products, ID: "1", Relation: "tags", Query: all},
			"Link":           &contract.LinkRequest{Caller: bob, Controller: products, ID: "1", Relation: "tags", IDs: []string{"2"}},
			"Unlink":         &contract.UnlinkRequest{Caller: bob, Controller: products, ID: "1", Relation: "tags", IDs: []string{"1"}},
		} {
			f.expectSame(method, outcome(r.answer(method, request)), "not found")
		}
		moved := &contract.LinkRequest{Caller: bob, Controller: "acme.shop.categories", ID: "2", Relation: "products", IDs: []string{"1"}}
		f.expectSame("a move", outcome(r.answer("Link", moved)), "not found")
		f.expectSame("the records", f.texts("select cast(id as text) from products order by id"), "1 2 3 4")
		f.expectSame("the record", f.texts("select title || version || category_id from products where id = 1"), "Äpfel11")
	})
}

// HC-31: a move through a relation writes the related record, as its own form does.
func TestAMoveHasTheScopeOfTheForm(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f, func(products *admin.Controller) {
			products.FormScope = func(context.Context, *admin.Call) (admin.Condition, error) {
				return admin.Where("status <> ?", "draft"), nil
			}
		})
		f.expectSame("a draft", outcome(r.link("Link", "acme.shop.categories", "2", "products", "1")()), "not found")
		f.expectSame("another one", outcome(r.link("Link", "acme.shop.categories", "1", "products", "2")()), "done")
	})
}

// HC-31: conditions and choices reveal no record outside of the scope.
func TestNothingDependsOnAHiddenRecord(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f, func(products *admin.Controller) {
			products.Options["form"] = func(_ context.Context, _ *admin.Call, form admin.Values) ([]admin.Choice, error) {
				return []admin.Choice{{Value: fmt.Sprint(form["category_id"]), Label: "x"}}, nil
			}
		})
		for name, expected := range map[string]string{"Secret": "", "Werkzeug": "2"} {
			conditions := compared("category", "name", contract.AdminComparisonOperatorEqual, text(name))
			response, err := r.answer("ListRecords", &contract.ListRecordsRequest{
				Caller: ada, Controller: products, Query: list(func(query *contract.AdminListQuery) { query.Conditions = conditions }),
			})
			if err != nil {
				f.Fatal(err)
			}
			var found []string
			for _, record := range response.(*contract.ListRecordsResponse).Page.Records {
				found = append(found, record.ID)
			}
			f.expectSame("in the category "+name, strings.Join(found, " "), expected)
		}
		provider, controller := "form", products
		for category, expected := range map[int64]string{2: "2", 3: "<nil>"} {
			response, err := r.answer("ListOptions", &contract.ListOptionsRequest{
				Caller: ada, Controller: &controller, Provider: &provider, Page: &contract.AdminPage{Number: 1, Size: 5},
				FormValues: []*contract.FormValue{{Column: "category_id", Value: integer(category)}},
			})
			if err != nil {
				f.Fatal(err)
			}
			f.expectSame("the form", response.(*contract.ListOptionsResponse).Options[0].Value, expected)
		}
		// AD-641: the provider would offer the key of a hidden category, and of one that does not exist.
		for _, category := range []string{"3", "999"} {
			f.expectSame("a write of "+category, outcome(r.answer("UpdateRecord", &contract.UpdateRecordRequest{
				Caller: ada, Controller: products, ID: "2", Selection: &contract.AdminSelection{},
				Values:    []*contract.ColumnValue{{Column: "title", Value: text(category), OptionProvider: "form"}},
				Relations: []*contract.RelationChange{{Relation: "category", IDs: []string{category}}},
			})), "invalid title: Select one of the available choices.")
		}
	})
}

// AD-642: nothing is found through a record that does not exist for the caller.
func TestAScopeGetsNoHiddenRecord(t *testing.T) {
	onBoth(t, func(f *fixture) {
		var seen []string
		r := newWholeShop(f, func(products *admin.Controller) {
			products.Scopes["chosen"] = func(_ context.Context, call *admin.ScopeCall) (admin.Condition, error) {
				seen = append(seen, fmt.Sprint(call.Values...))
				return admin.Condition{}, nil
			}
		})
		for _, each := range []struct {
			values []*contract.Cell
			found  int
		}{{[]*contract.Cell{text("1"), text("3"), text("x")}, 4}, {[]*contract.Cell{text("3")}, 0}} {
			scope := &contract.AdminNamedScope{Name: "chosen", Values: each.values, ValuesOf: `Acme\Shop\Models\Category`}
			response, err := r.answer("ListRecords", &contract.ListRecordsRequest{
				Caller: ada, Controller: products,
				Query: list(func(query *contract.AdminListQuery) { query.Scopes = []*contract.AdminNamedScope{scope} }),
			})
			if err != nil {
				f.Fatal(err)
			}
			f.expectSame("found", len(response.(*contract.ListRecordsResponse).Page.Records), each.found)
		}
		f.expectSame("the values of the scope", strings.Join(seen, " "), "1")
	})
}

// admin_query.proto, AdminComparison: a number that no value of an integer column can be.
func TestANumberBeyondAnIntegerColumn(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		for operator, expected := range map[contract.AdminComparisonOperator]int{
			contract.AdminComparisonOperatorLess: 4, contract.AdminComparisonOperatorGreater: 0, contract.AdminComparisonOperatorEqual: 0,
		} {
			conditions := compared("", "stock", operator, integer(1<<63-1))
			response, err := r.answer("ListRecords", &contract.ListRecordsRequest{
				Caller: ada, Controller: products, Query: list(func(query *contract.AdminListQuery) { query.Conditions = conditions }),
			})
			if err != nil {
				f.Fatal(err)
			}
			f.expectSame("found", len(response.(*contract.ListRecordsResponse).Page.Records), expected)
		}
	})
}

// admin_record.proto, ColumnValue.option_provider: a write is checked against the same choices.
func TestAValueThatItsProviderDoesNotOffer(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		for status, expected := range map[string]string{"live": "done", "gone": "invalid status: Select one of the available choices."} {
			values := append(product("S-"+status, "x").values(), &contract.ColumnValue{Column: "status", Value: text(status), OptionProvider: "statuses"})
			f.expectSame(status, outcome(r.answer("CreateRecord", &contract.CreateRecordRequest{
				Caller: ada, Controller: products, Values: values, Selection: &contract.AdminSelection{},
			})), expected)
		}
	})
}

// admin_record.proto, OptionChoice.color (AD-466).
func TestMeaningsOfChoices(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		provider, controller := "statuses", products
		response, err := r.answer("ListOptions", &contract.ListOptionsRequest{
			Caller: ada, Controller: &controller, Provider: &provider, Page: &contract.AdminPage{Number: 1, Size: 5},
		})
		if err != nil {
			f.Fatal(err)
		}
		var found []string
		for _, each := range response.(*contract.ListOptionsResponse).Options {
			found = append(found, each.Value+":"+each.Color)
		}
		f.expectSame("the meanings", strings.Join(found, " "), "draft: live: sold:danger")
	})
}
