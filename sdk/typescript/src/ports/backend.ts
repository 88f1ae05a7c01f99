import type { AccessTokenIssuer } from './access-token-issuer.js';
import type { ClientStore } from './client-store.js';
import type { CodeStore } from './code-store.js';
import type { RefreshTokenStore } from './refresh-token-store.js';

/**
 * The application's transaction backend: runs a function inside one database transaction and hands it the bundle.
 *
 * What an implementation owes:
 *
 * - When `work` resolves, everything it did is committed and durable before the returned promise resolves.
 * - When `work` rejects, everything it did is rolled back, and the promise rejects with the very same error.
 * - Work sees what it did itself, and what was committed before it began. Spends and the client cap hold under
 *   concurrency: of any number of transactions that spend one code, one commits.
 * - A transaction that lost against another one (serialization failure, deadlock) is run again by the implementation:
 *   `work` may therefore be called more than once, each time in a new transaction.
 * - `Unavailable` is thrown when the database is away.
 */
export interface Backend {
  transaction<T>(work: (bundle: TransactionBundle) => Promise<T>, options: TransactionOptions): Promise<T>;
}

/** What the work of a transaction works with. Not to be used after the transaction ended. */
export interface TransactionBundle {
  readonly clients: ClientStore;
  readonly codes: CodeStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenIssuer;
}

/** What an implementation may make use of. */
export interface TransactionOptions {
  /** Whether `work` only reads: no lock for writing is needed, nothing has to be made durable. */
  readonly readOnly: boolean;
  /** When nobody waits any more. `work` rejects by itself once it has passed; this helps to give up waiting for locks. */
  readonly deadline: Date;
}
