package drivertest

import (
	"fmt"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
)

// HC-38, and admin_directory.proto: in the order in which the reasons apply.
func TestWhichTokensOfAdministratorsAreRefused(t *testing.T) {
	onBoth(t, func(f *fixture) {
		if _, err := admin.Migrate(ctx, f.database); err != nil {
			f.Fatal(err)
		}
		directory := admin.NewSQLDirectory(f.database)
		ada, _, _, err := directory.Create(ctx, admin.NewAdministrator{Login: "ada", Email: "ada@example.test", PasswordHash: oneHash})
		if err != nil {
			f.Fatal(err)
		}
		f.run("update backend_users set token_version = 3")
		token := func(id string, version uint32) admin.Token {
			return admin.Token{AdministratorID: ada.ID, TokenVersion: version, ID: id}
		}
		expect := func(what string, token admin.Token, expected admin.TokenRefusal) {
			f.Helper()
			_, refusal, err := directory.Authenticate(ctx, token, at)
			f.expectSame(what, word(string(refusal), err), word(string(expected), nil))
		}
		expect("the current version", token("a", 3), "")
		expect("an earlier version", token("a", 2), admin.TokenStale)
		expect("a later version", token("a", 4), admin.TokenStale)

		retired := admin.Retirement{EffectiveAt: at, ExpiresAt: at.Add(time.Hour)}
		for _, expected := range []admin.TokenRefusal{"", admin.TokenBlacklisted} {
			_, refusal, err := directory.Rotate(ctx, token("b", 3), at, retired)
			f.expectSame("a rotation", word(string(refusal), err), word(string(expected), nil))
		}
		expect("a rotated token", token("b", 3), admin.TokenBlacklisted)
		for round := 0; round < 5; round++ {
			contended := token(fmt.Sprint("c", round), 3)
			passed := make(chan bool)
			const calls = 8
			for call := 0; call < calls; call++ {
				go func() {
					_, refusal, err := directory.Rotate(ctx, contended, at, retired)
					passed <- err == nil && refusal == ""
				}()
			}
			count := 0
			for call := 0; call < calls; call++ {
				if <-passed {
					count++
				}
			}
			f.expectSame("rotations at once", count, 1)
		}

		for hash, isKnown := range map[string]bool{oneHash: true, oneHash + "x": false} {
			found, err := directory.RecordSignIn(ctx, admin.SignIn{AdministratorID: ada.ID, At: at, PasswordHash: hash})
			if err != nil || (found != nil) != isKnown {
				f.Errorf("a sign-in with %s: %+v, %v", hash, found, err)
			}
		}
		f.run("update backend_users set is_activated = 0")
		expect("of an inactive administrator", token("a", 3), admin.TokenUnknown)
	})
}
