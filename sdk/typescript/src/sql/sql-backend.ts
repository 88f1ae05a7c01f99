import type { Backend, TransactionBundle, TransactionOptions } from '../ports/backend.js';
import { split } from './database/schema.js';
import type { SqlDatabase, SqlTransaction } from './database/sql-database.js';
import { Statement } from './database/statement.js';
import type { SqlTokenIssuer } from './opaque-token-issuer.js';
import { SqlClientStore } from './stores/clients.js';
import { SqlCodeStore } from './stores/codes.js';
import { SqlRefreshTokenStore } from './stores/refresh-tokens.js';

/** One application connected to a user's account, for a page that lists them. */
export interface ConnectedApp {
  /** The lineage to revoke. */
  readonly lineageId: string;
  readonly clientId: string;
  /** Supplied by the client and not verified. Empty if it supplied none, or was removed since. */
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly connectedAt: Date;
  /** When it last got a new access token. */
  readonly lastUsedAt: Date;
  /** When the connection ends unless it is used before then. */
  readonly expiresAt: Date;
}

interface Row {
  readonly lineage_id: string;
  readonly client_id: string;
  readonly client_name: string | null;
  readonly scopes: string;
  readonly resource: string;
  readonly started_at: number;
  readonly refreshed_at: number;
  readonly expires_at: number;
}

const liveByUser = new Statement<{ userId: string; now: number }, Row>((db, { userId, now }) =>
  db
    .selectFrom('gatehouse_lineages as l')
    .leftJoin('gatehouse_clients as c', 'c.client_id', 'l.client_id')
    .select(['l.lineage_id', 'l.client_id', 'c.client_name', 'l.scopes', 'l.resource'])
    .select(['l.started_at', 'l.refreshed_at', 'l.expires_at'])
    .where('l.user_id', '=', userId)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .orderBy('l.refreshed_at', 'desc')
    .$narrowType<Row>(),
);

const ownedBy = new Statement<{ lineageId: string; userId: string }, { lineage_id: string }>(
  (db, { lineageId, userId }) =>
    db
      .selectFrom('gatehouse_lineages')
      .select('lineage_id')
      .where('lineage_id', '=', lineageId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null),
);

/** The user's live connections, most recently used first. */
async function listConnectedApps(tx: SqlTransaction, userId: string): Promise<ConnectedApp[]> {
  const rows = await tx.all(liveByUser, { userId, now: Date.now() });
  return rows.map((row) => ({
    lineageId: row.lineage_id,
    clientId: row.client_id,
    clientName: row.client_name ?? '',
    scopes: split(row.scopes),
    resource: row.resource,
    connectedAt: new Date(row.started_at),
    lastUsedAt: new Date(row.refreshed_at),
    expiresAt: new Date(row.expires_at),
  }));
}

/** Whether the lineage is a live connection of that user: users must not disconnect the apps of others. */
async function isConnectionOf(tx: SqlTransaction, userId: string, lineageId: string): Promise<boolean> {
  return (await tx.first(ownedBy, { lineageId, userId })) !== undefined;
}

/** Options of createSqlBackend. */
export interface SqlBackendOptions {
  /** From sqliteDatabase or postgresDatabase, migrated (migrate). */
  readonly database: SqlDatabase;
  /** From createOpaqueTokenIssuer, or your own. */
  readonly issuer: SqlTokenIssuer;
}

/** The ready backend, with the methods that an "apps connected to your account" page needs. */
export interface SqlBackend extends Backend {
  /** The user's live connections, most recently used first. */
  connectedApps(userId: string): Promise<ConnectedApp[]>;
  /**
   * Disconnects an app: its refresh tokens and access tokens are revoked when this resolves. False if that user has no
   * such live connection.
   */
  disconnectApp(userId: string, lineageId: string): Promise<boolean>;
}

/** A backend on the tables of `migrate`, for createHost. You only need to close the database. */
export function createSqlBackend({ database, issuer }: SqlBackendOptions): SqlBackend {
  const bundleOf = (tx: SqlTransaction): TransactionBundle => ({
    clients: new SqlClientStore(tx),
    codes: new SqlCodeStore(tx),
    refreshTokens: new SqlRefreshTokenStore(tx),
    accessTokens: issuer.within(tx),
    takesCallsAtOnce: tx.isPipelined && issuer.takesCallsAtOnce === true,
  });

  return {
    transaction<T>(work: (bundle: TransactionBundle) => Promise<T>, options: TransactionOptions): Promise<T> {
      return database.transaction((tx) => work(bundleOf(tx)), options);
    },

    connectedApps: (userId) => database.transaction((tx) => listConnectedApps(tx, userId), { readOnly: true }),

    disconnectApp: (userId, lineageId) =>
      database.transaction(
        async (tx) => {
          if (!(await isConnectionOf(tx, userId, lineageId))) return false;
          const { refreshTokens, accessTokens } = bundleOf(tx);
          const at = new Date();
          const revoked = await refreshTokens.revokeLineage(lineageId, at);
          await accessTokens.revokeLineage(lineageId, at);
          return revoked;
        },
        { readOnly: false },
      ),
  };
}
