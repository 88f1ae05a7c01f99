package drivertest

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/bearer"
	"gatehouse.dev/host/sqlbackend"
)

func TestCodesAreSpentOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		code := newCode()
		f.write(func(ctx context.Context, tx host.Tx) error { return tx.Codes.Create(ctx, code) })
		find := func() (found *host.Code) {
			f.write(func(ctx context.Context, tx host.Tx) (err error) {
				found, err = tx.Codes.Find(ctx, code.Hash)
				return err
			})
			return found
		}
		if got := find(); !reflect.DeepEqual(got, code) {
			f.Errorf("got %+v, want %+v", got, code)
		}
		at := now()
		spent := race(20, func(int) error {
			return f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
				return tx.Codes.Spend(ctx, code.Hash, "lineage", at)
			})
		}, host.CodeAlreadySpent)
		if spent != 1 {
			f.Errorf("%d spends succeeded, want 1", spent)
		}
		if got := find(); got.LineageID != "lineage" || !got.SpentAt.Equal(at) {
			f.Errorf("got %+v", got)
		}
		reason := f.aborted(func(ctx context.Context, tx host.Tx) error { return tx.Codes.Spend(ctx, hash(), "l", at) })
		if reason != host.CodeNotFound {
			f.Errorf("aborted with %s", reason)
		}
	})
}

// race runs work concurrently and counts the successes. An error other than the reason counts as many.
func race(count int, work func(index int) error, reason host.AbortReason) int32 {
	var succeeded int32
	var group sync.WaitGroup
	for i := 0; i < count; i++ {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			var abort *host.AbortError
			if err := work(i); err == nil {
				atomic.AddInt32(&succeeded, 1)
			} else if !errors.As(err, &abort) || abort.Reason != reason {
				atomic.AddInt32(&succeeded, 1000)
			}
		}(i)
	}
	group.Wait()
	return succeeded
}

func TestRefreshTokensAreSpentOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		token := newRefreshToken("lineage")
		f.write(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Create(ctx, token) })
		f.write(func(ctx context.Context, tx host.Tx) error {
			got, err := tx.RefreshTokens.Find(ctx, token.Hash)
			if !reflect.DeepEqual(got, token) {
				f.Errorf("got %+v, want %+v", got, token)
			}
			return err
		})
		spend := func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Spend(ctx, token.Hash, now()) }
		spent := race(20, func(int) error { return f.backend.Transaction(ctx, false, spend) }, host.RefreshTokenAlreadySpent)
		if spent != 1 {
			f.Errorf("%d spends succeeded, want 1", spent)
		}
		reason := f.aborted(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Spend(ctx, hash(), now()) })
		if reason != host.RefreshTokenNotFound {
			f.Errorf("aborted with %s", reason)
		}
		unspent := newRefreshToken("lineage")
		f.write(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Create(ctx, unspent) })
		f.write(func(ctx context.Context, tx host.Tx) error {
			_, err := tx.RefreshTokens.RevokeLineage(ctx, "lineage", now())
			return err
		})
		if reason := f.aborted(spend); reason != host.LineageRevoked {
			f.Errorf("spent and revoked: aborted with %s", reason)
		}
		reason = f.aborted(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Spend(ctx, unspent.Hash, now()) })
		if reason != host.LineageRevoked {
			f.Errorf("unspent and revoked: aborted with %s", reason)
		}
	})
}

// rotate is what Gatehouse sends for a refresh: the next token, and a new access token.
func rotate(spent []byte, lineage string) func(context.Context, host.Tx) error {
	return func(ctx context.Context, tx host.Tx) error {
		if err := tx.RefreshTokens.Spend(ctx, spent, now()); err != nil {
			return err
		}
		if err := tx.RefreshTokens.Create(ctx, newRefreshToken(lineage)); err != nil {
			return err
		}
		_, err := tx.AccessTokens.Mint(ctx, newMint(lineage))
		return err
	}
}

func TestNothingIsAddedToARevokedLineage(t *testing.T) {
	onBoth(t, func(f *fixture) {
		for round := 0; round < 10; round++ {
			lineage := string(rune('a' + round))
			token := newRefreshToken(lineage)
			f.write(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Create(ctx, token) })
			race(2, func(index int) error {
				if index == 0 {
					return f.backend.Transaction(ctx, false, rotate(token.Hash, lineage))
				}
				return f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
					_, err := tx.RefreshTokens.RevokeLineage(ctx, lineage, now())
					return err
				})
			}, host.LineageRevoked)
			live := 0
			row := f.db.QueryRow(`select (select count(*) from gatehouse_lineages where revoked_at is null)`)
			if err := row.Scan(&live); err != nil || live != 0 {
				f.Errorf("round %d: %d lineages are live, %v", round, live, err)
			}
			for _, work := range []func(context.Context, host.Tx) error{
				func(ctx context.Context, tx host.Tx) error {
					return tx.RefreshTokens.Create(ctx, newRefreshToken(lineage))
				},
				func(ctx context.Context, tx host.Tx) error {
					_, err := tx.AccessTokens.Mint(ctx, newMint(lineage))
					return err
				},
			} {
				if reason := f.aborted(work); reason != host.LineageRevoked {
					f.Errorf("aborted with %s", reason)
				}
			}
		}
	})
}

func TestRevokingIsIdempotentAndSurvivesSweeps(t *testing.T) {
	onBoth(t, func(f *fixture) {
		var first, second bool
		f.write(func(ctx context.Context, tx host.Tx) (err error) {
			if first, err = tx.RefreshTokens.RevokeLineage(ctx, "unknown", now()); err != nil {
				return err
			}
			second, err = tx.RefreshTokens.RevokeLineage(ctx, "unknown", now())
			return err
		})
		if !first || second {
			f.Errorf("newly revoked: %v, then %v", first, second)
		}
		f.write(func(ctx context.Context, tx host.Tx) error {
			_, err := tx.RefreshTokens.SweepExpired(ctx, now().Add(1000*24*time.Hour), 1000)
			return err
		})
		create := func(ctx context.Context, tx host.Tx) error {
			return tx.RefreshTokens.Create(ctx, newRefreshToken("unknown"))
		}
		if reason := f.aborted(create); reason != host.LineageRevoked {
			f.Errorf("aborted with %s", reason)
		}
	})
}

func TestSweepsRemoveExpiredRowsWithinTheirLimit(t *testing.T) {
	onBoth(t, func(f *fixture) {
		limit := now().Add(-time.Hour)
		kept := newCode()
		kept.ExpiresAt = limit
		f.write(func(ctx context.Context, tx host.Tx) error {
			for i := 0; i < 5; i++ {
				code, token := newCode(), newRefreshToken("l")
				code.ExpiresAt, token.ExpiresAt = limit.Add(-time.Millisecond), limit.Add(-time.Millisecond)
				if err := tx.Codes.Create(ctx, code); err != nil {
					return err
				}
				if err := tx.RefreshTokens.Create(ctx, token); err != nil {
					return err
				}
			}
			return tx.Codes.Create(ctx, kept)
		})
		var counts []int
		f.write(func(ctx context.Context, tx host.Tx) error {
			counts = nil
			for _, most := range []int{3, 3, 3} {
				codes, err := tx.Codes.SweepExpired(ctx, limit, most)
				if err != nil {
					return err
				}
				tokens, err := tx.RefreshTokens.SweepExpired(ctx, limit, most)
				if err != nil {
					return err
				}
				counts = append(counts, codes, tokens)
			}
			_, err := tx.Codes.Find(ctx, kept.Hash)
			return err
		})
		if !reflect.DeepEqual(counts, []int{3, 3, 2, 2, 0, 0}) {
			f.Errorf("removed %v", counts)
		}
	})
}

// HC-26
func TestSweepsKeepWhatHasNotExpiredByTheClockOfTheHost(t *testing.T) {
	onBoth(t, func(f *fixture) {
		code, token := newCode(), newRefreshToken("l")
		f.write(func(ctx context.Context, tx host.Tx) error {
			if err := tx.Codes.Create(ctx, code); err != nil {
				return err
			}
			return tx.RefreshTokens.Create(ctx, token)
		})
		request := newMint("l")
		accessToken := f.mint(request).AccessToken
		ahead := now().Add(365 * 24 * time.Hour)
		f.write(func(ctx context.Context, tx host.Tx) error {
			codes, err := tx.Codes.SweepExpired(ctx, ahead, 1000)
			if err != nil {
				return err
			}
			tokens, err := tx.RefreshTokens.SweepExpired(ctx, ahead, 1000)
			if codes != 0 || tokens != 0 {
				f.Errorf("removed %d codes and %d refresh tokens", codes, tokens)
			}
			if err != nil {
				return err
			}
			return tx.AccessTokens.SweepExpired(ctx, ahead, 1000)
		})
		if _, err := f.tokens.Verify(ctx, accessToken, request.Resource); err != nil {
			f.Error(err)
		}
	})
}

func (f *fixture) mint(request *host.MintRequest) *host.MintedToken {
	f.Helper()
	var minted *host.MintedToken
	f.write(func(ctx context.Context, tx host.Tx) (err error) {
		minted, err = tx.AccessTokens.Mint(ctx, request)
		return err
	})
	return minted
}

func TestVerifiesLiveTokensForTheirResource(t *testing.T) {
	onBoth(t, func(f *fixture) {
		request := newMint("lineage")
		token := f.mint(request).AccessToken
		got, err := f.tokens.Verify(ctx, token, request.Resource)
		want := &bearer.Grant{
			UserID: "ada", ClientID: "client", Scopes: []string{"read"}, Resource: request.Resource,
			ExpiresAt: request.ExpiresAt, LineageID: "lineage", GrantContext: []byte("tenant"),
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			f.Errorf("got %+v, %v", got, err)
		}
		expired := newMint("lineage")
		expired.ExpiresAt = now().Add(-time.Second)
		for name, verify := range map[string]func() (*bearer.Grant, error){
			"another resource": func() (*bearer.Grant, error) { return f.tokens.Verify(ctx, token, "https://other.example/mcp") },
			"unknown":          func() (*bearer.Grant, error) { return f.tokens.Verify(ctx, token+"x", request.Resource) },
			"expired": func() (*bearer.Grant, error) {
				return f.tokens.Verify(ctx, f.mint(expired).AccessToken, request.Resource)
			},
		} {
			if _, err := verify(); !errors.Is(err, bearer.ErrInvalidToken) {
				f.Errorf("%s: got %v", name, err)
			}
		}
		f.write(func(ctx context.Context, tx host.Tx) error {
			return tx.AccessTokens.RevokeLineage(ctx, "lineage", now())
		})
		if _, err := f.tokens.Verify(ctx, token, request.Resource); !errors.Is(err, bearer.ErrInvalidToken) {
			f.Errorf("revoked: got %v", err)
		}
		var stored []byte
		if err := f.db.QueryRow("select token_hash from gatehouse_access_tokens limit 1").Scan(&stored); err != nil || len(stored) != 32 ||
			bytes.Contains(stored, []byte(token)) {
			f.Errorf("stored %q, %v", stored, err)
		}
	})
}

func TestAHookRefusesWithinTheTransaction(t *testing.T) {
	onBoth(t, func(f *fixture) {
		if _, err := f.db.Exec("create table users (id text primary key, active integer, mints integer)"); err != nil {
			f.Fatal(err)
		}
		if _, err := f.db.Exec("insert into users values ('ada', 1, 0), ('eve', 0, 0)"); err != nil {
			f.Fatal(err)
		}
		f.tokens.BeforeMint(func(ctx context.Context, tx sqlbackend.Querier, request *host.MintRequest) error {
			var active int
			if _, err := tx.ExecContext(ctx, "update users set mints = mints + 1"); err != nil {
				return err
			}
			err := tx.QueryRowContext(ctx, "select active from users where id = '"+request.UserID+"'").Scan(&active)
			if err == nil && active == 0 {
				err = host.RefuseMint("Das Konto ist gesperrt – naturally.")
			}
			return err
		})
		f.mint(newMint("lineage"))
		refused := newMint("lineage")
		refused.UserID = "eve"
		err := f.backend.Transaction(ctx, false, func(ctx context.Context, tx host.Tx) error {
			_, err := tx.AccessTokens.Mint(ctx, refused)
			return err
		})
		var abort *host.AbortError
		if !errors.As(err, &abort) || abort.Reason != host.MintRefused || abort.PublicReason != "Das Konto ist gesperrt ? naturally." {
			f.Errorf("got %v", err)
		}
		mints := 0
		if err := f.db.QueryRow("select max(mints) from users").Scan(&mints); err != nil || mints != 1 {
			f.Errorf("the hook's statements were kept %d times, want 1: %v", mints, err)
		}
	})
}

func TestConnectedAppsAndDisconnect(t *testing.T) {
	onBoth(t, func(f *fixture) {
		client := newClient("client")
		f.create(client, host.CreateClientOptions{})
		older, newer, foreign, expired := newRefreshToken("older"), newRefreshToken("newer"), newRefreshToken("foreign"), newRefreshToken("expired")
		older.IssuedAt, foreign.UserID, expired.ExpiresAt = now().Add(-time.Minute), "eve", now().Add(-time.Second)
		newer.ClientID = "removed"
		for _, token := range []*host.RefreshToken{older, newer, foreign, expired} {
			token := token
			f.write(func(ctx context.Context, tx host.Tx) error { return tx.RefreshTokens.Create(ctx, token) })
		}
		minted := f.mint(newMint("older"))
		apps, err := f.backend.ConnectedApps(ctx, "ada")
		if err != nil || len(apps) != 2 || apps[0].LineageID != "newer" || apps[1].LineageID != "older" {
			f.Fatalf("got %+v, %v", apps, err)
		}
		want := sqlbackend.ConnectedApp{
			LineageID: "older", ClientID: "client", ClientName: client.Name, Scopes: []string{"read"}, Resource: older.Resource,
			ConnectedAt: older.LineageStartedAt, LastUsedAt: older.IssuedAt, ExpiresAt: older.ExpiresAt,
		}
		if !reflect.DeepEqual(apps[1], want) || apps[0].ClientName != "" {
			f.Errorf("got %+v", apps)
		}
		for _, c := range []struct {
			user, lineage string
			want          bool
		}{{"eve", "older", false}, {"ada", "unknown", false}, {"ada", "older", true}, {"ada", "older", false}} {
			if got, err := f.backend.Disconnect(ctx, c.user, c.lineage); err != nil || got != c.want {
				f.Errorf("%+v: got %v, %v", c, got, err)
			}
		}
		if _, err := f.tokens.Verify(ctx, minted.AccessToken, older.Resource); !errors.Is(err, bearer.ErrInvalidToken) {
			f.Errorf("the access token: got %v", err)
		}
	})
}
