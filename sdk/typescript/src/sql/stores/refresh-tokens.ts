import { Abort } from '../../ports/errors.js';
import type { RefreshToken, RefreshTokenStore } from '../../ports/backend.js';
import { together } from '../../shared/together.js';
import type { SqlTransaction } from '../database/sql-database.js';
import type { RefreshTokenRow } from '../database/schema.js';
import { Statement } from '../database/statement.js';
import { bytesOrNull, joined, split, toBuffer } from '../database/schema.js';
import { Lineages, revocationOf } from './lineages.js';
import { Sweeper } from './sweep.js';

type FoundToken = Omit<RefreshTokenRow, 'token_hash'> & { readonly revoked_at: number | null };

const insert = new Statement<Omit<RefreshTokenRow, 'spent_at'>, unknown>((db, row) =>
  db.insertInto('gatehouse_refresh_tokens').values({
    token_hash: row.token_hash,
    lineage_id: row.lineage_id,
    client_id: row.client_id,
    user_id: row.user_id,
    scopes: row.scopes,
    resource: row.resource,
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    lineage_started_at: row.lineage_started_at,
    grant_context: row.grant_context,
  }),
);

const find = new Statement<{ tokenHash: Buffer }, FoundToken>((db, { tokenHash }) =>
  db
    .selectFrom('gatehouse_refresh_tokens as t')
    .select(revocationOf('t.lineage_id').as('revoked_at'))
    .select(['t.lineage_id', 't.client_id', 't.user_id', 't.scopes', 't.resource', 't.issued_at', 't.expires_at'])
    .select(['t.lineage_started_at', 't.grant_context', 't.spent_at'])
    .where('t.token_hash', '=', tokenHash),
);

const spend = new Statement<{ tokenHash: Buffer; at: number }, unknown>((db, { tokenHash, at }) =>
  db
    .updateTable('gatehouse_refresh_tokens')
    .set({ spent_at: at })
    .where('token_hash', '=', tokenHash)
    .where('spent_at', 'is', null)
    .where(revocationOf('gatehouse_refresh_tokens.lineage_id'), 'is', null),
);

export class SqlRefreshTokenStore implements RefreshTokenStore {
  readonly #lineages: Lineages;

  constructor(private readonly tx: SqlTransaction) {
    this.#lineages = new Lineages(tx);
  }

  async create(token: RefreshToken): Promise<void> {
    const scopes = joined(token.scopes);
    const expiresAt = token.expiresAt.getTime();
    const extend = () =>
      this.#lineages.extend({
        lineage_id: token.lineageId,
        client_id: token.clientId,
        user_id: token.userId,
        scopes,
        resource: token.resource,
        started_at: token.lineageStartedAt.getTime(),
        refreshed_at: token.issuedAt.getTime(),
        expires_at: expiresAt,
      });
    const add = () =>
      this.tx.run(insert, {
        token_hash: token.tokenHash,
        lineage_id: token.lineageId,
        client_id: token.clientId,
        user_id: token.userId,
        scopes,
        resource: token.resource,
        issued_at: token.issuedAt.getTime(),
        expires_at: expiresAt,
        lineage_started_at: token.lineageStartedAt.getTime(),
        grant_context: bytesOrNull(token.grantContext),
      });
    // Locks the lineage first, so that a revocation waits for this transaction, or this transaction sees the revocation.
    await together(this.tx.isPipelined, extend, add);
    Sweeper.of(this.tx).added('gatehouse_refresh_tokens', expiresAt);
  }

  async find(tokenHash: Buffer): Promise<RefreshToken | undefined> {
    const row = await this.tx.first(find, { tokenHash });
    if (!row) return undefined;
    return {
      tokenHash,
      lineageId: row.lineage_id,
      clientId: row.client_id,
      userId: row.user_id,
      scopes: split(row.scopes),
      resource: row.resource,
      issuedAt: new Date(row.issued_at),
      expiresAt: new Date(row.expires_at),
      lineageStartedAt: new Date(row.lineage_started_at),
      grantContext: toBuffer(row.grant_context),
      ...(row.spent_at !== null && { spentAt: new Date(row.spent_at) }),
      lineageRevoked: row.revoked_at !== null,
    };
  }

  async spend(tokenHash: Buffer, at: Date): Promise<void> {
    if ((await this.tx.run(spend, { tokenHash, at: at.getTime() })) === 1) return;
    const row = await this.tx.first(find, { tokenHash });
    if (!row) throw new Abort('refresh_token_not_found');
    throw new Abort(row.revoked_at === null ? 'refresh_token_already_spent' : 'lineage_revoked');
  }

  revokeLineage(lineageId: string, at: Date): Promise<boolean> {
    return this.#lineages.revoke(lineageId, at);
  }

  async sweepExpired(before: Date, limit: number): Promise<number> {
    const removed = await Sweeper.of(this.tx).sweep('gatehouse_refresh_tokens', before.getTime(), limit);
    await this.#lineages.sweep(before, limit);
    return removed;
  }
}
