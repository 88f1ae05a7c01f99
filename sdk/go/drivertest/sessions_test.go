package drivertest

import (
	"fmt"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
)

var firefox = admin.SessionDevice{Browser: "Firefox", System: "Linux", Network: "203.0.113.0/24"}

func (p *people) open(of *admin.Administrator, id string, begun time.Time, version uint32) string {
	opened, err := p.directory.OpenSession(ctx, admin.NewSession{
		AdministratorID: of.ID, TokenVersion: version, ID: id, Device: firefox, At: begun, ExpiresAt: begun.Add(time.Hour),
	})
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(opened)
}

func (p *people) sessionsOf(id string, at time.Time) []string {
	p.Helper()
	found, err := p.directory.ListSessions(ctx, id, at)
	if err != nil {
		p.Fatal(err)
	}
	ids := []string{}
	for _, each := range found {
		ids = append(ids, each.ID)
	}
	return ids
}

func (p *people) verdict(of *admin.Administrator, session string) string {
	_, refusal, err := p.directory.Authenticate(ctx, admin.Token{AdministratorID: of.ID, ID: "t-" + session, SessionID: session}, at)
	return word(string(refusal), err)
}

// AD-250
func TestSessionsAreListedByTheirLastUse(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada, bea := p.person("ada"), p.person("bea")
		f.expectSame("one", p.open(ada, "one", at, 0), "true")
		f.expectSame("two", p.open(ada, "two", at.Add(time.Second), 0), "true")
		elsewhere := admin.SessionDevice{Browser: "Firefox", System: "Linux", Network: "2001:db8::/48"}
		for _, use := range []admin.SessionUse{
			{AdministratorID: ada.ID, SessionID: "one", Device: elsewhere, At: at.Add(5 * time.Second)},
			{AdministratorID: ada.ID, SessionID: "one", Device: firefox, At: at.Add(2 * time.Second)},
			{AdministratorID: bea.ID, SessionID: "one", Device: firefox, At: at.Add(9 * time.Second)},
			{AdministratorID: "x", SessionID: "one", Device: firefox, At: at.Add(9 * time.Second)},
		} {
			if err := p.directory.TouchSession(ctx, use); err != nil {
				f.Error(err)
			}
		}
		found, err := p.directory.ListSessions(ctx, ada.ID, at)
		if err != nil {
			f.Fatal(err)
		}
		f.expectSame("the sessions", found, []admin.Session{
			{ID: "one", Device: elsewhere, OpenedAt: at, UsedAt: at.Add(5 * time.Second)},
			{ID: "two", Device: firefox, OpenedAt: at.Add(time.Second), UsedAt: at.Add(time.Second)},
		})
		f.expectSame("without the expired one", p.sessionsOf(ada.ID, at.Add(time.Hour+500*time.Millisecond)), []string{"two"})
		for _, of := range []string{bea.ID, "' or 1=1 --"} {
			f.expectSame("of "+of, p.sessionsOf(of, at), []string{})
		}
	})
}

// HC-26, for the sessions that were signed out
func TestATokenStaysSignedOutUntilItHasExpiredByTheClockOfTheHost(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.person("ada")
		p.open(ada, "s", at, 0)
		ahead := admin.Retirement{ExpiresAt: now().Add(time.Hour), SweepBefore: now().Add(24 * time.Hour)}
		for _, id := range []string{"signed out", "at a daemon whose clock is ahead"} {
			if err := p.directory.Blacklist(ctx, admin.Token{AdministratorID: ada.ID, ID: id}, ahead); err != nil {
				f.Fatal(err)
			}
		}
		_, refusal, err := p.directory.Authenticate(ctx, admin.Token{AdministratorID: ada.ID, ID: "signed out"}, at)
		f.expectSame("its token", word(string(refusal), err), "BLACKLISTED")
	})
}

// AD-252, AD-253, AD-244
func TestTheEndOfASession(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		root, ada, bea := p.superuser("root"), p.person("ada"), p.person("bea")
		end := func(of, session, by string) string {
			outcome, err := p.directory.EndSession(ctx, of, session, by)
			return word(string(outcome), err)
		}
		p.open(ada, "s", at, 0)
		f.expectSame("her token", p.verdict(ada, "s"), "done")
		f.expectSame("of another administrator", p.verdict(bea, "s"), "BLACKLISTED")
		f.expectSame("of no session", p.verdict(ada, "none"), "BLACKLISTED")
		for _, each := range []struct{ of, by, expected string }{
			{ada.ID, bea.ID, "FORBIDDEN"}, {ada.ID, "999999", "FORBIDDEN"}, {bea.ID, bea.ID, "UNKNOWN"},
			{"999999", root.ID, "UNKNOWN"}, {ada.ID, root.ID, "ENDED"}, {ada.ID, ada.ID, "UNKNOWN"},
		} {
			f.expectSame(fmt.Sprintf("%+v", each), end(each.of, "s", each.by), each.expected)
		}
		f.expectSame("her token afterwards", p.verdict(ada, "s"), "BLACKLISTED")
		retirement := admin.Retirement{EffectiveAt: at, ExpiresAt: at.Add(time.Hour)}
		token := admin.Token{AdministratorID: ada.ID, ID: "r", SessionID: "s"}
		_, refusal, err := p.directory.Rotate(ctx, token, at, retirement)
		f.expectSame("a refresh", word(string(refusal), err), "BLACKLISTED")

		p.open(ada, "kept", at, 0)
		token.SessionID = "kept"
		_, refusal, err = p.directory.Rotate(ctx, token, at, retirement)
		f.expectSame("a refresh of another session", word(string(refusal), err), "done")
		f.expectSame("which stays", p.sessionsOf(ada.ID, at), []string{"kept"})
		if err := p.directory.Blacklist(ctx, admin.Token{AdministratorID: ada.ID, ID: "o", SessionID: "kept"}, retirement); err != nil {
			f.Error(err)
		}
		f.expectSame("after a logout", p.verdict(ada, "kept"), "BLACKLISTED")

		p.open(ada, "old", at, 0)
		if _, _, err := p.directory.EndSessions(ctx, ada.ID, ada.ID); err != nil {
			f.Error(err)
		}
		f.expectSame("of the version before", p.sessionsOf(ada.ID, at), []string{})
		f.expectSame("a late one", p.open(ada, "late", at, 0), "false")
		f.expectSame("the next one", p.open(ada, "next", at, 1), "true")
		f.expectSame("rows", p.number("select count(*) from backend_sessions"), 1)
		f.expectSame("one after it expired", p.open(ada, "later", at.Add(2*time.Hour), 1), "true")
		f.expectSame("rows afterwards", p.number("select count(*) from backend_sessions"), 1)
		p.deactivate(ada)
		f.expectSame("of an inactive one", p.open(ada, "never", at, 1), "false")
		f.expectSame("those of an inactive one", end(ada.ID, "next", root.ID), "UNKNOWN")
	})
}

// AD-250
func TestTheHundredSessionsUsedLastStay(t *testing.T) {
	onBoth(t, func(f *fixture) {
		p := newPeople(f)
		ada := p.person("ada")
		for number := 0; number < 99; number++ {
			used := at.UnixMilli() - 1000 + int64(number)
			p.run(`insert into backend_sessions (session_id, user_id, token_version, browser, system, network, opened_at, used_at,
				expires_at) values ($1, $2, 0, '', '', '', $3, $4, $5)`,
				fmt.Sprintf("old-%02d", number), ada.ID, used, used, at.Add(time.Hour).UnixMilli())
		}
		f.expectSame("at once", concurrently(4, func(number int) string { return p.open(ada, fmt.Sprintf("new-%d", number), at, 0) }),
			map[string]int{"true": 4})
		kept := p.sessionsOf(ada.ID, at)
		f.expectSame("the kept ones", []interface{}{len(kept), kept[0], kept[3], kept[99]}, []interface{}{100, "new-0", "new-3", "old-03"})
		f.expectSame("rows", p.number("select count(*) from backend_sessions"), 100)
	})
}
