package drivertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

var (
	oneHash   = "$2b$10$" + strings.Repeat("a", 53)
	otherHash = "$2b$10$" + strings.Repeat("b", 53)
)

// people is a directory with helpers for its tests.
type people struct {
	*records
	directory *admin.SQLDirectory
}

func newPeople(f *fixture) *people {
	f.Helper()
	return &people{newRecords(f, "gatehouse.backend.administrators"), admin.NewSQLDirectory(f.database)}
}

// person creates an active administrator with these permission codes.
func (p *people) person(login string, codes ...string) *admin.Administrator {
	p.Helper()
	return p.made(admin.NewAdministrator{Login: login}, codes...)
}

func (p *people) superuser(login string) *admin.Administrator {
	p.Helper()
	return p.made(admin.NewAdministrator{Login: login, Superuser: true})
}

// AD-241: the login of one is not the address of another, which no index of the database holds.
func TestOfALoginAndAnEqualAddressAtOnceExactlyOneIsCreated(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		f.expectSame("at once", concurrently(10, func(number int) string {
			administrator := admin.NewAdministrator{Login: "ada@example.test", Email: fmt.Sprintf("%d@example.test", number), PasswordHash: oneHash}
			if number%2 == 1 {
				administrator.Login, administrator.Email = administrator.Email, administrator.Login
			}
			_, refusal, _, err := p.directory.Create(ctx, administrator)
			if refusal != "" {
				return "taken"
			}
			return word("", err)
		}), map[string]int{"done": 1, "taken": 9})
	})
}

func (p *people) made(administrator admin.NewAdministrator, codes ...string) *admin.Administrator {
	p.Helper()
	administrator.Email, administrator.PasswordHash = administrator.Login+"@example.test", oneHash
	found, refusal, _, err := p.directory.Create(ctx, administrator)
	if err != nil || refusal != "" {
		p.Fatalf("%s is not created: %s, %v", administrator.Login, refusal, err)
	}
	permissions, _ := json.Marshal(append([]string{}, codes...))
	p.run("update backend_users set permissions = $1 where cast(id as text) = $2", string(permissions), found.ID)
	found.Permissions = codes
	return found
}

func (p *people) deactivate(of *admin.Administrator) {
	p.Helper()
	p.run("update backend_users set is_activated = 0 where cast(id as text) = $1", of.ID)
}

func (p *people) now(id string) *admin.Account {
	p.Helper()
	found, err := p.directory.FindAccount(ctx, id)
	if err != nil || found == nil {
		p.Fatalf("administrator %s: %+v, %v", id, found, err)
	}
	return found
}

// concurrently runs work so many times at once, and counts the outcomes.
func concurrently(count int, work func(number int) string) map[string]int {
	var mu sync.Mutex
	var all sync.WaitGroup
	outcomes := map[string]int{}
	begin := make(chan struct{})
	for number := 0; number < count; number++ {
		number := number
		all.Add(1)
		go func() {
			defer all.Done()
			<-begin
			outcome := work(number)
			mu.Lock()
			outcomes[outcome]++
			mu.Unlock()
		}()
	}
	close(begin)
	all.Wait()
	return outcomes
}

func (f *fixture) expectSame(what string, found, expected interface{}) {
	f.Helper()
	if one, other := fmt.Sprintf("%+v", found), fmt.Sprintf("%+v", expected); one != other {
		f.Errorf("%s: %s, not %s", what, one, other)
	}
}

// word is an outcome in one word.
func word(refusal string, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case refusal == "":
		return "done"
	}
	return refusal
}

var at = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// admin_directory.proto: a Directory that is written for an application has no screens for accounts.
func TestOnlyTheServicesOfADirectoryAreServed(t *testing.T) {
	onBoth(t, func(f *fixture) {
		services := func(directory admin.Directory) string {
			backend, err := admin.New(f.database, admin.Options{Plugin: "acme.shop", Directory: directory})
			if err != nil {
				f.Fatal(err)
			}
			if described := backend.Registration(); len(described.Models)+len(described.Controllers) > 0 {
				f.Errorf("Describe has controllers: %+v", described)
			}
			var found []string
			for _, rpc := range backend.Rpcs() {
				if len(found) == 0 || found[len(found)-1] != rpc.Service {
					found = append(found, rpc.Service)
				}
			}
			return strings.Join(found, " ")
		}
		ready := admin.NewSQLDirectory(f.database)
		const own = "AdminDirectoryService AdminRecordService AdminBulkService AdminSearchService"
		f.expectSame("an own directory", services(struct{ admin.Directory }{ready}), own)
		f.expectSame("one with sessions alone", services(struct {
			admin.Directory
			admin.Sessions
		}{ready, ready}), own)
		f.expectSame("one with accounts", services(struct {
			admin.Directory
			admin.Accounts
		}{ready, ready}), own+" AdminAccountService")
		f.expectSame("the ready one", services(nil),
			own+" AdminAccountService AdminSessionService AdminSecondFactorService AdminPasskeyService AdminViewService")
	})
}

// broken is a directory whose answers are none of the contract.
type broken struct{ *admin.SQLDirectory }

// A directory of the application that returns neither an outcome nor an error has a bug, and Gatehouse gets a fault.
func TestAnswersThatNoDirectoryMayGive(t *testing.T) {
	onBoth(t, func(f *fixture) {
		backend, err := admin.New(f.database, admin.Options{Plugin: "acme.shop", Directory: broken{admin.NewSQLDirectory(f.database)}})
		if err != nil {
			f.Fatal(err)
		}
		now := time.Now()
		token := &contract.TokenReference{AdministratorID: "1", TokenID: "t"}
		requests := map[string]contract.Message{
			"AuthenticateToken":   &contract.AuthenticateTokenRequest{Token: token, At: &now},
			"CreateAdministrator": &contract.CreateAdministratorRequest{Login: "ada", Email: "ada@example.test", PasswordHash: oneHash},
			"ChangePassword":      &contract.ChangePasswordRequest{AdministratorID: "1", PasswordHash: oneHash, ChangedBy: "1"},
			"EndSessions":         &contract.EndSessionsRequest{AdministratorID: "1", EndedBy: "1"},
			"SetPreference":       &contract.SetPreferenceRequest{AdministratorID: "1", Preference: &contract.Preference{Key: "a"}},
			"EndSession":          &contract.EndSessionRequest{AdministratorID: "1", SessionID: "s", EndedBy: "1"},
			"SetSecondFactor": &contract.SetSecondFactorRequest{
				AdministratorID: "1", SealedSecret: "s", RecoveryHashes: []string{strings.Repeat("0", 64)},
			},
			"RemoveSecondFactor": &contract.RemoveSecondFactorRequest{AdministratorID: "1"},
			"SaveView":           &contract.SaveViewRequest{AdministratorID: "1", List: "a.b.c", Name: "x"},
			"DeleteView":         &contract.DeleteViewRequest{AdministratorID: "1", List: "a.b.c", ID: "x"},
		}
		for _, rpc := range backend.Rpcs() {
			request := requests[rpc.Method]
			if request == nil {
				continue
			}
			if response, err := rpc.Answer(ctx, request); err == nil || !strings.Contains(err.Error(), "the directory returned") {
				f.Errorf("%s: %+v, %v", rpc.Method, response, err)
			}
			delete(requests, rpc.Method)
		}
		f.expectSame("rpcs that are not served", len(requests), 0)
	})
}
