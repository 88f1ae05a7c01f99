package sqlbackend

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"gatehouse.dev/host"
)

var (
	insertCode = prepared(`insert into gatehouse_codes (code_hash, client_id, user_id, redirect_uri, code_challenge, scopes,
    resource, issued_at, expires_at, grant_context)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

	findCode = prepared(`select client_id, user_id, redirect_uri, code_challenge, scopes, resource, issued_at, expires_at,
    grant_context, spent_at, lineage_id
  from gatehouse_codes where code_hash = $1`)

	spendCode = prepared(`update gatehouse_codes set spent_at = $2, lineage_id = $3 where code_hash = $1 and spent_at is null`)
)

type codeStore struct {
	tx *transaction
}

func (s *codeStore) Create(ctx context.Context, code *host.Code) error {
	_, err := s.tx.run(ctx, insertCode, code.Hash, code.ClientID, code.UserID, code.RedirectURI, code.CodeChallenge,
		joined(code.Scopes), code.Resource, millis(code.IssuedAt), millis(code.ExpiresAt), bytesOrNull(code.GrantContext))
	return err
}

func (s *codeStore) Find(ctx context.Context, hash []byte) (*host.Code, error) {
	code := &host.Code{Hash: hash}
	var scopes string
	var issuedAt, expiresAt int64
	var spentAt sql.NullInt64
	var lineageID sql.NullString
	err := s.tx.first(ctx, findCode, []interface{}{hash}, &code.ClientID, &code.UserID, &code.RedirectURI,
		&code.CodeChallenge, &scopes, &code.Resource, &issuedAt, &expiresAt, &code.GrantContext, &spentAt, &lineageID)
	if err != nil {
		return nil, err
	}
	code.Scopes = strings.Fields(scopes)
	code.IssuedAt, code.ExpiresAt, code.SpentAt = timeOf(issuedAt), timeOf(expiresAt), optionalTime(spentAt)
	code.LineageID = lineageID.String
	return code, nil
}

func (s *codeStore) Spend(ctx context.Context, hash []byte, lineageID string, at time.Time) error {
	spent, err := s.tx.run(ctx, spendCode, hash, millis(at), lineageID)
	if err != nil || spent == 1 {
		return err
	}
	_, err = s.Find(ctx, hash)
	switch {
	case errors.Is(err, host.ErrNotFound):
		return host.Abort(host.CodeNotFound)
	case err != nil:
		return err
	default:
		return host.Abort(host.CodeAlreadySpent)
	}
}

func (s *codeStore) SweepExpired(ctx context.Context, before time.Time, limit int) (int, error) {
	return s.tx.run(ctx, sweepCodes, sweptUntil(before), limit)
}
