import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { CompiledQuery as Query } from 'kysely';
import { ReadConnection } from '../database/sqlite-reads.js';
import type { AdminContext, AnyTables } from '../model/model.js';

/** A screen counts for each combination of filters that its users choose. */
const MAX_TOTALS = 200;
/** A condition may depend on the time, in a scope or in a view. */
const KEPT_MS = 10_000;

/** Changes with every row that this connection wrote, and with every commit of another one. */
const STATE = 'select total_changes() as own, (select data_version from pragma_data_version) as others';

interface Known {
  readonly state: string;
  readonly totals: Map<string, { readonly total: number; readonly at: number }>;
}

/**
 * The totals of lists on SQLite, which stay exact until the next write to the database: most of the time, users only turn
 * pages and change the order. SQLite reports in microseconds whether something was written; PostgreSQL cannot.
 */
export class KnownTotals {
  readonly #byConnection = new WeakMap<DatabaseConnection, Known>();

  /** @param count runs the query */
  async total(
    { trx }: Pick<AdminContext<AnyTables>, 'trx'>,
    { sql, parameters }: CompiledQuery,
    count: () => Promise<number>,
  ): Promise<number> {
    const { totals } = await trx.getExecutor().provideConnection((connection) => this.#known(connection));
    const key = `${sql}\n${parameters.map((value) => `${typeof value} ${String(value)}`).join('\n')}`;
    const known = totals.get(key);
    if (known !== undefined && Date.now() - known.at < KEPT_MS) return known.total;
    const total = await count();
    if (totals.size >= MAX_TOTALS) totals.clear();
    totals.set(key, { total, at: Date.now() });
    return total;
  }

  async #known(connection: DatabaseConnection): Promise<Known> {
    const { rows } = await connection.executeQuery<{ own: unknown; others: unknown }>(Query.raw(STATE));
    const opened = connection instanceof ReadConnection ? connection.opened : 1;
    const state = `${String(opened)} ${String(rows[0]?.own)} ${String(rows[0]?.others)}`;
    const known = this.#byConnection.get(connection);
    if (known?.state === state) return known;
    const fresh: Known = { state, totals: new Map() };
    this.#byConnection.set(connection, fresh);
    return fresh;
  }
}
