package drivertest

import (
	"context"
	"errors"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
)

// admin_caller.proto, AdminCaller.session: no code of the application runs for a token that does not stand.
func TestAReadAuthenticatesTheTokenThatItCarries(t *testing.T) {
	onBoth(t, func(f *fixture) {
		scoped := 0
		products := shop.Products()
		products.FormScope = func(context.Context, *admin.Call) (admin.Condition, error) {
			scoped++
			return admin.Condition{}, nil
		}
		if err := shop.Create(ctx, f.db, f.database.IsPostgreSQL()); err != nil {
			f.Fatal(err)
		}
		r := newRecords(f, products.ID, products, shop.Categories(), shop.Tags())
		made, err := r.answer("CreateAdministrator", &contract.CreateAdministratorRequest{
			Login: "ada", Email: "ada@shop.example", PasswordHash: "$2b$04$hash", Superuser: true,
		})
		if err != nil {
			f.Fatal(err)
		}
		created := made.(*contract.CreateAdministratorResponse).Created
		caller := func(version uint32) *contract.AdminCaller {
			now := time.Now()
			token := &contract.TokenReference{AdministratorID: created.ID, TokenVersion: version, TokenID: "t"}
			session := &contract.AuthenticateTokenRequest{Token: token, At: &now}
			return &contract.AdminCaller{AdministratorID: created.ID, Login: "ada", Superuser: true, Locale: "en", Session: session}
		}
		read := func(version uint32, id string) *contract.GetRecordResponse {
			response, err := r.answer("GetRecord", &contract.GetRecordRequest{
				Caller: caller(version), Controller: r.controller, ID: id, Scope: contract.AdminScopeForm,
				Selection: &contract.AdminSelection{Columns: []string{"title"}},
			})
			if err != nil {
				f.Fatal(err)
			}
			return response.(*contract.GetRecordResponse)
		}
		if valid := read(created.TokenVersion, "1"); valid.Record == nil || valid.Session.Administrator.ID != created.ID {
			f.Errorf("a valid token: %+v", valid)
		}
		if missing := read(created.TokenVersion, "999"); missing.NotFound == nil || missing.Session.Administrator == nil {
			f.Errorf("a valid token, and a record that does not exist: %+v", missing)
		}
		scoped = 0
		stale := read(created.TokenVersion+1, "1")
		if stale.Record != nil || stale.NotFound != nil || scoped != 0 || *stale.Session.Refusal != contract.TokenRefusalStale {
			f.Errorf("a stale token: %+v; scopes called: %d", stale, scoped)
		}
		for method, request := range map[string]contract.Message{
			"DeleteRecords":  &contract.DeleteRecordsRequest{Caller: caller(0), Controller: r.controller, IDs: []string{"1"}},
			"GetPartialData": &contract.GetPartialDataRequest{Caller: caller(0), Controller: r.controller, Partial: "stats"},
		} {
			var malformed *contract.Malformed
			if _, err := r.answer(method, request); !errors.As(err, &malformed) || malformed.Field != "caller.session" {
				f.Errorf("%s: %v", method, err)
			}
		}
	})
}
