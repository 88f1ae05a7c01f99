package drivertest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse.dev/host"
)

func (f *fixture) create(client *host.Client, options host.CreateClientOptions) int {
	f.Helper()
	count := 0
	f.write(func(ctx context.Context, tx host.Tx) (err error) {
		count, err = tx.Clients.Create(ctx, client, options)
		return err
	})
	return count
}

func creation(client *host.Client, options host.CreateClientOptions) func(context.Context, host.Tx) error {
	return func(ctx context.Context, tx host.Tx) error {
		_, err := tx.Clients.Create(ctx, client, options)
		return err
	}
}

// find returns nil for an absent client.
func (f *fixture) find(id string) *host.Client {
	f.Helper()
	var found *host.Client
	err := f.backend.Transaction(ctx, true, func(ctx context.Context, tx host.Tx) (err error) {
		found, err = tx.Clients.Find(ctx, id)
		return err
	})
	if err != nil && !errors.Is(err, host.ErrNotFound) {
		f.Fatal(err)
	}
	return found
}

func TestClientsComeBackAsCreated(t *testing.T) {
	onBoth(t, func(f *fixture) {
		plain := newClient("plain")
		plain.AuthMethod, plain.SecretHash, plain.Scopes, plain.MetadataJSON = host.AuthMethodNone, nil, []string{}, ""
		revoked := newClient("https://a.example/client.json")
		revoked.ConsentedAt, revoked.RevokedAt, revoked.SelfRegistered = now(), now(), false
		for _, client := range []*host.Client{newClient("full"), plain, revoked} {
			f.create(client, host.CreateClientOptions{})
			if got := f.find(client.ID); !reflect.DeepEqual(got, client) {
				f.Errorf("got %+v, want %+v", got, client)
			}
		}
		if f.find("absent") != nil {
			f.Error("found a client that does not exist")
		}
	})
}

func TestTheCapHoldsUnderConcurrency(t *testing.T) {
	onBoth(t, func(f *fixture) {
		const limit, attempts = 5, 40
		var created int32
		var group sync.WaitGroup
		for i := 0; i < attempts; i++ {
			group.Add(1)
			go func(i int) {
				defer group.Done()
				err := f.backend.Transaction(ctx, false, creation(newClient(fmt.Sprint("c", i)), host.CreateClientOptions{Cap: limit}))
				var abort *host.AbortError
				switch {
				case err == nil:
					atomic.AddInt32(&created, 1)
				case !errors.As(err, &abort) || abort.Reason != host.ClientCapReached:
					f.Error(err)
				}
			}(i)
		}
		group.Wait()
		if created != limit {
			f.Errorf("created %d clients, want %d", created, limit)
		}
	})
}

func TestFarBelowTheCapCreationsRunInParallel(t *testing.T) {
	onBoth(t, func(f *fixture) {
		var group sync.WaitGroup
		for i := 0; i < 20; i++ {
			group.Add(1)
			go func(i int) {
				defer group.Done()
				err := f.backend.Transaction(ctx, false, creation(newClient(fmt.Sprint("c", i)), host.CreateClientOptions{Cap: 10_000}))
				if err != nil {
					f.Error(err)
				}
			}(i)
		}
		group.Wait()
		if got := f.create(newClient("last"), host.CreateClientOptions{}); got != 21 {
			f.Errorf("counted %d clients, want 21", got)
		}
	})
}

func TestEvictionAtTheCap(t *testing.T) {
	onBoth(t, func(f *fixture) {
		for index, id := range []string{"revoked", "ours", "consented", "oldest", "newer"} {
			client := newClient(id)
			client.SelfRegistered = id != "ours"
			client.RegisteredAt = now().Add(time.Duration(index-10) * time.Hour)
			if id == "revoked" {
				client.RevokedAt = now()
			}
			if id == "consented" {
				client.ConsentedAt = now()
			}
			f.create(client, host.CreateClientOptions{})
		}
		evict := host.CreateClientOptions{Cap: 4, EvictOldestUnconsented: true}
		if got := f.create(newClient("new"), evict); got != 4 {
			f.Errorf("counted %d, want 4", got)
		}
		if f.find("oldest") != nil {
			f.Error("kept the oldest client that registered itself and has no consent")
		}
		for _, id := range []string{"revoked", "ours", "consented", "newer"} {
			if f.find(id) == nil {
				f.Errorf("evicted the client %s", id)
			}
		}
		lowered := host.CreateClientOptions{Cap: 3, EvictOldestUnconsented: true}
		if reason := f.aborted(creation(newClient("late"), lowered)); reason != host.ClientCapReached || f.find("newer") == nil {
			f.Errorf("aborted with %s after the cap was lowered, and must evict none", reason)
		}
	})
}

func TestAnExistingClientIsReplacedOrRefused(t *testing.T) {
	onBoth(t, func(f *fixture) {
		first := newClient("c")
		first.ConsentedAt, first.RevokedAt = now().Add(-time.Hour), now()
		f.create(first, host.CreateClientOptions{})
		second := newClient("c")
		second.Name, second.RegisteredAt = "second", now().Add(time.Hour)
		if reason := f.aborted(creation(second, host.CreateClientOptions{Cap: 1})); reason != host.ClientAlreadyExists {
			f.Errorf("aborted with %s", reason)
		}
		f.create(newClient("other"), host.CreateClientOptions{})
		f.create(second, host.CreateClientOptions{Cap: 1, ReplaceExisting: true})
		got := f.find("c")
		second.RegisteredAt, second.ConsentedAt, second.RevokedAt = first.RegisteredAt, first.ConsentedAt, first.RevokedAt
		if !reflect.DeepEqual(got, second) {
			f.Errorf("got %+v, want %+v", got, second)
		}
	})
}

func TestTheFirstConsentStays(t *testing.T) {
	onBoth(t, func(f *fixture) {
		revoked := newClient("revoked")
		revoked.RevokedAt = now()
		f.create(newClient("c"), host.CreateClientOptions{})
		f.create(revoked, host.CreateClientOptions{})
		first := now()
		for _, at := range []time.Time{first, first.Add(time.Hour)} {
			f.write(func(ctx context.Context, tx host.Tx) error { return tx.Clients.StampConsent(ctx, "c", at) })
		}
		if got := f.find("c").ConsentedAt; !got.Equal(first) {
			f.Errorf("got %v, want %v", got, first)
		}
		for _, id := range []string{"absent", "revoked"} {
			reason := f.aborted(func(ctx context.Context, tx host.Tx) error { return tx.Clients.StampConsent(ctx, id, first) })
			if reason != host.ClientNotFound {
				f.Errorf("%s: aborted with %s", id, reason)
			}
		}
	})
}

func TestSweepsOnlyAbandonedClients(t *testing.T) {
	onBoth(t, func(f *fixture) {
		limit := now().Add(-time.Hour)
		make := func(id string, change func(*host.Client)) {
			client := newClient(id)
			client.RegisteredAt = limit.Add(-time.Minute)
			change(client)
			f.create(client, host.CreateClientOptions{})
		}
		make("abandoned", func(*host.Client) {})
		make("new", func(c *host.Client) { c.RegisteredAt = limit })
		make("consented", func(c *host.Client) { c.ConsentedAt = now() })
		make("revoked", func(c *host.Client) { c.RevokedAt = now() })
		make("tooling", func(c *host.Client) { c.SelfRegistered = false })
		make("refreshing", func(*host.Client) {})
		make("calling", func(*host.Client) {})
		make("disconnected", func(*host.Client) {})
		f.write(func(ctx context.Context, tx host.Tx) error {
			refresh, gone := newRefreshToken("l1"), newRefreshToken("l3")
			refresh.ClientID, gone.ClientID = "refreshing", "disconnected"
			mint := newMint("l2")
			mint.ClientID = "calling"
			if err := tx.RefreshTokens.Create(ctx, refresh); err != nil {
				return err
			}
			if err := tx.RefreshTokens.Create(ctx, gone); err != nil {
				return err
			}
			if _, err := tx.RefreshTokens.RevokeLineage(ctx, "l3", now()); err != nil {
				return err
			}
			_, err := tx.AccessTokens.Mint(ctx, mint)
			return err
		})
		removed := 0
		f.write(func(ctx context.Context, tx host.Tx) (err error) {
			removed, err = tx.Clients.SweepUnconsented(ctx, limit)
			return err
		})
		if removed != 2 || f.find("abandoned") != nil || f.find("disconnected") != nil {
			f.Errorf("removed %d clients, want abandoned and disconnected", removed)
		}
		for _, id := range []string{"new", "consented", "revoked", "tooling", "refreshing", "calling"} {
			if f.find(id) == nil {
				f.Errorf("removed %s", id)
			}
		}
		if got := f.create(newClient("next"), host.CreateClientOptions{}); got != 6 {
			f.Errorf("counted %d unrevoked clients afterwards, want 6", got)
		}
	})
}

func TestRevokingWithSQLIsCounted(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.create(newClient("a"), host.CreateClientOptions{})
		f.create(newClient("b"), host.CreateClientOptions{})
		if _, err := f.db.Exec("update gatehouse_clients set revoked_at = 1 where client_id = 'a'"); err != nil {
			f.Fatal(err)
		}
		if got := f.create(newClient("c"), host.CreateClientOptions{Cap: 2}); got != 2 {
			f.Errorf("counted %d, want 2", got)
		}
	})
}
