package drivertest

import (
	"fmt"
	"testing"

	"gatehouse.dev/host/admin"
)

// AD-244, AD-245
func TestPasswordsAndTheEndOfSessions(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, ada := p.superuser("root"), p.person("ada")
		manager, stronger := p.person("manager", manages, "acme.blog.*"), p.person("stronger", "acme.shop.items")
		password := func(of *admin.Administrator, version uint32, by string) string {
			_, refusal, err := p.directory.ChangePassword(ctx, admin.PasswordChange{
				AdministratorID: of.ID, TokenVersion: version, PasswordHash: otherHash, ChangedBy: by, MustChange: by != of.ID,
			})
			return word(string(refusal), err)
		}
		end := func(of, by string) string {
			_, refusal, err := p.directory.EndSessions(ctx, of, by)
			return word(string(refusal), err)
		}
		for _, of := range []*admin.Administrator{root, stronger} {
			f.expectSame("a password of "+of.Login, password(of, 0, manager.ID), "FORBIDDEN")
			f.expectSame("stale comes first", password(of, 7, manager.ID), "STALE")
			f.expectSame("sessions of "+of.Login, end(of.ID, manager.ID), "FORBIDDEN")
		}
		f.expectSame("changes from one version", concurrently(4, func(int) string { return password(ada, 0, ada.ID) }),
			map[string]int{"done": 1, "STALE": 3})
		f.expectSame("by a colleague", password(ada, 1, manager.ID), "done")
		credentials, err := p.directory.FindCredentials(ctx, "ada")
		if err != nil || credentials.PasswordHash != otherHash || !credentials.MustChangePassword {
			f.Errorf("credentials: %+v, %v", credentials, err)
		}
		f.expectSame("her own", password(ada, 2, ada.ID), "done")
		f.expectSame("must she change it?", p.now(ada.ID).MustChangePassword, false)
		f.expectSame("by a colleague again", password(ada, 3, root.ID), "done")
		if found, err := p.directory.SetPassword(ctx, "ADA", oneHash); err != nil || found.MustChangePassword {
			f.Errorf("by an operator: %+v, %v", found, err)
		}
		f.expectSame("her own sessions", end(ada.ID, ada.ID), "done")
		f.expectSame("hers by a colleague", end(ada.ID, root.ID), "done")
		f.expectSame("of an unknown one", end("999999", root.ID), "UNKNOWN")
		f.expectSame("the token version", p.now(ada.ID).TokenVersion, 7)
		for _, active := range []int64{0, 1, 1} {
			p.change(root, administrators, ada.ID, cells{"is_activated": integer(active)})
		}
		f.expectSame("after a deactivation", p.now(ada.ID).TokenVersion, 8)
		for range []int{1, 2} {
			name := fmt.Sprint("Ada ", p.now(ada.ID).TokenVersion)
			p.change(root, administrators, ada.ID, cells{"is_activated": integer(0), "name": text(name)})
		}
		f.expectSame("after a deactivation and another change", p.now(ada.ID).TokenVersion, 9)
		f.expectSame("a password of an inactive one", password(ada, 9, root.ID), "UNKNOWN")
	})
}
