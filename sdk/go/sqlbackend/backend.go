package sqlbackend

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"gatehouse.dev/host"
)

// TokenIssuer returns the issuer of access tokens for a transaction. *OpaqueTokens implements it; write your own for other
// tokens, such as JWTs. Its statements on tx are part of the transaction.
type TokenIssuer interface {
	Within(tx Querier) host.AccessTokenIssuer
}

// Backend is a host.Backend on the tables of Database.Migrate.
type Backend struct {
	database *Database
	issuer   TokenIssuer
}

// New returns the backend of a migrated database. You only need to close the database.
func New(database *Database, issuer TokenIssuer) *Backend {
	return &Backend{database: database, issuer: issuer}
}

// Transaction implements host.Backend.
func (b *Backend) Transaction(ctx context.Context, readOnly bool, work func(ctx context.Context, tx host.Tx) error) error {
	return b.database.transaction(ctx, readOnly, func(ctx context.Context, tx *transaction) error {
		return work(ctx, b.stores(tx))
	})
}

func (b *Backend) stores(tx *transaction) host.Tx {
	return host.Tx{
		Clients:       &clientStore{tx: tx},
		Codes:         &codeStore{tx: tx},
		RefreshTokens: &refreshTokenStore{tx: tx, lineages: lineageStore{tx: tx}},
		AccessTokens:  b.issuer.Within(tx),
	}
}

// ConnectedApp is an application that is connected to a user's account.
type ConnectedApp struct {
	// LineageID is what Disconnect takes.
	LineageID string
	ClientID  string
	// ClientName comes from the client and is not verified. Empty if it supplied none, or was removed since.
	ClientName  string
	Scopes      []string
	Resource    string
	ConnectedAt time.Time
	// LastUsedAt is when it last got a new access token.
	LastUsedAt time.Time
	// ExpiresAt is when the connection ends unless it is used before then.
	ExpiresAt time.Time
}

var (
	liveByUser = prepared(`select l.lineage_id, l.client_id, c.client_name, l.scopes, l.resource, l.started_at,
    l.refreshed_at, l.expires_at
  from gatehouse_lineages l left join gatehouse_clients c on c.client_id = l.client_id
  where l.user_id = $1 and l.revoked_at is null and l.expires_at > $2
  order by l.refreshed_at desc, l.lineage_id`)

	ownedBy = prepared(`select lineage_id from gatehouse_lineages
  where lineage_id = $1 and user_id = $2 and revoked_at is null`)
)

// ConnectedApps returns the user's live connections, most recently used first.
func (b *Backend) ConnectedApps(ctx context.Context, userID string) ([]ConnectedApp, error) {
	var apps []ConnectedApp
	err := b.database.transaction(ctx, true, func(ctx context.Context, tx *transaction) (err error) {
		apps, err = connectedApps(ctx, tx, userID)
		return err
	})
	return apps, err
}

func connectedApps(ctx context.Context, tx *transaction, userID string) ([]ConnectedApp, error) {
	rows, err := tx.all(ctx, liveByUser, userID, time.Now().UnixMilli())
	if err != nil {
		return nil, databaseError{err}
	}
	defer rows.Close()
	var apps []ConnectedApp
	for rows.Next() {
		var app ConnectedApp
		var name sql.NullString
		var scopes string
		var connectedAt, lastUsedAt, expiresAt int64
		err := rows.Scan(&app.LineageID, &app.ClientID, &name, &scopes, &app.Resource, &connectedAt, &lastUsedAt, &expiresAt)
		if err != nil {
			return nil, databaseError{err}
		}
		app.ClientName, app.Scopes = name.String, strings.Fields(scopes)
		app.ConnectedAt, app.LastUsedAt, app.ExpiresAt = timeOf(connectedAt), timeOf(lastUsedAt), timeOf(expiresAt)
		apps = append(apps, app)
	}
	if err := rows.Err(); err != nil {
		return nil, databaseError{err}
	}
	return apps, nil
}

// Disconnect revokes a connection of the user: its refresh and access tokens are revoked when Disconnect returns. It returns
// false if that user has no such live connection.
func (b *Backend) Disconnect(ctx context.Context, userID, lineageID string) (bool, error) {
	disconnected := false
	err := b.database.transaction(ctx, false, func(ctx context.Context, tx *transaction) error {
		disconnected = false
		var id string
		// Users must not disconnect the apps of others.
		err := tx.first(ctx, ownedBy, []interface{}{lineageID, userID}, &id)
		if errors.Is(err, host.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		stores, at := b.stores(tx), time.Now()
		if disconnected, err = stores.RefreshTokens.RevokeLineage(ctx, lineageID, at); err != nil {
			return err
		}
		return stores.AccessTokens.RevokeLineage(ctx, lineageID, at)
	})
	return disconnected && err == nil, err
}
