import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Abort } from '../../ports/errors.js';
import type { SqlTransaction } from '../database/sql-database.js';
import type { LineageRow } from '../database/schema.js';
import { Statement } from '../database/statement.js';
import { Sweeper } from './sweep.js';

/**
 * Minimum time for which a revocation is remembered. No access token lives longer (opaque-token-issuer.ts), and each
 * refresh token keeps the row of its lineage, so removing a row never makes a revoked token valid again.
 */
export const REVOCATION_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

const LATER_EXPIRY = sql<number>`case when excluded.expires_at > gatehouse_lineages.expires_at
  then excluded.expires_at else gatehouse_lineages.expires_at end`;

type Grant = { readonly [Column in Exclude<keyof LineageRow, 'revoked_at'>]-?: NonNullable<LineageRow[Column]> };

/**
 * Every writer locks the row of its lineage (in PostgreSQL; SQLite has one writer), and evaluates the condition on the
 * row that the previous writer left: a concurrent rotation and revocation run one after the other. In either order, the
 * lineage is revoked afterwards and none of its tokens is live.
 */
const extend = new Statement<Grant, unknown>((db, grant) =>
  db
    .insertInto('gatehouse_lineages')
    .values({
      lineage_id: grant.lineage_id,
      client_id: grant.client_id,
      user_id: grant.user_id,
      scopes: grant.scopes,
      resource: grant.resource,
      started_at: grant.started_at,
      refreshed_at: grant.refreshed_at,
      expires_at: grant.expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .column('lineage_id')
        .doUpdateSet((eb) => ({
          refreshed_at: eb.ref('excluded.refreshed_at'),
          expires_at: LATER_EXPIRY,
        }))
        .where('gatehouse_lineages.revoked_at', 'is', null),
    ),
);

const revoke = new Statement<{ lineageId: string; at: number; expiresAt: number }, unknown>(
  (db, { lineageId, at, expiresAt }) =>
    db
      .insertInto('gatehouse_lineages')
      .values({ lineage_id: lineageId, revoked_at: at, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('lineage_id')
          .doUpdateSet((eb) => ({ revoked_at: eb.ref('excluded.revoked_at'), expires_at: LATER_EXPIRY }))
          .where('gatehouse_lineages.revoked_at', 'is', null),
      ),
);

/**
 * When the lineage was revoked; also null if it does not exist. A subquery for one row, not a join, so that PostgreSQL
 * reads the row by its key, regardless of its statistics. With a join, it would scan a table that was empty at the last
 * analysis for each token, including all rows that were swept while a snapshot was open.
 */
export function revocationOf(lineageId: string): RawBuilder<number | null> {
  return sql`(select gatehouse_lineages.revoked_at from gatehouse_lineages
    where gatehouse_lineages.lineage_id = ${sql.ref(lineageId)})`;
}

/** The lineages, inside one transaction. */
export class Lineages {
  constructor(private readonly tx: SqlTransaction) {}

  /** Starts the lineage, or extends it for its next refresh token. @throws {Abort} lineage_revoked */
  async extend(grant: Grant): Promise<void> {
    if ((await this.tx.run(extend, grant)) === 0) throw new Abort('lineage_revoked');
    Sweeper.of(this.tx).added('gatehouse_lineages', grant.expires_at);
  }

  /** Returns whether this call revoked it. */
  async revoke(lineageId: string, at: Date): Promise<boolean> {
    const expiresAt = Math.max(at.getTime(), Date.now()) + REVOCATION_KEPT_MS;
    const revoked = (await this.tx.run(revoke, { lineageId, at: at.getTime(), expiresAt })) === 1;
    Sweeper.of(this.tx).added('gatehouse_lineages', expiresAt);
    return revoked;
  }

  /** Removes lineages without live tokens. */
  async sweep(before: Date, limit: number): Promise<void> {
    await Sweeper.of(this.tx).sweep('gatehouse_lineages', before.getTime(), limit);
  }
}
