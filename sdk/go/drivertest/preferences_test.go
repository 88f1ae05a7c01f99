package drivertest

import (
	"fmt"
	"testing"

	"gatehouse.dev/host/admin"
)

// AD-246, AD-247
func TestProfilesAndPreferences(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bea := p.person("ada"), p.person("bea")
		profile := admin.Profile{DisplayName: "Ada", Locale: "de"}
		if found, err := p.directory.UpdateProfile(ctx, ada.ID, profile); err != nil || found.DisplayName != "Ada" || found.Locale != "de" {
			f.Errorf("a profile: %+v, %v", found, err)
		}
		set := func(of, key, stored string) string {
			outcome, err := p.directory.SetPreference(ctx, of, admin.Preference{Key: key, Document: stored})
			return word(string(outcome), err)
		}
		kept := func(of string) []admin.Preference {
			found, err := p.directory.Preferences(ctx, of, []string{"appearance", "other"})
			if err != nil {
				f.Error(err)
			}
			return found
		}
		f.expectSame("a document", set(ada.ID, "appearance", `{"theme":"dark"}`), "STORED")
		f.expectSame("another one", set(ada.ID, "appearance", `{"theme":"light"}`), "STORED")
		f.expectSame("of Ada", kept(ada.ID), []admin.Preference{{Key: "appearance", Document: `{"theme":"light"}`}})
		f.expectSame("of Bea", kept(bea.ID), []admin.Preference{})
		f.expectSame("removed", set(ada.ID, "appearance", ""), "STORED")
		f.expectSame("of Ada afterwards", kept(ada.ID), []admin.Preference{})
		for number := 0; number < 198; number++ {
			p.run("insert into backend_preferences (user_id, item_key, document, updated_at) values ($1, $2, '{}', 0)", ada.ID, fmt.Sprintf("list:%d", number))
		}
		f.expectSame("at once", concurrently(4, func(number int) string { return set(ada.ID, fmt.Sprintf("new:%d", number), "[]") }),
			map[string]int{"STORED": 2, "TOO_MANY": 2})
		f.expectSame("a known one", set(ada.ID, "list:0", "[1]"), "STORED")
		f.expectSame("a document of Gatehouse", set(ada.ID, "gatehouse.password-link", `"1"`), "STORED")
		for _, key := range []string{"Gatehouse.x", "GATEHOUSE.x", "gatehousex"} {
			f.expectSame(key, set(ada.ID, key, "[1]"), "TOO_MANY")
		}
		p.deactivate(bea)
		for _, of := range []string{bea.ID, "999999", "' or 1=1"} {
			found, err := p.directory.UpdateProfile(ctx, of, profile)
			if found != nil || err != nil || set(of, "appearance", "{}") != "UNKNOWN" {
				f.Errorf("of %s: %+v, %v", of, found, err)
			}
		}
	})
}
