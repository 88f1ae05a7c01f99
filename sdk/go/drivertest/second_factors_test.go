package drivertest

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host/admin"
)

const step = uint32(58_000_000)

// codeHash is the hash of a recovery code.
func codeHash(number int) string { return fmt.Sprintf("%064x", number) }

func (p *people) setFactor(of *admin.Administrator, version uint32, secret string) string {
	_, refusal, err := p.directory.SetSecondFactor(ctx, admin.NewSecondFactor{
		AdministratorID: of.ID, TokenVersion: version, SealedSecret: secret, Step: step, RecoveryHashes: []string{codeHash(1), codeHash(2)},
	})
	return word(string(refusal), err)
}

func (p *people) withFactor(login string) *admin.Administrator {
	p.Helper()
	made := p.person(login)
	p.expectSame("the second factor of "+login, p.setFactor(made, 0, "sealed-"+login), "done")
	return made
}

func (p *people) use(of *admin.Administrator, use admin.SecondFactorUse) string {
	use.AdministratorID = of.ID
	if use.SealedSecret == "" {
		use.SealedSecret = "sealed-" + of.Login
	}
	accepted, err := p.directory.UseSecondFactor(ctx, use)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(accepted)
}

func later(seconds uint32) *uint32 {
	found := step + seconds
	return &found
}

func (p *people) factorOf(id string) string {
	found, err := p.directory.FindSecondFactor(ctx, id)
	if err != nil || found == nil {
		return fmt.Sprint(found != nil, err)
	}
	return fmt.Sprint(found.SealedSecret, " ", found.RecoveryCodesLeft)
}

// AD-255
func TestASecondFactorIsSetOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.person("ada")
		f.expectSame("at once", concurrently(4, func(number int) string { return p.setFactor(ada, 0, fmt.Sprint("s", number)) }),
			map[string]int{"done": 1, "STALE": 3})
		account := p.now(ada.ID)
		f.expectSame("the account", []interface{}{account.HasSecondFactor, account.TokenVersion}, []interface{}{true, 1})
		f.expectSame("another one", p.setFactor(ada, 1, "s"), "FORBIDDEN")
		f.expectSame("of an unknown one", p.setFactor(&admin.Administrator{ID: "999999"}, 0, "s"), "UNKNOWN")
		p.deactivate(ada)
		f.expectSame("of an inactive one", p.setFactor(ada, 1, "s"), "UNKNOWN")
		for _, of := range []string{ada.ID, "999999", "x"} {
			f.expectSame("found of "+of, p.factorOf(of), "false <nil>")
		}
	})
}

// AD-257, AD-258: of any number of uses of one code at once, exactly one is accepted.
func TestEachCodeIsAcceptedOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.withFactor("ada")
		atOnce := func(use admin.SecondFactorUse) int {
			return concurrently(5, func(int) string { return p.use(ada, use) })["true"]
		}
		for _, each := range []struct {
			what     string
			use      admin.SecondFactorUse
			accepted int
		}{
			{"the step that confirmed it", admin.SecondFactorUse{Step: later(0)}, 0},
			{"a later step", admin.SecondFactorUse{Step: later(2)}, 1},
			{"a step before that", admin.SecondFactorUse{Step: later(1)}, 0},
			{"a recovery code", admin.SecondFactorUse{RecoveryHash: codeHash(1)}, 1},
			{"an unknown recovery code", admin.SecondFactorUse{RecoveryHash: codeHash(3)}, 0},
			{"no code", admin.SecondFactorUse{}, 0},
		} {
			f.expectSame(each.what, atOnce(each.use), each.accepted)
		}
		f.expectSame("what is left", p.factorOf(ada.ID), "sealed-ada 1")
		p.deactivate(ada)
		f.expectSame("of an inactive one", p.use(ada, admin.SecondFactorUse{Step: later(9)}), "false")
	})
}

// AD-249
func TestACodeIsBoundToItsSecret(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bea := p.withFactor("ada"), p.withFactor("bea")
		f.expectSame("another secret", p.use(ada, admin.SecondFactorUse{SealedSecret: "x", Step: later(1)}), "false")
		f.expectSame("of another one", p.use(bea, admin.SecondFactorUse{SealedSecret: "sealed-ada", RecoveryHash: codeHash(1)}), "false")
		f.expectSame("refused", p.use(ada, admin.SecondFactorUse{Step: later(0), ResealedSecret: "new"}), "false")
		f.expectSame("the seal stays", p.factorOf(ada.ID), "sealed-ada 2")
		f.expectSame("accepted", p.use(ada, admin.SecondFactorUse{Step: later(1), ResealedSecret: "new"}), "true")
		f.expectSame("the new seal", p.factorOf(ada.ID), "new 2")
		replace := func(secret string, hashes ...string) string {
			replaced, err := p.directory.SetRecoveryCodes(ctx, ada.ID, secret, hashes)
			return fmt.Sprint(replaced, err)
		}
		f.expectSame("codes with the seal before", replace("sealed-ada", codeHash(7)), "false <nil>")
		f.expectSame("codes", replace("new", codeHash(7)), "true <nil>")
		f.expectSame("a code before", p.use(ada, admin.SecondFactorUse{SealedSecret: "new", RecoveryHash: codeHash(1)}), "false")
		f.expectSame("the new codes", p.factorOf(ada.ID), "new 1")
		// A list that another program spoiled is a fault, which names the row and not its contents.
		p.run("update backend_second_factors set recovery_hashes = 'spoiled' where sealed_secret = 'new'")
		if found := p.factorOf(ada.ID); !strings.Contains(found, "backend_second_factors.recovery_hashes of "+ada.ID) || strings.Contains(found, "spoiled") {
			f.Errorf("a spoiled list: %s", found)
		}
	})
}

// AD-254
func TestTheRemovalOfASecondFactor(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, bea := p.superuser("root"), p.person("bea")
		remove := func(of, by string) string {
			found, refusal, err := p.directory.RemoveSecondFactor(ctx, of, by)
			if refusal == "" && err == nil {
				return fmt.Sprint(found.HasSecondFactor, " ", found.TokenVersion)
			}
			return word(string(refusal), err)
		}
		ada := p.withFactor("ada")
		for _, each := range []struct{ by, expected string }{
			{bea.ID, "FORBIDDEN"}, {"999999", "FORBIDDEN"}, {root.ID, "false 2"}, {root.ID, "STALE"}, {"", "STALE"},
		} {
			f.expectSame("by "+each.by, remove(ada.ID, each.by), each.expected)
		}
		own, byOperator := p.withFactor("cy"), p.withFactor("dora")
		f.expectSame("her own", remove(own.ID, own.ID), "false 2")
		f.expectSame("by an operator", remove(byOperator.ID, ""), "false 2")
		f.expectSame("of an unknown one", remove("999999", ""), "UNKNOWN")
	})
}

// AD-259
func TestARoleDemandsASecondFactor(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root := p.superuser("root")
		_, made := p.add(root, roles, cells{
			"code": text("guarded"), "name": text("Guarded"), "permissions": codes(), "requires_second_factor": integer(1),
		})
		f.expectSame("a role", made, "done")
		ada, bea := p.made(admin.NewAdministrator{Login: "ada", Role: "guarded"}), p.person("bea")
		demands := []bool{p.now(ada.ID).MustHaveSecondFactor, p.now(bea.ID).MustHaveSecondFactor}
		f.expectSame("who must have one", demands, []bool{true, false})
		id := fmt.Sprint(p.number("select id from backend_user_roles"))
		f.expectSame("too high a value", p.change(root, roles, id, cells{"requires_second_factor": integer(2)}), "invalid requires_second_factor")
		f.expectSame("no more", p.change(root, roles, id, cells{"requires_second_factor": integer(0)}), "done")
		f.expectSame("afterwards", p.now(ada.ID).MustHaveSecondFactor, false)
	})
}
