package sqlbackend

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"gatehouse.dev/host"
)

// revocationOf is a subquery for one row, not a join, so that PostgreSQL reads the row by its key, regardless of its
// statistics.
const revocationOf = `(select revoked_at from gatehouse_lineages l where l.lineage_id = t.lineage_id)`

var (
	insertRefreshToken = prepared(`insert into gatehouse_refresh_tokens (token_hash, lineage_id, client_id, user_id, scopes,
    resource, issued_at, expires_at, lineage_started_at, grant_context)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

	findRefreshToken = prepared(`select lineage_id, client_id, user_id, scopes, resource, issued_at, expires_at,
    lineage_started_at, grant_context, spent_at, ` + revocationOf + ` as revoked_at
  from gatehouse_refresh_tokens t where token_hash = $1`)

	spendRefreshToken = prepared(`update gatehouse_refresh_tokens as t set spent_at = $2
  where token_hash = $1 and spent_at is null and ` + revocationOf + ` is null`)
)

type refreshTokenStore struct {
	tx       *transaction
	lineages lineageStore
}

func (s *refreshTokenStore) Create(ctx context.Context, token *host.RefreshToken) error {
	// Locks the lineage, so that a revocation waits for this transaction, or this transaction sees the revocation.
	if err := s.lineages.extend(ctx, token); err != nil {
		return err
	}
	_, err := s.tx.run(ctx, insertRefreshToken, token.Hash, token.LineageID, token.ClientID, token.UserID,
		joined(token.Scopes), token.Resource, millis(token.IssuedAt), millis(token.ExpiresAt),
		millis(token.LineageStartedAt), bytesOrNull(token.GrantContext))
	return err
}

func (s *refreshTokenStore) Find(ctx context.Context, hash []byte) (*host.RefreshToken, error) {
	token := &host.RefreshToken{Hash: hash}
	var scopes string
	var issuedAt, expiresAt, startedAt int64
	var spentAt, revokedAt sql.NullInt64
	err := s.tx.first(ctx, findRefreshToken, []interface{}{hash}, &token.LineageID, &token.ClientID, &token.UserID, &scopes,
		&token.Resource, &issuedAt, &expiresAt, &startedAt, &token.GrantContext, &spentAt, &revokedAt)
	if err != nil {
		return nil, err
	}
	token.Scopes = strings.Fields(scopes)
	token.IssuedAt, token.ExpiresAt, token.LineageStartedAt = timeOf(issuedAt), timeOf(expiresAt), timeOf(startedAt)
	token.SpentAt, token.LineageRevoked = optionalTime(spentAt), revokedAt.Valid
	return token, nil
}

func (s *refreshTokenStore) Spend(ctx context.Context, hash []byte, at time.Time) error {
	spent, err := s.tx.run(ctx, spendRefreshToken, hash, millis(at))
	if err != nil || spent == 1 {
		return err
	}
	token, err := s.Find(ctx, hash)
	switch {
	case errors.Is(err, host.ErrNotFound):
		return host.Abort(host.RefreshTokenNotFound)
	case err != nil:
		return err
	case token.LineageRevoked:
		return host.Abort(host.LineageRevoked)
	default:
		return host.Abort(host.RefreshTokenAlreadySpent)
	}
}

func (s *refreshTokenStore) RevokeLineage(ctx context.Context, lineageID string, at time.Time) (bool, error) {
	return s.lineages.revoke(ctx, lineageID, at)
}

func (s *refreshTokenStore) SweepExpired(ctx context.Context, before time.Time, limit int) (int, error) {
	removed, err := s.tx.run(ctx, sweepRefreshTokens, sweptUntil(before), limit)
	if err != nil {
		return 0, err
	}
	return removed, s.lineages.sweep(ctx, before, limit)
}
