import { sql } from 'kysely';
import type { SqlTransaction } from '../database/sql-database.js';
import type { DialectName } from '../database/statement.js';
import { Statement } from '../database/statement.js';
import {
  everywhere,
  type Floors,
  NEVER,
  NO_FLOOR,
  SWEPT_TABLES,
  type SweptTable,
  TABLES,
} from '../database/sweep-floors.js';

/** The first expiry in each table at or after `from`; null if there is none. */
type Earliest = Record<SweptTable, number | null>;

const earliest = new Statement<Floors, Earliest>((db, from) => ({
  compile: () => {
    const columns = TABLES.map(
      (table) =>
        // The first row of an order, because PostgreSQL computes min() of a table that it believes to be empty by reading
        // every row.
        sql`(select expires_at from ${sql.table(table)} where expires_at >= ${from[table]}
          order by expires_at limit 1) as ${sql.ref(table)}`,
    );
    return sql<Earliest>`select ${sql.join(columns)}`.compile(db);
  },
}));

const removals = Object.fromEntries(TABLES.map((table) => [table, removal(table)])) as Record<
  SweptTable,
  ReturnType<typeof removal>
>;

/** Removes the rows of a table that expired first. */
function removal(table: SweptTable): Statement<{ from: number; before: number; limit: number }, unknown> {
  const key = sql.ref(SWEPT_TABLES[table]);
  return new Statement((db, { from, before, limit }, dialect) => ({
    compile: () =>
      sql`delete from ${sql.table(table)} where ${key} in (
        select ${key} from ${sql.table(table)} where expires_at >= ${from} and expires_at < ${before}
        order by expires_at limit cast(${limit} as integer) ${locking(dialect)})`.compile(db),
  }));
}

/** Concurrent sweeps take different rows, so that none waits for another. SQLite has one writer at a time anyway. */
function locking(dialect: DialectName): ReturnType<typeof sql> {
  return dialect === 'postgres' ? sql`for update skip locked` : sql``;
}

const NOTHING = Promise.resolve(0);

/**
 * The sweeps of one transaction. Every token request sweeps four tables, and there is almost never anything to remove.
 * One query for the first expiry determines that for all of them, and on PostgreSQL most requests know it without a query
 * (sweep-floors.ts). Report a row that is stored afterwards with `added`, because an operation sees what the ones before
 * it did.
 */
export class Sweeper {
  static readonly #sweepers = new WeakMap<SqlTransaction, Sweeper>();

  /** The instance of a transaction, shared by its stores. */
  static of(tx: SqlTransaction): Sweeper {
    let sweeper = Sweeper.#sweepers.get(tx);
    if (sweeper === undefined) {
      sweeper = new Sweeper(tx);
      Sweeper.#sweepers.set(tx, sweeper);
    }
    return sweeper;
  }

  readonly #floors: Floors;
  /** Tables whose floor is the expiry of an existing row, rather than a bound. */
  readonly #exact = new Set<SweptTable>();

  private constructor(private readonly tx: SqlTransaction) {
    this.#floors = tx.floors?.floors ?? everywhere(NO_FLOOR);
  }

  /**
   * Removes at most `limit` rows that expire before `asked`, and have expired by this machine's clock too: a daemon whose clock
   * jumps ahead would otherwise remove live rows for good. Returns how many.
   */
  sweep(table: SweptTable, asked: number, limit: number): Promise<number> {
    const before = Math.min(asked, Date.now());
    // Almost always, as soon as one sweep has looked; without a promise for each table of each request.
    const isKnown = this.tx.floors === undefined && this.#floors[table] >= before;
    return isKnown ? NOTHING : this.#sweep(table, before, limit);
  }

  async #sweep(table: SweptTable, before: number, limit: number): Promise<number> {
    await this.#look(table, before);
    const from = this.#floors[table];
    if (from >= before) return 0;
    const removed = await this.tx.run(removals[table], { from, before, limit });
    if (removed < limit) this.#floors[table] = before;
    this.#exact.delete(table);
    return removed;
  }

  /** A row was stored, or its expiry changed. */
  added(table: SweptTable, expiresAt: number): void {
    this.#floors[table] = Math.min(this.#floors[table], expiresAt);
    if (this.tx.floors) this.tx.floors.added[table] = Math.min(this.tx.floors.added[table], expiresAt);
  }

  async #look(table: SweptTable, before: number): Promise<void> {
    const { floors } = this.tx;
    const isKnown = this.#floors[table] >= before || this.#exact.has(table);
    if (floors === undefined) {
      if (!isKnown) await this.#first(this.#floors);
    } else if (floors.mustLookAtEverything()) {
      await floors.lookAtEverything(() => this.#first(everywhere(NO_FLOOR)));
    } else if (!isKnown) await this.#first(this.#floors);
  }

  async #first(from: Floors): Promise<void> {
    const found = await this.tx.first(earliest, { ...from });
    for (const swept of TABLES) {
      this.#floors[swept] = found?.[swept] ?? NEVER;
      this.#exact.add(swept);
      this.tx.floors?.settled.add(swept);
    }
  }
}
