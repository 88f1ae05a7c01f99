import { sql } from 'kysely';
import type { SqlTransaction } from '../database.js';
import type { DialectName } from '../query-builder.js';
import { Statement } from '../statement.js';

/** The swept tables and the column that tells their rows apart. Each has an index on expires_at. */
const KEYS = {
  gatehouse_codes: 'code_hash',
  gatehouse_lineages: 'lineage_id',
  gatehouse_refresh_tokens: 'token_hash',
  gatehouse_access_tokens: 'token_hash',
} as const;

type SweptTable = keyof typeof KEYS;

/** When the first row of each table expires; null for an empty one. */
type Earliest = Record<SweptTable, number | null>;

const TABLES = Object.keys(KEYS) as SweptTable[];

const earliest = new Statement<object, Earliest>((db) => ({
  compile: () => {
    const columns = TABLES.map((table) => sql`(select min(expires_at) from ${sql.table(table)}) as ${sql.ref(table)}`);
    return sql<Earliest>`select ${sql.join(columns)}`.compile(db);
  },
}));

const removals = Object.fromEntries(TABLES.map((table) => [table, removal(table)])) as Record<
  SweptTable,
  ReturnType<typeof removal>
>;

/** Removes the rows of a table that expired first. */
function removal(table: SweptTable): Statement<{ before: number; limit: number }, unknown> {
  const key = sql.ref(KEYS[table]);
  return new Statement((db, { before, limit }, dialect) => ({
    compile: () =>
      sql`delete from ${sql.table(table)} where ${key} in (
        select ${key} from ${sql.table(table)} where expires_at < ${before}
        order by expires_at limit ${limit} ${locking(dialect)})`.compile(db),
  }));
}

/** Of concurrent sweeps each takes other rows, so that none waits for another. SQLite has one writer at a time anyway. */
function locking(dialect: DialectName): ReturnType<typeof sql> {
  return dialect === 'postgres' ? sql`for update skip locked` : sql``;
}

/**
 * The sweeps of one transaction. Every token request sweeps four tables, and nearly always there is nothing to remove:
 * one look at what expires first tells so for all of them. What is stored afterwards has to be told with `added`, because
 * an operation sees what the ones before it did.
 */
export class Sweeper {
  static readonly #sweepers = new WeakMap<SqlTransaction, Sweeper>();

  /** The one of a transaction, shared by its stores. */
  static of(tx: SqlTransaction): Sweeper {
    let sweeper = Sweeper.#sweepers.get(tx);
    if (sweeper === undefined) {
      sweeper = new Sweeper(tx);
      Sweeper.#sweepers.set(tx, sweeper);
    }
    return sweeper;
  }

  #earliest: Earliest | undefined;

  private constructor(private readonly tx: SqlTransaction) {}

  /** Removes at most `limit` rows that expire before `before`. Returns how many. */
  async sweep(table: SweptTable, before: number, limit: number): Promise<number> {
    this.#earliest ??= await this.tx.first(earliest, {});
    const first = this.#earliest?.[table] ?? Infinity;
    if (first >= before) return 0;
    const removed = await this.tx.run(removals[table], { before, limit });
    this.#earliest = undefined;
    return removed;
  }

  /** A row was stored, or its expiry was moved. */
  added(table: SweptTable, expiresAt: number): void {
    if (this.#earliest !== undefined && expiresAt < (this.#earliest[table] ?? Infinity)) {
      this.#earliest[table] = expiresAt;
    }
  }
}
