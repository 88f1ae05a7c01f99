package drivertest

import (
	"fmt"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
)

var added = time.UnixMilli(1_790_000_000_123).UTC()

func passkey(name string, signCount uint32) admin.Passkey {
	return admin.Passkey{
		CredentialID: "credential-" + name, PublicKey: "cose", SignCount: signCount, Transports: []string{"usb", "nfc"},
		BackedUp: true, Name: "Schlüssel " + name, CreatedAt: added,
	}
}

func (p *people) addPasskey(of *admin.Administrator, version uint32, one admin.Passkey, hashes ...string) string {
	_, refusal, err := p.directory.AddPasskey(ctx, admin.NewPasskey{
		AdministratorID: of.ID, TokenVersion: version, Passkey: one, RecoveryHashes: hashes,
	})
	return word(string(refusal), err)
}

func (p *people) withPasskey(login string, signCount uint32) *admin.Administrator {
	p.Helper()
	made := p.person(login)
	p.expectSame("the passkey of "+login, p.addPasskey(made, 0, passkey(login, signCount), codeHash(1), codeHash(2)), "done")
	return made
}

func (p *people) usePasskey(of *admin.Administrator, name string, signCount uint32) string {
	accepted, err := p.directory.UsePasskey(ctx, admin.PasskeyUse{
		AdministratorID: of.ID, CredentialID: "credential-" + name, SignCount: signCount, UsedAt: added.Add(time.Hour),
	})
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(accepted)
}

func (p *people) passkeysOf(of *admin.Administrator) []admin.Passkey {
	p.Helper()
	found, err := p.directory.ListPasskeys(ctx, of.ID)
	if err != nil {
		p.Fatal(err)
	}
	return found
}

func (p *people) removePasskey(of *admin.Administrator, name string) string {
	_, refusal, err := p.directory.RemovePasskey(ctx, of.ID, "credential-"+name)
	return word(string(refusal), err)
}

func (p *people) removeApp(of *admin.Administrator) string {
	_, refusal, err := p.directory.RemoveAuthenticatorApp(ctx, of.ID)
	return word(string(refusal), err)
}

// HC-80
func TestAPasskeyIsASecondFactor(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bob := p.withPasskey("ada", 5), p.person("bob")
		f.expectSame("the passkeys", p.passkeysOf(ada), []admin.Passkey{passkey("ada", 5)})
		f.expectSame("the codes", p.factorOf(ada.ID), " 2")
		account := p.now(ada.ID)
		f.expectSame("the account", []interface{}{account.HasSecondFactor, account.TokenVersion}, []interface{}{true, 1})
		f.expectSame("with another version", p.addPasskey(ada, 0, passkey("new", 0)), "STALE")
		f.expectSame("the same one", p.addPasskey(ada, 1, passkey("ada", 5)), "REGISTERED")
		f.expectSame("that of another", p.addPasskey(bob, 0, passkey("ada", 5)), "REGISTERED")
		f.expectSame("of an unknown one", p.addPasskey(&admin.Administrator{ID: "999999"}, 0, passkey("new", 0)), "UNKNOWN")
		for number := uint32(1); number < 20; number++ {
			f.expectSame("one more", p.addPasskey(ada, number, passkey(fmt.Sprint(number), 0)), "done")
		}
		f.expectSame("the 21st", p.addPasskey(ada, 20, passkey("new", 0)), "TOO_MANY")
		f.expectSame("the codes that stay", p.factorOf(ada.ID), " 2")
		people := []*admin.Administrator{bob, p.person("eve"), p.person("max"), p.person("zoe")}
		f.expectSame("at once", concurrently(4, func(number int) string { return p.addPasskey(people[number], 0, passkey("one", 0)) }),
			map[string]int{"done": 1, "REGISTERED": 3})
	})
}

// HC-80: of any number of uses of one counter at once, exactly one is accepted.
func TestEachCounterIsAcceptedOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bob := p.withPasskey("ada", 5), p.withPasskey("bob", 0)
		for _, count := range []uint32{5, 4, 0} {
			f.expectSame(fmt.Sprint("the counter ", count), p.usePasskey(ada, "ada", count), "false")
		}
		f.expectSame("that of another", p.usePasskey(ada, "bob", 9), "false")
		f.expectSame("at once", concurrently(5, func(int) string { return p.usePasskey(ada, "ada", 6) }),
			map[string]int{"true": 1, "false": 4})
		used := passkey("ada", 6)
		usedAt := added.Add(time.Hour)
		used.BackedUp, used.UsedAt = false, &usedAt
		f.expectSame("the passkeys", p.passkeysOf(ada), []admin.Passkey{used})
		f.expectSame("the highest counter", p.usePasskey(ada, "ada", 1<<32-1), "true")
		for _, want := range []string{"true", "true"} {
			f.expectSame("without a counter", p.usePasskey(bob, "bob", 0), want)
		}
	})
}

// HC-80
func TestAnAppComesAndGoesBesideAPasskey(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.withPasskey("ada", 0)
		f.expectSame("without an app", p.removeApp(ada), "STALE")
		_, refusal, err := p.directory.SetSecondFactor(ctx, admin.NewSecondFactor{
			AdministratorID: ada.ID, TokenVersion: 1, SealedSecret: "sealed", Step: step,
		})
		f.expectSame("an app", word(string(refusal), err), "done")
		f.expectSame("both", p.factorOf(ada.ID), "sealed 2")
		f.expectSame("another app", p.setFactor(ada, 2, "other"), "FORBIDDEN")
		f.expectSame("without the app", p.removeApp(ada), "done")
		f.expectSame("the codes", p.factorOf(ada.ID), " 2")
		accepted, err := p.directory.UseSecondFactor(ctx, admin.SecondFactorUse{AdministratorID: ada.ID, Step: later(9)})
		f.expectSame("a step", fmt.Sprint(accepted, err), "false <nil>")
		accepted, err = p.directory.UseSecondFactor(ctx, admin.SecondFactorUse{AdministratorID: ada.ID, RecoveryHash: codeHash(1)})
		f.expectSame("a recovery code", fmt.Sprint(accepted, err), "true <nil>")
		f.expectSame("an app with codes", p.setFactor(ada, 3, "sealed"), "done")
		f.expectSame("that of nobody", p.removePasskey(ada, "x"), "STALE")
		f.expectSame("without the passkey", p.removePasskey(ada, "ada"), "done")
		f.expectSame("the app", p.factorOf(ada.ID), "sealed 2")
		f.expectSame("without anything", p.removeApp(ada), "done")
		f.expectSame("nothing", p.factorOf(ada.ID), "false <nil>")
		f.expectSame("the account", p.now(ada.ID).HasSecondFactor, false)
	})
}

// HC-80
func TestPasskeysAreRenamedAndRemoved(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bob := p.withPasskey("ada", 0), p.withPasskey("bob", 0)
		rename := func(of *admin.Administrator) string {
			renamed, err := p.directory.RenamePasskey(ctx, of.ID, "credential-ada", "Office")
			return fmt.Sprint(renamed, err)
		}
		f.expectSame("by another", rename(bob), "false <nil>")
		f.expectSame("by its administrator", rename(ada), "true <nil>")
		f.expectSame("the name", p.passkeysOf(ada)[0].Name, "Office")
		f.expectSame("removed by another", p.removePasskey(bob, "ada"), "STALE")
		f.expectSame("removed", p.removePasskey(ada, "ada"), "done")
		f.expectSame("nothing", p.factorOf(ada.ID), "false <nil>")
		_, refusal, err := p.directory.RemoveSecondFactor(ctx, bob.ID, "")
		f.expectSame("the reset", word(string(refusal), err), "done")
		f.expectSame("the passkeys", len(p.passkeysOf(bob)), 0)
		eve := p.withPasskey("eve", 0)
		p.deactivate(eve)
		f.expectSame("of an inactive one", len(p.passkeysOf(eve)), 0)
		for what, outcome := range map[string]string{
			"the use": p.usePasskey(eve, "eve", 1), "the name": rename(eve), "the removal": p.removePasskey(eve, "eve"),
			"the app": p.removeApp(eve),
		} {
			f.expectSame(what, outcome, map[string]string{
				"the use": "false", "the name": "false <nil>", "the removal": "UNKNOWN", "the app": "UNKNOWN",
			}[what])
		}
	})
}
