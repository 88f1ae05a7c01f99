package sqlbackend

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gatehouse.dev/host"
)

// mostAtOnce is an upper bound of concurrent transactions in one database: PostgreSQL's default for max_connections is 100.
const mostAtOnce = 1000

// maxSwept is the most rows that one sweep removes.
const maxSwept = 1000

var (
	findClient = prepared(`select client_name, redirect_uris, token_endpoint_auth_method, secret_hash, scopes, grant_types,
    registered_at, consented_at, revoked_at, self_registered, metadata
  from gatehouse_clients where client_id = $1`)

	// Maintained by triggers, so that the cost of a registration does not grow with the number of clients.
	countClients = prepared(`select value from gatehouse_counters where name = 'unrevoked_clients'`)

	// Changes nothing if a client with that id exists.
	insertClient = prepared(`insert into gatehouse_clients (client_id, client_name, redirect_uris,
    token_endpoint_auth_method, secret_hash, scopes, grant_types, self_registered, metadata, registered_at, consented_at,
    revoked_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (client_id) do nothing`)

	// Leaves the registration, consent and revocation times of the row alone.
	replaceClient = prepared(`update gatehouse_clients set client_name = $2, redirect_uris = $3,
    token_endpoint_auth_method = $4, secret_hash = $5, scopes = $6, grant_types = $7, self_registered = $8, metadata = $9
  where client_id = $1`)

	// PostgreSQL's lock waits for another transaction that changes the row, and then evaluates the row again: if it
	// received consent in the meantime, the query skips to the next one. Without the lock, the deletion would delete it.
	evictOldest = prepared(`delete from gatehouse_clients where client_id = (
    select client_id from gatehouse_clients
    where consented_at is null and revoked_at is null and self_registered = 1
    order by registered_at, client_id limit 1 «for update»)`)

	stampClient = prepared(`update gatehouse_clients set consented_at = coalesce(consented_at, $2)
  where client_id = $1 and revoked_at is null`)

	lockShared    = prepared(`select name from gatehouse_locks where name = 'registration' «for share»`)
	lockExclusive = prepared(`select name from gatehouse_locks where name = 'registration' «for update»`)

	anyAbandoned = prepared(abandoned + ` limit 1`)

	// Concurrent sweeps take different rows, so that none waits for another.
	sweepClients = prepared(`delete from gatehouse_clients where client_id in (` + abandoned + `
    order by c.registered_at limit $3 «for update of c skip locked»)`)
)

// abandoned excludes revoked clients: without its row, a client would no longer be revoked.
const abandoned = `select c.client_id from gatehouse_clients c
    where c.consented_at is null and c.revoked_at is null and c.self_registered = 1 and c.registered_at < $1
      and not exists (select 1 from gatehouse_lineages l
        where l.client_id = c.client_id and l.revoked_at is null and l.expires_at > $2)
      and not exists (select 1 from gatehouse_access_tokens a
        left join gatehouse_lineages r on r.lineage_id = a.lineage_id
        where a.client_id = c.client_id and r.revoked_at is null and a.expires_at > $2)`

type clientStore struct {
	tx *transaction
	// creations counts those of this transaction.
	creations int
}

func (s *clientStore) Find(ctx context.Context, clientID string) (*host.Client, error) {
	client := &host.Client{ID: clientID}
	var redirectURIs, authMethod, scopes, grantTypes string
	var registeredAt int64
	var consentedAt, revokedAt sql.NullInt64
	var selfRegistered int
	err := s.tx.first(ctx, findClient, []interface{}{clientID}, &client.Name, &redirectURIs, &authMethod,
		&client.SecretHash, &scopes, &grantTypes, &registeredAt, &consentedAt, &revokedAt, &selfRegistered,
		&client.MetadataJSON)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(redirectURIs), &client.RedirectURIs); err != nil {
		return nil, fmt.Errorf("gatehouse_clients.redirect_uris of %q is not a JSON list of texts: %w", clientID, err)
	}
	if client.MetadataJSON == "{}" {
		client.MetadataJSON = ""
	}
	client.AuthMethod = host.AuthMethod(authMethod)
	client.Scopes, client.GrantTypes = strings.Fields(scopes), strings.Fields(grantTypes)
	client.RegisteredAt = timeOf(registeredAt)
	client.ConsentedAt, client.RevokedAt = optionalTime(consentedAt), optionalTime(revokedAt)
	client.SelfRegistered = selfRegistered == 1
	return client, nil
}

func (s *clientStore) Create(ctx context.Context, client *host.Client, options host.CreateClientOptions) (int, error) {
	row, err := rowOf(client)
	if err != nil {
		return 0, err
	}
	for {
		count, err := s.tryToCreate(ctx, client, row, options)
		if !errors.Is(err, errChangedMeanwhile) {
			return count, err
		}
	}
}

// errChangedMeanwhile: another transaction added or removed a client with that id between two statements.
var errChangedMeanwhile = errors.New("the client changed in the meantime")

func (s *clientStore) tryToCreate(ctx context.Context, client *host.Client, row []interface{}, options host.CreateClientOptions) (int, error) {
	count, err := s.countForCreation(ctx, int(options.Cap))
	if err != nil {
		return 0, err
	}
	hasRoom := options.Cap == 0 || count < int(options.Cap)
	if hasRoom {
		inserted, err := s.insert(ctx, row)
		if err != nil || inserted {
			return count + counted(client), err
		}
	} else {
		var exists string
		err := s.tx.first(ctx, clientExists, []interface{}{client.ID}, &exists)
		if errors.Is(err, host.ErrNotFound) {
			return s.createInPlaceOfOldest(ctx, client, row, options)
		}
		if err != nil {
			return 0, err
		}
	}
	if !options.ReplaceExisting {
		return 0, host.Abort(host.ClientAlreadyExists)
	}
	replaced, err := s.tx.run(ctx, replaceClient, row[:9]...)
	if err == nil && replaced == 0 {
		err = errChangedMeanwhile
	}
	return count, err
}

var clientExists = prepared(`select client_id from gatehouse_clients where client_id = $1`)

// createInPlaceOfOldest runs at the cap.
func (s *clientStore) createInPlaceOfOldest(ctx context.Context, client *host.Client, row []interface{}, options host.CreateClientOptions) (int, error) {
	if !options.EvictOldestUnconsented {
		return 0, host.Abort(host.ClientCapReached)
	}
	if _, err := s.tx.run(ctx, evictOldest); err != nil {
		return 0, err
	}
	left, err := s.count(ctx)
	if err != nil {
		return 0, err
	}
	// If the cap was lowered, there may be more than one client too many.
	if left >= int(options.Cap) {
		return 0, host.Abort(host.ClientCapReached)
	}
	inserted, err := s.insert(ctx, row)
	if err == nil && !inserted {
		err = errChangedMeanwhile
	}
	return left + counted(client), err
}

// countForCreation returns the count. If it is below the cap now, it stays below until this transaction ends.
//
// Near the cap, counting and inserting are one atomic step only if no other transaction inserts in between, so creations
// run one after the other. Far below the cap they share the lock and commit together: each has counted the clients
// committed before it began, and there are fewer concurrent creations than free places. A creation near the cap takes the
// lock exclusively, and so waits for all of them.
func (s *clientStore) countForCreation(ctx context.Context, limit int) (int, error) {
	isFirst := s.creations == 0
	s.creations++
	if limit == 0 || s.tx.dialect == sqlite {
		return s.count(ctx)
	}
	if isFirst && limit > 2*mostAtOnce {
		// Only a hint: the count under the lock decides.
		count, err := s.count(ctx)
		if err != nil {
			return 0, err
		}
		if count < limit-2*mostAtOnce {
			if err := s.lock(ctx, lockShared); err != nil {
				return 0, err
			}
			if count, err = s.count(ctx); err != nil || count < limit-mostAtOnce {
				return count, err
			}
		}
	}
	if err := s.lock(ctx, lockExclusive); err != nil {
		return 0, err
	}
	return s.count(ctx)
}

func (s *clientStore) lock(ctx context.Context, lock statement) error {
	var name string
	err := s.tx.first(ctx, lock, nil, &name)
	if errors.Is(err, host.ErrNotFound) {
		return errors.New(`gatehouse_locks has no row "registration"; migrate the database`)
	}
	return err
}

func (s *clientStore) count(ctx context.Context) (int, error) {
	var count int
	err := s.tx.first(ctx, countClients, nil, &count)
	if errors.Is(err, host.ErrNotFound) {
		return 0, errors.New("gatehouse_counters has no row; migrate the database")
	}
	return count, err
}

func (s *clientStore) insert(ctx context.Context, row []interface{}) (bool, error) {
	inserted, err := s.tx.run(ctx, insertClient, row...)
	return inserted == 1, err
}

func (s *clientStore) SweepUnconsented(ctx context.Context, registeredBefore time.Time) (int, error) {
	before, now := millis(registeredBefore), time.Now().UnixMilli()
	if s.tx.dialect == postgres {
		var id string
		err := s.tx.first(ctx, anyAbandoned, []interface{}{before, now}, &id)
		if errors.Is(err, host.ErrNotFound) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		// A following creation takes this lock anyway: both change the count, and always in this order.
		if err := s.lock(ctx, lockExclusive); err != nil {
			return 0, err
		}
	}
	return s.tx.run(ctx, sweepClients, before, now, maxSwept)
}

func (s *clientStore) StampConsent(ctx context.Context, clientID string, at time.Time) error {
	stamped, err := s.tx.run(ctx, stampClient, clientID, millis(at))
	if err == nil && stamped == 0 {
		err = host.Abort(host.ClientNotFound)
	}
	return err
}

// counted is what a stored client adds to the count.
func counted(client *host.Client) int {
	if client.RevokedAt.IsZero() {
		return 1
	}
	return 0
}

// rowOf has the columns in the order of insertClient, whose first nine are those of replaceClient.
func rowOf(client *host.Client) ([]interface{}, error) {
	redirectURIs, err := json.Marshal(client.RedirectURIs)
	if err != nil {
		return nil, err
	}
	selfRegistered := 0
	if client.SelfRegistered {
		selfRegistered = 1
	}
	metadata := client.MetadataJSON
	if metadata == "" {
		metadata = "{}"
	}
	return []interface{}{
		client.ID, client.Name, string(redirectURIs), string(client.AuthMethod), bytesOrNull(client.SecretHash),
		joined(client.Scopes), joined(client.GrantTypes), selfRegistered, metadata,
		millis(client.RegisteredAt), optionalMillis(client.ConsentedAt), optionalMillis(client.RevokedAt),
	}, nil
}
