package drivertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/internal/contract"
)

const (
	manages        = "backend.administrators"
	administrators = "gatehouse.backend.administrators"
	roles          = "gatehouse.backend.roles"
)

// callerOf is a caller from before a change: the host must not trust what the request says.
func callerOf(of *admin.Administrator) *contract.AdminCaller {
	return &contract.AdminCaller{AdministratorID: of.ID, Login: of.Login, Superuser: true, Locale: "en"}
}

func codes(list ...string) *contract.Cell {
	text, _ := json.Marshal(append([]string{}, list...))
	return document(string(text))
}

func personCells(login string) cells {
	return cells{"login": text(login), "email": text(login + "@example.test")}
}

// fieldsOf is an outcome with the names of the fields alone: "invalid login email".
func fieldsOf(response contract.Message, err error) string {
	found := outcome(response, err)
	if strings.HasPrefix(found, "refused") {
		return "refused"
	}
	created, isCreation := response.(*contract.CreateRecordResponse)
	changed, isChange := response.(*contract.UpdateRecordResponse)
	invalid := (*contract.InvalidFields)(nil)
	if isCreation && err == nil {
		invalid = created.Invalid
	} else if isChange && err == nil {
		invalid = changed.Invalid
	}
	if invalid == nil {
		return found
	}
	found = "invalid"
	for _, each := range invalid.Fields {
		found += " " + each.Field
	}
	return found
}

func (p *people) add(by *admin.Administrator, controller string, written cells, role ...string) (id, outcome string) {
	p.Helper()
	request := &contract.CreateRecordRequest{
		Caller: callerOf(by), Controller: controller, Values: written.values(), Selection: &contract.AdminSelection{Columns: []string{"id"}},
	}
	if len(role) > 0 {
		request.Relations = []*contract.RelationChange{{Relation: "role", IDs: role}}
	}
	response, err := p.answer("CreateRecord", request)
	if err == nil && response.(*contract.CreateRecordResponse).Created != nil {
		id = response.(*contract.CreateRecordResponse).Created.ID
	}
	return id, fieldsOf(response, err)
}

func (p *people) change(by *admin.Administrator, controller, id string, written cells, role ...string) string {
	request := &contract.UpdateRecordRequest{
		Caller: callerOf(by), Controller: controller, ID: id, Values: written.values(),
		Selection: &contract.AdminSelection{Columns: []string{"id"}},
	}
	if len(role) > 0 {
		request.Relations = []*contract.RelationChange{{Relation: "role", IDs: role}}
	}
	return fieldsOf(p.answer("UpdateRecord", request))
}

func (p *people) delete(by *admin.Administrator, controller, id string) string {
	return fieldsOf(p.answer("DeleteRecords", &contract.DeleteRecordsRequest{
		Caller: callerOf(by), Controller: controller, IDs: []string{id}, Scope: contract.AdminScopeList,
	}))
}

// role stores a role, and returns its id.
func (p *people) role(code string, permissions ...string) string {
	p.Helper()
	if err := admin.EnsureRole(ctx, p.database, code, code, permissions...); err != nil {
		p.Fatal(err)
	}
	return fmt.Sprint(p.number("select id from backend_user_roles where code = $1", code))
}

// AD-241
func TestANewAdministrator(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root := p.superuser("root")
		id, made := p.add(root, administrators, personCells("bea"))
		f.expectSame("a new administrator", made, "done")
		account := p.now(id)
		f.expectSame("the account", []interface{}{account.Login, account.Active, account.HasPassword}, []interface{}{"bea", true, false})
		if found, err := p.directory.FindCredentials(ctx, "bea"); found != nil || err != nil {
			f.Errorf("credentials without a password: %+v, %v", found, err)
		}
		_, taken := p.add(root, administrators, personCells("ROOT"))
		f.expectSame("a login that is taken", taken, "invalid email login")
		f.expectSame("the same in a change", p.change(root, administrators, id, cells{"login": text("Root")}), "invalid login")
		f.expectSame("its own login in another case", p.change(root, administrators, id, cells{"login": text("BEA")}), "done")
		_, foreign := p.add(root, administrators, cells{"login": text("ROOT@example.test"), "email": text("eve@example.test")})
		f.expectSame("a login that is the address of another", foreign, "invalid login")
		f.expectSame("the same in a change", p.change(root, administrators, id, cells{"login": text("root@example.test")}), "invalid login")
		f.expectSame("an address that is the login of another", p.change(root, administrators, id, cells{"email": text("root")}), "invalid email")
		f.expectSame("its own address as its login", p.change(root, administrators, id, cells{"login": text("bea@example.test")}), "done")
		for _, login := range []string{"", "a\tb", strings.Repeat("x", 256)} {
			if _, refused := p.add(root, administrators, cells{"login": text(login), "email": text("x@example.test")}); refused != "invalid login" {
				f.Errorf("the login %q: %s", login, refused)
			}
		}
		for _, own := range []cells{{"password_hash": text(oneHash)}, {"login_key": text("x")}, {"token_version": integer(7)}, {"version": integer(7)}} {
			written := personCells("cy")
			for name, cell := range own {
				written[name] = cell
			}
			if _, fault := p.add(root, administrators, written); fault != "fault" {
				f.Errorf("%v: %s", own, fault)
			}
			f.expectSame(fmt.Sprint(own), p.change(root, administrators, id, own), "fault")
		}
	})
}

// AD-242
func TestGranting(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, manager := p.superuser("root"), p.person("manager", manages, "acme.blog.*")
		for number, each := range []struct {
			permissions *contract.Cell
			expected    string
		}{
			{codes(), "done"}, {codes("acme.blog.posts"), "done"}, {codes("acme.blog.*"), "done"},
			{codes("acme.blog.posts.*"), "done"}, {codes(manages), "done"},
			{codes("acme.shop.items"), "invalid permissions"}, {codes("acme.*"), "invalid permissions"},
			{codes("acme.blogs"), "invalid permissions"}, {codes("backend.*"), "invalid permissions"},
			{codes("not a code"), "invalid permissions"},
			{codes("acme.blog.posts", "acme.blog.posts"), "invalid permissions"},
			{document("null"), "invalid permissions"}, {document(`{"a":1}`), "invalid permissions"},
			{document(`[1]`), "invalid permissions"},
		} {
			written := personCells(fmt.Sprintf("person-%d", number))
			written["permissions"] = each.permissions
			if _, found := p.add(manager, administrators, written); found != each.expected {
				f.Errorf("%s: %s, not %s", *each.permissions.JSONValue, found, each.expected)
			}
		}
		own, foreign := p.role("own", "acme.blog.posts"), p.role("foreign", "acme.shop.items")
		id, made := p.add(manager, administrators, personCells("bea"), own)
		f.expectSame("a role that the manager holds", made, "done")
		f.expectSame("another role", p.change(manager, administrators, id, nil, foreign), "invalid role")
		f.expectSame("more codes of the role", p.change(manager, roles, own, cells{"permissions": codes("acme.shop.items")}), "invalid permissions")
		f.expectSame("a role that holds more", p.change(manager, roles, foreign, cells{"name": text("renamed")}), "refused")
		f.expectSame("its deletion", p.delete(manager, roles, foreign), "refused")
		_, created := p.add(manager, roles, cells{"code": text("x"), "name": text("x"), "permissions": codes("acme.*")})
		f.expectSame("a new role that holds more", created, "invalid permissions")
		f.expectSame("a change by the superuser", p.change(root, roles, own, cells{"permissions": codes("acme.shop.items")}), "done")
		f.expectSame("one who holds more by now", p.change(manager, administrators, id, cells{"name": text("Bea")}), "refused")

		other, _ := p.add(manager, administrators, personCells("cy"))
		for _, of := range []string{other, manager.ID} {
			f.expectSame("a superuser", p.change(manager, administrators, of, cells{"is_superuser": integer(1)}), "invalid is_superuser")
		}
		f.expectSame("one by a superuser", p.change(root, administrators, other, cells{"is_superuser": integer(1)}), "done")
		former := p.superuser("former")
		f.expectSame("deactivation", p.change(root, administrators, former.ID, cells{"is_activated": integer(0)}), "done")
		for _, by := range []*admin.Administrator{former, p.person("reader", "acme.blog.posts"), {ID: "999999"}, {ID: "x"}} {
			if _, refused := p.add(by, administrators, personCells("dora")); refused != "refused" {
				f.Errorf("by %+v: %s", by, refused)
			}
		}
	})
}

// AD-242: nor through a role that an administrator has who holds more.
func TestARoleChangesNothingForThoseWhoHoldMore(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, manager := p.superuser("root"), p.person("manager", manages, "acme.blog.*")
		shared := p.role("shared", "acme.blog.posts")
		same := cells{"permissions": codes("acme.blog.posts"), "requires_second_factor": integer(0)}
		changes := []cells{
			{"permissions": codes()}, {"permissions": codes("acme.blog.posts", "acme.blog.tags")},
			{"requires_second_factor": integer(1)},
		}
		for _, member := range []*admin.Administrator{p.person("stronger", "acme.shop.items"), root} {
			f.expectSame("the role of another", p.change(root, administrators, member.ID, nil, shared), "done")
			for _, each := range changes {
				f.expectSame(fmt.Sprint(each), p.change(manager, roles, shared, each), "refused")
			}
			f.expectSame("what is stored", p.change(manager, roles, shared, same), "done")
			f.expectSame("another name", p.change(manager, roles, shared, cells{"name": text(member.Login)}), "done")
			p.run("update backend_users set role_id = null")
		}
		for _, member := range []*admin.Administrator{manager, p.person("weaker", "acme.blog.tags")} {
			f.expectSame("the role of another", p.change(root, administrators, member.ID, nil, shared), "done")
		}
		for _, each := range append(changes, same) {
			f.expectSame(fmt.Sprint(each), p.change(manager, roles, shared, each), "done")
		}
	})
}

// AD-243
func TestTheLastActiveSuperuser(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root := p.superuser("root")
		p.person("manager", manages)
		off := func(name string) cells { return cells{name: integer(0)} }
		f.expectSame("demoted", p.change(root, administrators, root.ID, off("is_superuser")), "invalid is_superuser")
		f.expectSame("deactivated", p.change(root, administrators, root.ID, off("is_activated")), "invalid is_activated")
		f.expectSame("deleted", p.delete(root, administrators, root.ID), "refused")
		for round := 0; round < 3; round++ {
			other := p.superuser(fmt.Sprintf("other-%d", round))
			outcomes := concurrently(2, func(number int) string {
				if number == 0 {
					return p.change(root, administrators, other.ID, off("is_superuser"))
				}
				return p.change(other, administrators, root.ID, off("is_superuser"))
			})
			if outcomes["done"] != 1 || outcomes["fault"] != 0 {
				f.Errorf("two demote each other: %v", outcomes)
			}
			f.expectSame("superusers", p.number("select count(*) from backend_users where is_superuser = 1"), 1)
			p.run("update backend_users set is_superuser = case when login = 'root' then 1 else 0 end")
		}
		all := []*admin.Administrator{root, p.superuser("second"), p.superuser("third")}
		f.expectSame("all deactivate themselves", concurrently(3, func(number int) string {
			return p.change(all[number], administrators, all[number].ID, off("is_activated"))
		}), map[string]int{"done": 2, "invalid is_activated": 1})
	})
}

// AD-243: deletions of many records hold the same rules.
func TestRolesAndAdministratorsInBulk(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, used, unused := p.superuser("root"), p.role("used"), p.role("unused")
		p.made(admin.NewAdministrator{Login: "ada", Role: "used"})
		f.expectSame("a role in use", p.delete(root, roles, used), "refused")
		for _, code := range []string{"used", "Used", "1st", ""} {
			if _, invalid := p.add(root, roles, cells{"code": text(code), "name": text("x"), "permissions": codes()}); invalid != "invalid code" {
				f.Errorf("a role with the code %q: %s", code, invalid)
			}
		}
		f.expectSame("its own code again", p.change(root, roles, used, cells{"code": text("used"), "name": text("y")}), "done")
		f.expectSame("another code for itself", p.change(root, roles, used, cells{"code": text("in-use")}), "done")
		request := contract.RunOnRecordsRequest{Caller: callerOf(root), IDs: &contract.RecordIds{IDs: []string{used, unused}}}
		p.controller = roles
		p.expectTold("roles", "", "done 1; "+used+": refused At least one administrator still has this role.; last "+unused, request)
		p.controller, request.IDs.IDs = administrators, []string{root.ID}
		p.expectTold("administrators", "", "done 0; "+root.ID+": refused Administrators are deactivated, not deleted.; last "+root.ID, request)
	})
}

// A role that is deleted while an administrator gets it: one of the two waits for the other.
func TestARoleIsNotDeletedWhileAnAdministratorGetsIt(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root := p.superuser("root")
		for round := 0; round < 5; round++ {
			login := fmt.Sprintf("person-%d", round)
			role := p.role(login)
			outcomes := concurrently(2, func(number int) string {
				if number == 0 {
					return p.delete(root, roles, role)
				}
				_, made := p.add(root, administrators, personCells(login), role)
				return made
			})
			if outcomes["fault"] > 0 || outcomes["done"] != 1 {
				f.Errorf("at once: %v", outcomes)
			}
		}
		f.expectSame("roles that are missing", p.number(`select count(*) from backend_users
			where role_id is not null and role_id not in (select id from backend_user_roles)`), 0)
	})
}

// AD-240: the lists of administrators and roles, with every column of the contract.
func TestTheListsOfAdministratorsAndRoles(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root := p.superuser("root")
		p.role("editor", "acme.blog.*")
		p.made(admin.NewAdministrator{Login: "bea", Role: "editor"}, "acme.shop.items")
		for controller, columns := range map[string][]string{
			administrators: {"id", "login", "email", "name", "role_id", "is_superuser", "is_activated", "permissions"},
			roles:          {"id", "code", "name", "permissions", "requires_second_factor"},
		} {
			selection := &contract.AdminSelection{Columns: columns}
			search := "BEA"
			if controller == roles {
				search = "EDIT"
			} else {
				selection.Relations = []*contract.AdminRelationSelection{{Relation: "role", Related: &contract.AdminRelatedColumn{Column: "name", Limit: 1}}}
			}
			response, err := p.answer("ListRecords", &contract.ListRecordsRequest{
				Caller: callerOf(root), Controller: controller, Query: list(func(query *contract.AdminListQuery) {
					query.Selection = selection
					query.Search = &contract.AdminSearch{
						Mode: contract.AdminSearchModeAll, Terms: []string{search}, Columns: []*contract.AdminColumnReference{{Column: columns[1]}},
					}
				}),
			})
			if err != nil {
				f.Fatal(err)
			}
			page := response.(*contract.ListRecordsResponse).Page
			if len(page.Records) != 1 {
				f.Fatalf("%s: %+v", controller, page)
			}
			var texts []string
			for _, cell := range page.Records[0].Cells[1:] {
				switch {
				case cell.Int64Value != nil:
					texts = append(texts, fmt.Sprint(*cell.Int64Value))
				case cell.JSONValue != nil:
					texts = append(texts, *cell.JSONValue)
				case cell.StringValue != nil:
					texts = append(texts, *cell.StringValue)
				default:
					texts = append(texts, "unexpected")
				}
			}
			expected := `editor editor ["acme.blog.*"] 0`
			if controller == administrators {
				expected = `bea bea@example.test  1 0 1 ["acme.shop.items"]`
				if label := page.Records[0].Relations[0].Related.Records[0].Value.StringValue; *label != "editor" {
					f.Errorf("the role: %s", *label)
				}
			}
			f.expectSame(controller, strings.Join(texts, " "), expected)
		}
	})
}
