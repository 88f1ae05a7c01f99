import { sql } from 'kysely';
import { hash, randomFillSync } from 'node:crypto';
import type { AccessTokenInfo, AccessTokenIssuer, MintedToken, MintRequest } from '../ports/backend.js';
import { Abort } from '../ports/errors.js';
import type { AccessTokenRow } from './database/schema.js';
import { bytesOrNull, joined, split, toBuffer } from './database/schema.js';
import type { SqlDatabase, SqlTransaction } from './database/sql-database.js';
import { Statement } from './database/statement.js';
import { Lineages, REVOCATION_KEPT_MS, revocationOf } from './stores/lineages.js';
import { Sweeper } from './stores/sweep.js';

/** Filled in one call, because each call to the system's generator costs more than the rest of issuing a token. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A random base64url string with the given number of bytes of entropy, at most 4096. */
function randomToken(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const token = pool.toString('base64url', used, used + bytes);
  // Clear the bytes, so that no secret remains in memory.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return token;
}

/** The grant of a live access token, for the application's resource server. */
export interface VerifiedToken {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Resource that the token was issued for: reject the token if that is not you (RFC 8707 §2). */
  readonly resource: string;
  readonly expiresAt: Date;
  readonly lineageId: string;
  /** The grant context that the application attached at consent; empty if there is none. */
  readonly grantContext: Buffer;
}

/** An issuer that works inside the transactions of createSqlBackend. Write your own for other token formats. */
export interface SqlTokenIssuer {
  /**
   * Whether its statements may mingle with others of the transaction, on a connection of PostgreSQL that pipelines. Not if it
   * uses savepoints, because rolling back to one would undo statements of the stores. Default: no.
   */
  readonly takesCallsAtOnce?: boolean;
  /** Returns the issuer for one transaction; `tx.connection` is the driver's connection inside that transaction. */
  within(tx: SqlTransaction): AccessTokenIssuer;
}

/** The ready issuer, with the method that a resource server needs. */
export interface OpaqueTokenIssuer extends SqlTokenIssuer {
  /** Undefined: the token is unknown, expired or revoked. Return 401 with `error="invalid_token"` (RFC 6750 §3.1). */
  verify(accessToken: string): Promise<VerifiedToken | undefined>;
}

/**
 * Issues random access tokens and stores their SHA-256 hashes, so that reading the database reveals no usable token.
 * Revoking a lineage immediately invalidates its tokens, because `verify` checks both.
 */
export function createOpaqueTokenIssuer(database: SqlDatabase): OpaqueTokenIssuer {
  return {
    takesCallsAtOnce: true,
    within: (tx) => new OpaqueTokens(tx),
    verify: (accessToken) => database.transaction((tx) => findLive(tx, hashOf(accessToken)), { readOnly: true }),
  };
}

/** Adds nothing to a revoked lineage. A concurrent revocation of the lineage invalidates the token as well. */
const insert = new Statement<AccessTokenRow, unknown>((db, row) => ({
  compile: () =>
    sql`insert into gatehouse_access_tokens
      (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at, grant_context)
      select ${row.token_hash}, ${row.lineage_id}, ${row.client_id}, ${row.user_id}, ${row.scopes}, ${row.resource},
        ${row.expires_at}, ${row.grant_context}
      where not exists (
        select 1 from gatehouse_lineages where lineage_id = ${row.lineage_id} and revoked_at is not null)`.compile(db),
}));

const find = new Statement<{ tokenHash: Buffer; now: number }, Omit<AccessTokenRow, 'token_hash'>>(
  (db, { tokenHash, now }) =>
    db
      .selectFrom('gatehouse_access_tokens as t')
      .select(['t.lineage_id', 't.client_id', 't.user_id', 't.scopes', 't.resource', 't.expires_at', 't.grant_context'])
      .where('t.token_hash', '=', tokenHash)
      .where('t.expires_at', '>', now)
      .where(revocationOf('t.lineage_id'), 'is', null),
);

const TOKEN_BYTES = 32;

class OpaqueTokens implements AccessTokenIssuer {
  constructor(private readonly tx: SqlTransaction) {}

  async mint(request: MintRequest): Promise<MintedToken> {
    const accessToken = randomToken(TOKEN_BYTES);
    const expiresAt = Math.min(request.expiresAt.getTime(), request.at.getTime() + REVOCATION_KEPT_MS);
    const inserted = await this.tx.run(insert, {
      token_hash: hashOf(accessToken),
      lineage_id: request.lineageId,
      client_id: request.clientId,
      user_id: request.userId,
      scopes: joined(request.scopes),
      resource: request.resource,
      expires_at: expiresAt,
      grant_context: bytesOrNull(request.grantContext),
    });
    if (inserted === 0) throw new Abort('lineage_revoked');
    Sweeper.of(this.tx).added('gatehouse_access_tokens', expiresAt);
    return { accessToken, expiresAt: new Date(expiresAt) };
  }

  async find(accessToken: string): Promise<AccessTokenInfo | undefined> {
    return findLive(this.tx, hashOf(accessToken));
  }

  async revokeLineage(lineageId: string, at: Date): Promise<void> {
    await new Lineages(this.tx).revoke(lineageId, at);
  }

  async sweepExpired(before: Date, limit: number): Promise<void> {
    await Sweeper.of(this.tx).sweep('gatehouse_access_tokens', before.getTime(), limit);
  }
}

async function findLive(tx: SqlTransaction, tokenHash: Buffer): Promise<VerifiedToken | undefined> {
  const row = await tx.first(find, { tokenHash, now: Date.now() });
  if (!row) return undefined;
  return {
    userId: row.user_id,
    clientId: row.client_id,
    scopes: split(row.scopes),
    resource: row.resource,
    expiresAt: new Date(row.expires_at),
    lineageId: row.lineage_id,
    grantContext: toBuffer(row.grant_context),
  };
}

/** By way of a text, whose buffer comes from Node's pool: one from `hash` has memory of its own, which costs as much as the hash. */
function hashOf(accessToken: string): Buffer {
  return Buffer.from(hash('sha256', accessToken, 'binary'), 'binary');
}
