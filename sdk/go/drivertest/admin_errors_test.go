package drivertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
)

func list(change func(query *contract.AdminListQuery)) *contract.AdminListQuery {
	query := &contract.AdminListQuery{Selection: &contract.AdminSelection{Columns: []string{"id"}}, Page: &contract.AdminPage{Number: 1, Size: 10}}
	change(query)
	return query
}

func compared(relation, name string, operator contract.AdminComparisonOperator, values ...*contract.Cell) []*contract.AdminCondition {
	return []*contract.AdminCondition{{Comparison: &contract.AdminComparison{
		Column: &contract.AdminColumnReference{Relation: relation, Column: name}, Operator: operator, Values: values,
	}}}
}

// Gatehouse asks only for what Describe contains. A host that gets anything else says which field is wrong, and never puts a name
// of a request into a statement.
func TestNamesThatTheHostDoesNotHave(t *testing.T) {
	const equal = contract.AdminComparisonOperatorEqual
	one := contract.AdminScopeForm
	selected := func(names ...string) *contract.AdminSelection { return &contract.AdminSelection{Columns: names} }
	in := func(change func(query *contract.AdminListQuery)) contract.Message {
		return &contract.ListRecordsRequest{Caller: ada, Controller: products, Query: list(change)}
	}
	sorted := func(relation, name string) contract.Message {
		return in(func(query *contract.AdminListQuery) {
			query.Sorts = []*contract.AdminSort{{Column: &contract.AdminColumnReference{Relation: relation, Column: name}}}
		})
	}
	found := func(conditions []*contract.AdminCondition) contract.Message {
		return in(func(query *contract.AdminListQuery) { query.Conditions = conditions })
	}
	provider, nothing, settings := "nothing", "nothing", "acme-shop"
	requests := []struct {
		method, field string
		request       contract.Message
	}{
		{"ListRecords", "controller", &contract.ListRecordsRequest{Caller: ada, Controller: "x", Query: list(func(*contract.AdminListQuery) {})}},
		{"ListRecords", "selection.columns", in(func(query *contract.AdminListQuery) { query.Selection = selected(`id" from users --`) })},
		{"ListRecords", "relation", in(func(query *contract.AdminListQuery) {
			query.Selection.Relations = []*contract.AdminRelationSelection{{Relation: "x"}}
		})},
		{"ListRecords", "selection.relations.column", in(func(query *contract.AdminListQuery) {
			query.Selection.Relations = []*contract.AdminRelationSelection{
				{Relation: "tags", Related: &contract.AdminRelatedColumn{Column: "x", Limit: 1}},
			}
		})},
		{"ListRecords", "query.sorts", sorted("", "password")},
		{"ListRecords", "query.sorts", sorted("category", "x")},
		{"ListRecords", "query.sorts", sorted("tags", "name")},
		{"ListRecords", "relation", sorted("x", "name")},
		{"ListRecords", "column", found(compared("", "password", equal, text("secret")))},
		{"ListRecords", "column", found(compared("tags", "x", equal, text("a")))},
		{"ListRecords", "relation", found(compared("x", "name", equal, text("a")))},
		{"ListRecords", "query.conditions.values", found(compared("", "id", equal))},
		{"ListRecords", "query.conditions.values", found(compared("", "stock", equal, text("many")))},
		{"ListRecords", "query.conditions.operator", found(compared("", "id", 99, integer(1)))},
		{"ListRecords", "relation", found([]*contract.AdminCondition{{RelatedTo: &contract.AdminRelatedTo{Relation: "x", IDs: []string{"1"}}}})},
		{"ListRecords", "scope", in(func(query *contract.AdminListQuery) { query.Scopes = []*contract.AdminNamedScope{{Name: "x"}} })},
		{"ListRecords", "column", in(func(query *contract.AdminListQuery) {
			query.Search = &contract.AdminSearch{Terms: []string{"a"}, Columns: []*contract.AdminColumnReference{{Column: "password"}}}
		})},
		{"GetRecord", "controller", &contract.GetRecordRequest{Caller: ada, Controller: "x", ID: "1", Scope: one, Selection: selected()}},
		{"CreateRecord", "controller", &contract.CreateRecordRequest{Caller: ada, Controller: "x", Selection: selected()}},
		{"CreateRecord", "values.column", &contract.CreateRecordRequest{
			Caller: ada, Controller: products, Values: cells{"password": text("x")}.values(), Selection: selected(),
		}},
		{"UpdateRecord", "controller", &contract.UpdateRecordRequest{Caller: ada, Controller: "x", ID: "1", Selection: selected()}},
		{"UpdateRecord", "values.column", &contract.UpdateRecordRequest{
			Caller: ada, Controller: products, ID: "1", Values: cells{"password": text("x")}.values(), Selection: selected(),
		}},
		{"DeleteRecords", "controller", &contract.DeleteRecordsRequest{Caller: ada, Controller: "x", IDs: []string{"1"}}},
		{"ListRelated", "relation", &contract.ListRelatedRequest{
			Caller: ada, Controller: products, ID: "1", Relation: "x", Query: list(func(*contract.AdminListQuery) {}),
		}},
		{"ListCandidates", "controller", &contract.ListCandidatesRequest{
			Caller: ada, Controller: "x", ID: "1", Relation: "tags", Query: list(func(*contract.AdminListQuery) {}),
		}},
		{"Link", "relation", &contract.LinkRequest{Caller: ada, Controller: products, ID: "1", Relation: "x", IDs: []string{"1"}}},
		{"Unlink", "controller", &contract.UnlinkRequest{Caller: ada, Controller: "x", ID: "1", Relation: "tags", IDs: []string{"1"}}},
		{"ListOptions", "settings", &contract.ListOptionsRequest{Caller: ada, Settings: &nothing, Provider: &provider, Page: &contract.AdminPage{Number: 1, Size: 5}}},
		{"ListOptions", "option_provider", &contract.ListOptionsRequest{Caller: ada, Settings: &settings, Provider: &provider, Page: &contract.AdminPage{Number: 1, Size: 5}}},
		{"ListOptions", "controller", &contract.ListOptionsRequest{Caller: ada, Controller: &nothing, Provider: &provider, Page: &contract.AdminPage{Number: 1, Size: 5}}},
		{"ListOptions", "model", &contract.ListOptionsRequest{
			Caller: ada, Model: &contract.ModelOptions{Model: "x", LabelColumn: "name"}, Page: &contract.AdminPage{Number: 1, Size: 5},
		}},
		{"ListOptions", "label_column", &contract.ListOptionsRequest{
			Caller: ada, Model: &contract.ModelOptions{Model: `Acme\Shop\Models\Tag`, LabelColumn: "x"}, Page: &contract.AdminPage{Number: 1, Size: 5},
		}},
		{"GetSettings", "settings", &contract.GetSettingsRequest{Caller: ada, Settings: "x"}},
		{"GetSettings", "columns", &contract.GetSettingsRequest{Caller: ada, Settings: settings, Columns: []string{"x"}}},
		{"UpdateSettings", "settings", &contract.UpdateSettingsRequest{Caller: ada, Settings: "x"}},
		{"UpdateSettings", "values.column", &contract.UpdateSettingsRequest{Caller: ada, Settings: settings, Values: cells{"x": text("x")}.values()}},
		{"RunAction", "action", &contract.RunActionRequest{Caller: ada, Controller: products, Action: "x"}},
		{"RunAction", "values.value", &contract.RunActionRequest{
			Caller: ada, Controller: products, Action: "activate_all", Values: []*contract.FormValue{{Column: "stock", Value: text("x")}},
		}},
		{"GetPartialData", "controller", &contract.GetPartialDataRequest{Caller: ada, Controller: "acme.shop.tags", Partial: "stats"}},
		{"WalkRecords", "controller", &contract.WalkRecordsRequest{
			Caller: ada, Controller: "x", Matching: everything, Selection: selected(), Limit: 1,
		}},
		{"RunOnRecords", "controller", &contract.RunOnRecordsRequest{Caller: ada, Controller: "x", IDs: &contract.RecordIds{IDs: []string{"1"}}}},
	}
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		for _, each := range requests {
			var malformed *contract.Malformed
			if _, err := r.answer(each.method, each.request); !errors.As(err, &malformed) || malformed.Field != each.field {
				f.Errorf("%s, %s: %v", each.method, each.field, err)
			}
		}
	})
}

// newWholeShop is the shop with its settings, and with more of products.
func newWholeShop(f *fixture, changes ...func(products *admin.Controller)) *records {
	f.Helper()
	if err := shop.Create(ctx, f.db, f.database.IsPostgreSQL()); err != nil {
		f.Fatal(err)
	}
	options := shop.Options()
	for _, change := range changes {
		change(options.Controllers[0])
	}
	return newBackend(f, products, options)
}

// Mistakes of the application's own code are faults, and roll the call back.
func TestMistakesOfActionsAndScopes(t *testing.T) {
	onBoth(t, func(f *fixture) {
		act := func(name string, result admin.ActionResult, failure error) func(*admin.Controller) {
			return withAction(name, func(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
				if _, err := call.Tx.ExecContext(ctx, "update products set stock = stock + 1"); err != nil {
					return result, err
				}
				return result, failure
			})
		}
		condition := admin.Condition{}
		var failure error
		r := newWholeShop(f, act("fill", admin.ActionResult{Fill: admin.Values{"title": "x", "stock": 7}}, nil),
			act("fill_nothing", admin.ActionResult{Fill: admin.Values{"nothing": 1}}, nil),
			act("fill_wrong", admin.ActionResult{Fill: admin.Values{"stock": map[string]int{}}}, nil),
			act("refuse", admin.ActionResult{}, admin.Refused("Not %s.", "today")),
			act("invalid", admin.ActionResult{}, admin.Invalid{"title": "Not this."}),
			act("empty", admin.ActionResult{}, admin.Refused("")), act("break", admin.ActionResult{}, errors.New("a bug")),
			func(products *admin.Controller) {
				products.ListScope = func(context.Context, *admin.Call) (admin.Condition, error) { return condition, failure }
			})
		stock := f.number("select sum(stock) from products")
		for name, expected := range map[string]string{
			"fill": "done", "fill_nothing": "fault", "fill_wrong": "fault", "refuse": "refused Not today.", "invalid": "invalid title: Not this.",
			"empty": "refused —", "break": "fault",
		} {
			if found := outcome(r.answer("RunAction", &contract.RunActionRequest{Caller: ada, Controller: products, Action: name})); found != expected {
				f.Errorf("%s: %s, not %s", name, found, expected)
			}
		}
		for _, id := range []string{"999", "x"} {
			f.expectSame("an action on the record "+id, outcome(r.answer("RunAction", &contract.RunActionRequest{
				Caller: ada, Controller: products, Action: "fill", RecordID: id,
			})), "not found")
		}
		f.expectSame("one of them is done", f.number("select sum(stock) from products"), stock+4)

		listed := func() string {
			_, err := r.answer("ListRecords", &contract.ListRecordsRequest{Caller: ada, Controller: products, Query: list(func(*contract.AdminListQuery) {})})
			return fmt.Sprint(err)
		}
		f.expectSame("a scope", listed(), "<nil>")
		for _, wrong := range []admin.Condition{admin.Where("id = ?"), admin.Where("id = 1", 2), admin.Where("title = 'a"), admin.Where("id = \x00")} {
			condition = wrong
			if found := listed(); !strings.Contains(found, `needs one "?" for each value, and closed quotes`) {
				f.Errorf("a wrong condition: %s", found)
			}
		}
		condition, failure = admin.Condition{}, errors.New("a bug of the scope")
		f.expectSame("a scope that fails", listed(), "a bug of the scope")
		found, err := r.onRecords(ctx, "", chosen("1"))
		if err == nil {
			f.Errorf("many records: %+v", found)
		}
	})
}

func (r *records) linking(method, relation string, ids ...string) string {
	return outcome(r.link(method, r.controller, "1", relation, ids...)())
}

func TestLinksThatAreNotMade(t *testing.T) {
	onBoth(t, func(f *fixture) {
		hooked := ""
		hook := func(when string) func(context.Context, *admin.Call, admin.Link) error {
			return func(_ context.Context, _ *admin.Call, link admin.Link) error {
				if hooked == when {
					return admin.Refused("%s %s %v", when, link.Relation, link.IDs)
				}
				return nil
			}
		}
		r := newWholeShop(f, func(products *admin.Controller) {
			products.BeforeLink, products.AfterLink = hook("before"), hook("after")
			products.BeforeUnlink, products.AfterUnlink = hook("before un"), hook("after un")
		})
		f.expectSame("a hidden tag", r.linking("Link", "tags", "3"), "not found")
		f.expectSame("no tag", r.linking("Link", "tags", "99", "x"), "not found")
		for when, attempt := range map[string][]string{
			"before": {"Link", "2"}, "after": {"Link", "2"}, "before un": {"Unlink", "1"}, "after un": {"Unlink", "1"},
		} {
			hooked = when
			f.expectSame(when, r.linking(attempt[0], "tags", attempt[1]), "refused "+when+" tags ["+attempt[1]+"]")
		}
		f.expectSame("the links", f.number("select count(*) from product_tags where product_id = 1 and tag_id = 1"), 1)
		f.expectSame("a record that does not exist", outcome(r.link("Link", products, "999", "tags", "1")()), "not found")
		written := func(ids ...string) string {
			return outcome(r.answer("UpdateRecord", &contract.UpdateRecordRequest{
				Caller: ada, Controller: products, ID: "1", Selection: &contract.AdminSelection{},
				Relations: []*contract.RelationChange{{Relation: "category", IDs: ids}},
			}))
		}
		f.expectSame("a hidden category", written("3"), "invalid category: Select one of the available choices.")
		f.expectSame("no category", written("x"), "invalid category: Select one of the available choices.")
	})
}

func TestMistakesInOptions(t *testing.T) {
	onBoth(t, func(f *fixture) {
		if _, err := admin.Migrate(ctx, f.database); err != nil {
			f.Fatal(err)
		}
		type name struct{ Name string }
		screen := func(code string, values interface{}) *admin.Settings {
			return &admin.Settings{Code: code, Label: "x", Values: values}
		}
		for message, options := range map[string]admin.Options{
			"two settings screens have the code a": {Settings: []*admin.Settings{screen("a", &name{}), screen("a", &name{})}},
			"settings a: Values must be a struct":  {Settings: []*admin.Settings{screen("a", 7)}},
			"has no fields":                        {Settings: []*admin.Settings{screen("a", struct{}{})}},
			"has no relations and no hidden values": {Settings: []*admin.Settings{screen("a", struct {
				Secret string `admin:"hidden"`
			}{})}},
			"two controllers have the id gatehouse.backend.roles": {
				Controllers: []*admin.Controller{{ID: "gatehouse.backend.roles", Record: shop.Tag{}}},
			},
			"controllers[0].id": {Controllers: []*admin.Controller{{ID: "no id", Record: shop.Tag{}}}},
		} {
			options.Plugin = "acme.shop"
			if _, err := admin.New(f.database, options); err == nil || !strings.Contains(err.Error(), message) {
				f.Errorf("%s: %v", message, err)
			}
		}
	})
}
