import { sql, type RawBuilder } from 'kysely';
import { Abort } from '../../ports/errors.js';
import type { SqlTransaction } from '../database/sql-database.js';
import type { LineageRow } from '../database/schema.js';
import { Statement } from '../database/statement.js';
import { Sweeper } from './sweep.js';

/**
 * How long a revocation is remembered at the least. No access token lives longer (opaque-token-issuer.ts), and each
 * refresh token keeps the row of its lineage alive, so nothing revoked ever comes back to life by forgetting.
 */
export const REVOCATION_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

const LATER_EXPIRY = sql<number>`case when excluded.expires_at > gatehouse_lineages.expires_at
  then excluded.expires_at else gatehouse_lineages.expires_at end`;

type Grant = { readonly [Column in Exclude<keyof LineageRow, 'revoked_at'>]-?: NonNullable<LineageRow[Column]> };

/**
 * The row of a lineage is locked by whoever writes it (in PostgreSQL; SQLite has one writer), and the condition is judged
 * on what the one before left: a rotation and a revocation at the same time come one after the other. Whichever order it
 * is, afterwards the lineage is revoked and nothing in it is live.
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
 * When the lineage was revoked: null also where there is none. A subquery for one row, not a join: PostgreSQL reads the one row
 * by its key then, whatever it knows of the table. A table that it saw empty last it would read from end to end for each token,
 * with all rows that were swept while a snapshot was open.
 */
export function revocationOf(lineageId: string): RawBuilder<number | null> {
  return sql`(select gatehouse_lineages.revoked_at from gatehouse_lineages
    where gatehouse_lineages.lineage_id = ${sql.ref(lineageId)})`;
}

/** The lineages, inside one transaction. */
export class Lineages {
  constructor(private readonly tx: SqlTransaction) {}

  /** Starts the lineage, or prolongs it for its next refresh token. @throws {Abort} lineage_revoked */
  async extend(grant: Grant): Promise<void> {
    if ((await this.tx.run(extend, grant)) === 0) throw new Abort('lineage_revoked');
    Sweeper.of(this.tx).added('gatehouse_lineages', grant.expires_at);
  }

  /** Whether it was this call that revoked it. */
  async revoke(lineageId: string, at: Date): Promise<boolean> {
    const expiresAt = Math.max(at.getTime(), Date.now()) + REVOCATION_KEPT_MS;
    const revoked = (await this.tx.run(revoke, { lineageId, at: at.getTime(), expiresAt })) === 1;
    Sweeper.of(this.tx).added('gatehouse_lineages', expiresAt);
    return revoked;
  }

  /** Forgets lineages without anything live. By this machine's clock at the latest: a revocation must not go early. */
  async sweep(before: Date, limit: number): Promise<void> {
    await Sweeper.of(this.tx).sweep('gatehouse_lineages', Math.min(before.getTime(), Date.now()), limit);
  }
}
