package sqlbackend

import (
	"context"
	"time"

	"gatehouse.dev/host"
)

// revocationKept is the minimum time for which a revocation is remembered. No access token lives longer (tokens.go), and
// each refresh token keeps the row of its lineage, so that removing a row never makes a revoked token valid again.
const revocationKept = 400 * 24 * time.Hour

const laterExpiry = `case when excluded.expires_at > gatehouse_lineages.expires_at
    then excluded.expires_at else gatehouse_lineages.expires_at end`

// Every writer locks the row of its lineage (in PostgreSQL; SQLite has one writer), and evaluates the condition on the row
// that the previous writer left: a concurrent rotation and revocation run one after the other. In either order, the lineage
// is revoked afterwards and none of its tokens is live.
var (
	extendLineage = prepared(`insert into gatehouse_lineages (lineage_id, client_id, user_id, scopes, resource, started_at,
    refreshed_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (lineage_id) do update set refreshed_at = excluded.refreshed_at, expires_at = ` + laterExpiry + `
  where gatehouse_lineages.revoked_at is null`)

	revokeLineage = prepared(`insert into gatehouse_lineages (lineage_id, revoked_at, expires_at) values ($1, $2, $3)
  on conflict (lineage_id) do update set revoked_at = excluded.revoked_at, expires_at = ` + laterExpiry + `
  where gatehouse_lineages.revoked_at is null`)
)

// lineageStore has one row for each lineage, the only place that says whether it is revoked. A lineage that was revoked
// before it was known has a row without a grant.
type lineageStore struct {
	tx *transaction
}

// extend starts the lineage, or extends it for its next refresh token.
func (s *lineageStore) extend(ctx context.Context, token *host.RefreshToken) error {
	extended, err := s.tx.run(ctx, extendLineage, token.LineageID, token.ClientID, token.UserID, joined(token.Scopes),
		token.Resource, millis(token.LineageStartedAt), millis(token.IssuedAt), millis(token.ExpiresAt))
	if err == nil && extended == 0 {
		err = host.Abort(host.LineageRevoked)
	}
	return err
}

func (s *lineageStore) revoke(ctx context.Context, lineageID string, at time.Time) (bool, error) {
	keptFrom := at
	if now := time.Now(); now.After(at) {
		keptFrom = now
	}
	revoked, err := s.tx.run(ctx, revokeLineage, lineageID, millis(at), millis(keptFrom.Add(revocationKept)))
	return revoked == 1, err
}

// sweep removes lineages without live tokens.
func (s *lineageStore) sweep(ctx context.Context, before time.Time, limit int) error {
	_, err := s.tx.run(ctx, sweepLineages, sweptUntil(before), limit)
	return err
}
