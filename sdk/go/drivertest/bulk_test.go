package drivertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
)

const products = "acme.shop.products"

// newBulkShop is the shop, with more actions of products.
func newBulkShop(f *fixture, changes ...func(products *admin.Controller)) *records {
	f.Helper()
	if err := shop.Create(ctx, f.db, f.database.IsPostgreSQL()); err != nil {
		f.Fatal(err)
	}
	changed := shop.Products()
	for _, change := range changes {
		change(changed)
	}
	return newRecords(f, products, changed, shop.Categories(), shop.Tags())
}

func withAction(name string, run func(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error)) func(*admin.Controller) {
	return func(products *admin.Controller) {
		products.Actions = append(products.Actions, admin.Action{Name: name, Label: name, Run: run})
	}
}

func titled(id int64) *contract.AdminMatching {
	return &contract.AdminMatching{Conditions: []*contract.AdminCondition{{Comparison: &contract.AdminComparison{
		Column: &contract.AdminColumnReference{Column: "id"}, Operator: contract.AdminComparisonOperatorGreaterOrEqual,
		Values: []*contract.Cell{integer(id)},
	}}}}
}

var everything = &contract.AdminMatching{}

// run is RunOnRecords; an empty action is a deletion.
func (r *records) onRecords(within context.Context, action string, request contract.RunOnRecordsRequest) (*contract.RunOnRecordsResponse, error) {
	request.Controller = r.controller
	if request.Caller == nil {
		request.Caller = ada
	}
	if request.Action = &action; action == "" {
		isTrue := true
		request.Action, request.Delete = nil, &isTrue
	}
	response, err := r.rpcs["RunOnRecords"].Answer(within, &request)
	if err != nil {
		return nil, err
	}
	if err := contract.Check(response); err != nil {
		r.Errorf("the answer breaks the contract: %v", err)
	}
	return response.(*contract.RunOnRecordsResponse), nil
}

func chosen(ids ...string) contract.RunOnRecordsRequest {
	return contract.RunOnRecordsRequest{IDs: &contract.RecordIds{IDs: ids}, LabelColumn: "title"}
}

// told is what an answer says: "done 1; 3 Straße: refused A sold product stays.; last 3".
func told(response *contract.RunOnRecordsResponse) string {
	parts := []string{fmt.Sprintf("done %d", response.Done)}
	for _, each := range response.Unchanged {
		reason := "failed"
		if each.NotFound != nil {
			reason = "not found"
		} else if each.Refused != nil {
			reason = "refused " + each.Refused.Message
		}
		parts = append(parts, strings.TrimSpace(each.ID+" "+each.Label)+": "+reason)
	}
	parts = append(parts, "last "+response.Last)
	if response.HasMore {
		parts = append(parts, "has more")
	}
	if response.Message != "" {
		parts = append(parts, response.Message)
	}
	return strings.Join(parts, "; ")
}

func (r *records) expectTold(what, action, expected string, request contract.RunOnRecordsRequest) {
	r.Helper()
	response, err := r.onRecords(ctx, action, request)
	if err != nil {
		r.Fatalf("%s: %v", what, err)
	}
	if found := told(response); found != expected {
		r.Errorf("%s: %q, not %q", what, found, expected)
	}
}

// AD-455: the record may be done, so that an answer that ends before it would make the caller repeat it.
func TestACommitWithoutAnAnswerIsNotToldAsUndone(t *testing.T) {
	f := onPostgres(t)
	r := newBulkShop(f)
	f.run(`create function lose() returns trigger language plpgsql as
		'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`)
	f.run(`create constraint trigger lost after delete on products deferrable initially deferred
		for each row when (old.id = 2) execute function lose()`)
	f.run("delete from product_tags")
	_, err := r.onRecords(ctx, "", chosen("1", "2", "4"))
	var unavailable *host.UnavailableError
	if !errors.As(err, &unavailable) {
		t.Errorf("the answer: %v", err)
	}
	f.expectSame("the one before it", f.number("select count(*) from products where id = 1"), 0)
	f.expectSame("the one behind it", f.number("select count(*) from products where id = 4"), 1)
}

// AD-271: each record is a transaction of its own.
func TestOneRecordChangesNothingForTheOthers(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f, withAction("touch", func(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
			_, err := call.Tx.ExecContext(ctx, "update products set stock = stock + 1 where cast(id as text) = $1", call.RecordID)
			switch {
			case err != nil:
				return admin.ActionResult{}, err
			case call.RecordID == "1":
				return admin.ActionResult{}, admin.Invalid{"title": "Not this title.", "sku": "Not this one."}
			case call.RecordID == "2":
				panic("a bug of the application")
			case call.RecordID == "3":
				_, err = call.Tx.ExecContext(ctx, "update products set stock = -1 where id = 3")
			}
			return admin.ActionResult{Message: "touched " + call.RecordID}, err
		}))
		stock := f.number("select sum(stock) from products")
		r.expectTold("an action", "touch", "done 1; 1 Äpfel: refused Not this one. Not this title.; 2 Hammer: failed; "+
			"3 Straße: refused The database does not allow this.; 7: not found; x: not found; last x; touched 4",
			chosen("1", "2", "3", "4", "7", "x"))
		if r.log.count("record 2") != 1 || r.log.count("record 4")+r.log.count("Äpfel") != 0 {
			f.Errorf("the log: %v", r.log.lines)
		}
		if now := f.number("select sum(stock) from products"); now != stock+1 {
			f.Errorf("the stock rose by %d", now-stock)
		}
		f.run("insert into product_tags (product_id, tag_id) values (4, 1)")
		r.expectTold("a deletion", "", "done 2; 3 Straße: refused A sold product stays.; last 4", chosen("1", "3", "4"))
		if left := f.number("select count(*) from product_tags"); left != 1 {
			f.Errorf("%d links are left", left)
		}
	})
}

// admin_bulk.proto, RunOnRecords: a record that others refer to.
func TestADeletionTellsWhatStillRefersToARecord(t *testing.T) {
	onBothVaults(t, func(vault *records) {
		vault.expectTold("deletions", "", "done 1; 1: refused Other records still refer to this one.; last 2",
			contract.RunOnRecordsRequest{IDs: &contract.RecordIds{IDs: []string{"1", "2"}}})
	})
}

// AD-273: both scopes hold for every record, whichever way it was chosen.
func TestBothScopesHoldForEachOfManyRecords(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f, withAction("pass", func(context.Context, *admin.ActionCall) (admin.ActionResult, error) {
			return admin.ActionResult{}, nil
		}), func(products *admin.Controller) {
			products.FormScope = func(context.Context, *admin.Call) (admin.Condition, error) {
				return admin.Where("status <> ?", "draft"), nil
			}
		})
		bob := &contract.AdminCaller{AdministratorID: "2", Login: "bob", Locale: "en"}
		request := chosen("1", "2", "3", "4")
		request.Caller = bob
		for _, action := range []string{"pass", ""} {
			outcome := "done 1; 1: not found; 2: not found; 4 straight: not found; last 4"
			if action == "" {
				outcome = "done 0; 1: not found; 2: not found; 3 Straße: refused A sold product stays.; 4 straight: not found; last 4"
			}
			r.expectTold("bob "+action, action, outcome, request)
		}
		r.expectTold("all of bob's", "", "done 0; 3 Straße: refused A sold product stays.; 4 straight: not found; last 4",
			contract.RunOnRecordsRequest{
				Caller: bob, LabelColumn: "title", Matching: &contract.NextMatching{Matching: everything, Limit: 10},
			})
		if left := f.number("select count(*) from products"); left != 4 {
			f.Errorf("%d products are left", left)
		}
	})
}

// admin_bulk.proto, RunOnRecords: a record that does not match any more is neither counted nor listed.
func TestARecordThatNoLongerMatchesIsLeftOut(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f, withAction("hide_next", func(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
			_, err := call.Tx.ExecContext(ctx, "update products set id = id - 100 where cast(id - 1 as text) = $1", call.RecordID)
			return admin.ActionResult{Message: call.RecordID}, err
		}))
		f.run("delete from product_tags")
		request := contract.RunOnRecordsRequest{Matching: &contract.NextMatching{Matching: titled(1), After: "1", Limit: 2}}
		r.expectTold("the second and third one", "hide_next", "done 1; last 3; has more; 2", request)
		request.Matching.After = "3"
		r.expectTold("the others", "hide_next", "done 1; last 4; 4", request)
	})
}

// admin_bulk.proto, RunOnRecords: the call stops early if its deadline would not leave enough time, and an outage ends it.
func TestACallStopsBeforeItIsCutOff(t *testing.T) {
	onBothAtOnce(t, func(f *fixture) {
		// The first record takes three quarters of the time, however late the call begins within the first half.
		const patience = 6 * time.Second
		var late time.Time
		r := newBulkShop(f, withAction("wait", func(context.Context, *admin.ActionCall) (admin.ActionResult, error) {
			time.Sleep(time.Until(late))
			return admin.ActionResult{}, nil
		}), withAction("lose_database", func(_ context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
			if call.RecordID == "2" {
				return admin.ActionResult{}, host.Unavailable(errors.New("gone"))
			}
			return admin.ActionResult{}, nil
		}))
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		late = time.Now().Add(patience * 3 / 4)
		response, err := r.onRecords(limited, "wait", chosen("1", "2"))
		if err != nil || told(response) != "done 1; last 1; has more" {
			f.Errorf("after half of its time: %+v, %v", response, err)
		}
		r.expectTold("an outage", "lose_database", "done 1; last 1; has more", chosen("1", "2", "3"))
		var unavailable *host.UnavailableError
		if _, err := r.onRecords(ctx, "lose_database", chosen("2", "3")); !errors.As(err, &unavailable) {
			f.Errorf("an outage at the first record: %v", err)
		}
		cancel()
		if _, err := r.onRecords(limited, "wait", chosen("1")); err == nil {
			f.Error("a call that was cancelled has an answer")
		}
	})
}

func TestWhatRunOnRecordsRejects(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f)
		now := time.Now()
		signedIn := chosen("1")
		signedIn.Caller = &contract.AdminCaller{AdministratorID: "1", Login: "ada", Locale: "en", Session: &contract.AuthenticateTokenRequest{
			Token: &contract.TokenReference{AdministratorID: "1", TokenID: "t"}, At: &now,
		}}
		labeled := chosen("1")
		labeled.LabelColumn = "password"
		for field, attempt := range map[string]struct {
			action  string
			request contract.RunOnRecordsRequest
		}{
			"caller.session": {"", signedIn}, "label_column": {"", labeled}, "action": {"none", chosen("1")},
		} {
			var malformed *contract.Malformed
			if _, err := r.onRecords(ctx, attempt.action, attempt.request); !errors.As(err, &malformed) || malformed.Field != field {
				f.Errorf("%s: %v", field, err)
			}
		}
		if left := f.number("select count(*) from products"); left != 4 {
			f.Errorf("%d products are left", left)
		}
	})
}

// AD-272: each record is taken once, as it is at that moment, also by two calls at once.
func TestTwoCallsActOnceOnEachRecordThatMatches(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newBulkShop(f, withAction("sell", func(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
			_, err := call.Tx.ExecContext(ctx, "update products set views = views + 1, status = 'gone' where cast(id as text) = $1", call.RecordID)
			return admin.ActionResult{}, err
		}))
		f.run("delete from product_tags")
		f.run("delete from products")
		const count = 30
		for number := 0; number < count; number++ {
			f.run("insert into products (id, sku, title) values ($1, $2, 'x')", number+1, fmt.Sprint("S", number))
		}
		drafts := &contract.AdminMatching{Conditions: compared("", "status", contract.AdminComparisonOperatorEqual, text("draft"))}
		done := make(chan uint32)
		for call := 0; call < 2; call++ {
			go func() {
				response, err := r.onRecords(ctx, "sell", contract.RunOnRecordsRequest{Matching: &contract.NextMatching{Matching: drafts, Limit: 200}})
				if err != nil || len(response.Unchanged) > 0 {
					f.Errorf("%+v, %v", response, err)
					done <- 0
					return
				}
				done <- response.Done
			}()
		}
		if total := <-done + <-done; total != count {
			f.Errorf("%d acts are done", total)
		}
		if sold := f.number("select count(*) from products where views = 1"); sold != count {
			f.Errorf("%d records were sold once", sold)
		}
	})
}
