package drivertest

import (
	"fmt"
	"sort"
	"testing"

	"gatehouse.dev/host/admin"
)

const (
	shares = "backend.share_views"
	posts  = "acme.blog.posts"
)

func (p *people) save(by *admin.Administrator, change admin.ViewChange) (*admin.SavedView, string) {
	change.AdministratorID = by.ID
	if change.List == "" {
		change.List = posts
	}
	if change.Name == "" {
		change.Name, change.Query = "Drafts", "filter[status]=draft"
	}
	found, refusal, err := p.directory.SaveView(ctx, change)
	return found, word(string(refusal), err)
}

func (p *people) saved(by *admin.Administrator, change admin.ViewChange) *admin.SavedView {
	p.Helper()
	found, outcome := p.save(by, change)
	if found == nil {
		p.Fatalf("not saved: %s", outcome)
	}
	return found
}

func (p *people) views(id, list string) []string {
	p.Helper()
	found, err := p.directory.ListViews(ctx, id, list)
	if err != nil {
		p.Fatal(err)
	}
	names := []string{}
	for _, each := range found {
		names = append(names, each.Name)
	}
	sort.Strings(names)
	return names
}

// admin_view.proto: a view is its owner's alone until it is shared.
func TestWhoSeesAView(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, boris := p.person("ada", shares), p.person("boris")
		view := p.saved(ada, admin.ViewChange{})
		f.expectSame("the view", []interface{}{view.OwnerID, view.OwnerName, view.Shared, view.Name, view.Query},
			[]interface{}{ada.ID, "ada", false, "Drafts", "filter[status]=draft"})
		f.expectSame("for Ada", p.views(ada.ID, posts), []string{"Drafts"})
		f.expectSame("for Boris", p.views(boris.ID, posts), []string{})
		shared := p.saved(ada, admin.ViewChange{ID: view.ID, Version: view.Version, Shared: true, Name: "<b>Ours</b>"})
		if shared.Version <= view.Version || shared.ID != view.ID {
			f.Errorf("shared: %+v", shared)
		}
		for _, id := range []string{boris.ID, "no-such"} {
			f.expectSame("shared, for "+id, p.views(id, posts), []string{"<b>Ours</b>"})
		}
		f.expectSame("of another list", p.views(ada.ID, "acme.blog.tags"), []string{})
	})
}

// admin_view.proto: the rules hold by the directory of that moment.
func TestWhoMayWriteAView(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.person("ada", shares)
		remove := func(by *admin.Administrator, id string) string {
			refusal, err := p.directory.DeleteView(ctx, by.ID, posts, id)
			return word(string(refusal), err)
		}
		for _, each := range []struct {
			who      *admin.Administrator
			expected string
		}{
			{p.person("without"), "FORBIDDEN"}, {p.person("with", shares), "done"}, {p.person("pattern", "backend.*"), "done"},
			{p.superuser("root"), "done"},
		} {
			ours, hers := p.saved(ada, admin.ViewChange{Shared: true}), p.saved(ada, admin.ViewChange{Name: "Hers"})
			_, own := p.save(each.who, admin.ViewChange{})
			_, sharing := p.save(each.who, admin.ViewChange{Shared: true})
			_, renaming := p.save(each.who, admin.ViewChange{ID: ours.ID, Version: ours.Version, Shared: true, Name: "Renamed"})
			deleting := remove(each.who, ours.ID)
			_, private := p.save(each.who, admin.ViewChange{ID: hers.ID, Version: hers.Version})
			other := p.saved(ada, admin.ViewChange{Shared: true})
			_, unsharing := p.save(each.who, admin.ViewChange{ID: other.ID, Version: other.Version})
			f.expectSame(each.who.Login, []string{own, sharing, renaming, deleting, private, unsharing, remove(each.who, hers.ID)},
				[]string{"done", each.expected, each.expected, each.expected, "UNKNOWN", each.expected, "UNKNOWN"})
		}
		view := p.saved(ada, admin.ViewChange{})
		p.deactivate(ada)
		for _, by := range []*admin.Administrator{ada, {ID: "no-such"}} {
			_, saving := p.save(by, admin.ViewChange{})
			f.expectSame("one who is not active", []string{saving, remove(by, view.ID)}, []string{"FORBIDDEN", "FORBIDDEN"})
		}
	})
}

func TestOfChangesOfAViewFromOneVersionExactlyOneSucceeds(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		both := []*admin.Administrator{p.person("ada", shares), p.person("boris", shares)}
		view := p.saved(both[0], admin.ViewChange{Shared: true})
		f.expectSame("at once", concurrently(6, func(number int) string {
			_, outcome := p.save(both[number%2], admin.ViewChange{ID: view.ID, Version: view.Version, Shared: true, Name: fmt.Sprint(number)})
			return outcome
		}), map[string]int{"done": 1, "STALE": 5})
	})
}

func TestOfDeletionsOfASharedViewExactlyOneDeletesIt(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		both := []*admin.Administrator{p.person("ada", shares), p.person("boris", shares)}
		for round := 0; round < 5; round++ {
			view := p.saved(both[0], admin.ViewChange{Shared: true})
			f.expectSame("at once", concurrently(8, func(number int) string {
				refusal, err := p.directory.DeleteView(ctx, both[number%2].ID, posts, view.ID)
				return word(string(refusal), err)
			}), map[string]int{"done": 1, "UNKNOWN": 7})
		}
	})
}

// HC-58: also while a colleague takes shared views of the owner back.
func TestTheLimitOfAnOwnerWhoseViewsAreTakenBack(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, boris := p.person("ada", shares), p.person("boris")
		for number := 0; number < 56; number++ {
			p.run(`insert into backend_views (id, list, user_id, shared, name, query, version, updated_at)
				values ($1, $2, $3, $4, 'x', '', 1, 0)`, fmt.Sprint(number), posts, boris.ID, bitOf(number < 10))
		}
		f.expectSame("at once", concurrently(20, func(number int) string {
			by, change := boris, admin.ViewChange{}
			if number%2 == 1 {
				by, change = ada, admin.ViewChange{ID: fmt.Sprint(number / 2), Version: 1}
			}
			_, outcome := p.save(by, change)
			return outcome
		}), map[string]int{"done": 4, "TOO_MANY": 16})
	})
}

func bitOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// admin_view.proto: 100 shared views of a list, and 50 of one administrator that are not.
func TestTheLimitsOfViews(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, boris := p.person("ada", shares), p.person("boris")
		fill := func(of *admin.Administrator, shared, count int) {
			for number := 0; number < count; number++ {
				p.run(`insert into backend_views (id, list, user_id, shared, name, query, version, updated_at)
					values ($1, $2, $3, $4, 'x', '', 1, 0)`, fmt.Sprintf("%s-%d-%d", of.ID, shared, number), posts, of.ID, shared)
			}
		}
		fill(ada, 1, 100)
		fill(boris, 0, 49)
		f.expectSame("at once", concurrently(3, func(int) string { _, outcome := p.save(boris, admin.ViewChange{}); return outcome }),
			map[string]int{"done": 1, "TOO_MANY": 2})
		_, other := p.save(boris, admin.ViewChange{List: "acme.blog.tags"})
		own := p.saved(ada, admin.ViewChange{})
		_, another := p.save(ada, admin.ViewChange{Shared: true})
		_, becoming := p.save(ada, admin.ViewChange{ID: own.ID, Version: own.Version, Shared: true})
		_, staying := p.save(ada, admin.ViewChange{ID: ada.ID + "-1-0", Version: 1, Shared: true, Name: "Still changes"})
		f.expectSame("beyond the limits", []string{other, another, becoming, staying}, []string{"done", "TOO_MANY", "TOO_MANY", "done"})
	})
}
