import type { Backend, TransactionBundle, TransactionOptions } from '../ports/backend.js';
import type { SqlDatabase, SqlTransaction } from './database.js';
import type { ConnectedApp } from './grants.js';
import { isConnectionOf, listConnectedApps } from './grants.js';
import type { SqlTokenIssuer } from './opaque-token-issuer.js';
import { SqlClientStore } from './stores/clients.js';
import { SqlCodeStore } from './stores/codes.js';
import { SqlRefreshTokenStore } from './stores/refresh-tokens.js';

/** What createSqlBackend is made of. */
export interface SqlBackendOptions {
  /** From sqliteDatabase or postgresDatabase, migrated (migrate). */
  readonly database: SqlDatabase;
  /** From createOpaqueTokenIssuer, or your own. */
  readonly issuer: SqlTokenIssuer;
}

/** The ready backend, with what an "apps connected to your account" page needs. */
export interface SqlBackend extends Backend {
  /** The user's live connections, the last used first. */
  connectedApps(userId: string): Promise<ConnectedApp[]>;
  /**
   * Disconnects an app: its refresh tokens and access tokens are dead when this resolves. False when that user has no
   * such live connection.
   */
  disconnectApp(userId: string, lineageId: string): Promise<boolean>;
}

/** A backend on the tables of `migrate`, for createHost. Nothing is to be closed but the database itself. */
export function createSqlBackend({ database, issuer }: SqlBackendOptions): SqlBackend {
  const bundleOf = (tx: SqlTransaction): TransactionBundle => ({
    clients: new SqlClientStore(tx),
    codes: new SqlCodeStore(tx),
    refreshTokens: new SqlRefreshTokenStore(tx),
    accessTokens: issuer.within(tx),
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
