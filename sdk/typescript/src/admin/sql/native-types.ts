import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../database/transactions.js';
import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AnyTables, Model } from '../model/model.js';
import type { NativeType } from './columns.js';
import { columnsOf, quotedTable } from './columns.js';

const NAMES: ReadonlyMap<string, NativeType> = new Map([
  ...['text', 'varchar', 'bpchar', 'citext', 'name'].map((name) => [name, 'text'] as const),
  ...['int2', 'int4', 'int8'].map((name) => [name, 'integer'] as const),
  ['uuid', 'uuid'],
]);

/** Types that PostgreSQL cannot sort by, and arrays of them. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(
  [
    ...['json', 'jsonpath', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
    ...['xid', 'cid', 'aclitem', 'txid_snapshot', 'pg_snapshot', 'refcursor'],
  ].flatMap((name) => [name, `_${name}`]),
);

/**
 * The database types of the registered tables. PostgreSQL assumes that a parameter has the column's type: for a uuid or
 * an enum, an invalid text fails the whole query instead of matching nothing.
 */
export class NativeTypes {
  readonly #tables: readonly string[];
  readonly #hasTextKeys: boolean;
  /** PostgreSQL's own names, such as "bpchar". */
  #byColumn: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly engine: Engine,
    models: readonly Model[],
  ) {
    this.#tables = [...new Set(models.map(({ table }) => table))];
    this.#hasTextKeys = models.some((model) => columnsOf(model).get(model.primaryKey)?.type === 'string');
  }

  /**
   * Queries the database before a request that compares or reads columns, until the types of all tables are known, and then
   * never again. After changing a column's type, restart the host.
   */
  async learn(
    trx: Transaction<AnyTables>,
    conditions: readonly AdminCondition__Output[],
    readsColumns: boolean,
  ): Promise<void> {
    if (this.engine !== 'postgres' || this.#byColumn !== undefined) return;
    if (!this.#hasTextKeys && !readsColumns && !conditions.some(comparesTexts)) return;
    const named = sql.join(this.#tables.map((table) => sql`(${table}::text, to_regclass(${quotedTable(table)}))`));
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select known.name as table, a.attname as column, coalesce(base.typname, t.typname) as type
      from (values ${named}) as known (name, id) join pg_attribute a on a.attrelid = known.id
      join pg_type t on t.oid = a.atttypid left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
      where a.attnum > 0 and not a.attisdropped`.execute(trx);
    if (new Set(rows.map(({ table }) => table)).size < this.#tables.length) return;
    this.#byColumn = new Map(rows.map(({ table, column, type }) => [keyOf(table, column), type]));
  }

  /** Whether `of` returns the types of the database; until then, it takes every column for a text. */
  get isLearned(): boolean {
    return this.#byColumn !== undefined;
  }

  of(table: string, column: string): NativeType {
    const name = this.#nameOf(table, column);
    return name === undefined ? 'text' : (NAMES.get(name) ?? 'other');
  }

  /** Whether the values of the column end with blanks that do not count (character(n)). A cast to text removes them. */
  isPadded(table: string, column: string): boolean {
    return this.#nameOf(table, column) === 'bpchar';
  }

  /** Whether PostgreSQL can sort by the column. */
  hasOrder(table: string, column: string): boolean {
    return !WITHOUT_ORDER.has(this.#nameOf(table, column) ?? '');
  }

  #nameOf(table: string, column: string): string | undefined {
    return this.#byColumn?.get(keyOf(table, column));
  }
}

function comparesTexts({ comparison }: AdminCondition__Output): boolean {
  return comparison?.values.some(({ value }) => value === 'stringValue') ?? false;
}

function keyOf(table: string, column: string): string {
  return JSON.stringify([table, column]);
}
