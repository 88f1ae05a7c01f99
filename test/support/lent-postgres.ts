import type { Pool, PoolConfig } from 'pg';
import { ignore, lastingPool, startPostgres } from './postgres.js';

/** A database for one test at a time, with the tables of its kind and the rows that those begin with. */
export interface LentPostgres {
  /** A pool of its own, which only the test ends if it ends it at all. */
  connect(settings?: PoolConfig): Pool;
  /** Gives database and pools back for the next test. */
  close(): Promise<void>;
}

interface Kept {
  readonly url: string;
  readonly own: Pool;
  readonly tables: readonly Table[];
  readonly schema: string;
  /** The pools that no test uses now, by their settings. */
  readonly pools: Map<string, Pool[]>;
}

interface Table {
  /** As SQL. */
  readonly name: string;
  readonly columns: string;
  /** The rows that migrations insert, as a JSON array. */
  readonly rows: string | null;
}

const free = new Map<string, Kept[]>();

/**
 * A new database, its migrations and its connections take hundreds of milliseconds of processor time, and most tests need less
 * than ten. So tests share them, one after the other. Tests that change tables may borrow one too: it is not lent again.
 *
 * @param kind what `prepare` creates
 * @param prepare creates the tables, and closes its connections
 * @param creation as of createDatabase, the same for each database of a kind
 */
export async function lendPostgres(
  kind: string,
  prepare: (url: string) => Promise<void>,
  creation?: string,
): Promise<LentPostgres> {
  const waiting = free.get(kind) ?? [];
  free.set(kind, waiting);
  const kept = (await emptied(waiting)) ?? (await newDatabase(prepare, creation));
  const lent: { readonly key: string; readonly pool: Pool }[] = [];
  return {
    connect(settings = {}) {
      const key = JSON.stringify(settings);
      const pool = kept.pools.get(key)?.pop() ?? lastingPool(kept.url, { max: 20, ...settings });
      lent.push({ key, pool });
      return pool;
    },
    async close() {
      await Promise.all(
        lent.splice(0).map(async ({ key, pool }) => {
          if (pool.ending) return;
          if (pool.idleCount < pool.totalCount) return pool.end();
          // Those of the test.
          pool.removeAllListeners();
          pool.on('error', ignore);
          kept.pools.set(key, [...(kept.pools.get(key) ?? []), pool]);
        }),
      );
      waiting.push(kept);
    },
  };
}

async function newDatabase(prepare: (url: string) => Promise<void>, creation?: string): Promise<Kept> {
  const url = await (await startPostgres()).createDatabase(creation);
  await prepare(url);
  // Neither triggers nor foreign keys react to the reset.
  const options = '-c session_replication_role=replica -c lock_timeout=10s';
  const own = lastingPool(url, { max: 1, idleTimeoutMillis: 0, options });
  const { rows: found } = await own.query<Omit<Table, 'rows'>>(TABLES);
  const tables: Table[] = [];
  for (const table of found) {
    const { rows } = await own.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table.name} t`);
    tables.push({ ...table, rows: rows[0]!.rows });
  }
  return { url, own, tables, schema: await schemaOf(own), pools: new Map() };
}

/** The first database whose tables are still those that it had, with its first rows again. */
async function emptied(waiting: Kept[]): Promise<Kept | undefined> {
  for (let kept = waiting.pop(); kept !== undefined; kept = waiting.pop()) {
    if ((await schemaOf(kept.own)) === kept.schema) {
      await reset(kept);
      return kept;
    }
    await Promise.all([kept.own, ...[...kept.pools.values()].flat()].map((pool) => pool.end()));
  }
  return undefined;
}

async function reset({ own, tables }: Kept): Promise<void> {
  const statements = tables.map(({ name }) => `delete from ${name}`);
  for (const { name, columns, rows } of tables) {
    if (rows === null) continue;
    const literal = `'${rows.replaceAll("'", "''")}'`;
    statements.push(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, ${literal})`,
    );
  }
  await own.query([...statements, SEQUENCES].join(';\n'));
}

async function schemaOf(own: Pool): Promise<string> {
  const { rows } = await own.query<{ schema: string }>(SCHEMA);
  return rows[0]!.schema;
}

const OWN = "nspname not in ('pg_catalog', 'information_schema', 'pg_toast')";

const TABLES = `select format('%I.%I', nspname, relname) as name,
    (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and ${OWN}`;

const SEQUENCES = `select setval(c.oid, seqstart, false)
  from pg_sequence join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = relnamespace where ${OWN}`;

/** Each change of a catalog writes a row in a newer transaction, or removes one. */
const CATALOGS = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_index', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_type'],
  ...['pg_namespace', 'pg_sequence', 'pg_policy', 'pg_rewrite', 'pg_db_role_setting'],
];
const SCHEMA = `select concat_ws(' ', ${CATALOGS.map(
  (name) => `(select concat(count(*), '/', max(xmin::text::bigint)) from ${name})`,
).join(', ')}) as schema`;
