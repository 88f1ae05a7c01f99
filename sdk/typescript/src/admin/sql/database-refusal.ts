import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { sqliteCodeOf } from '../../sql/database/sqlite-codes.js';
import type { Engine } from '../database/transactions.js';
import { quotedTable } from './columns.js';

/** Why a database refused a write: a constraint, a type, or a trigger of the application. */
export interface DatabaseRefusal {
  readonly kind: 'unique' | 'missing' | 'needed' | 'notNull' | 'check' | 'data' | 'syntax' | 'trigger';
  /** Table that the database names; absent if it names none. */
  readonly table?: string;
  /** Columns that the database names. */
  readonly columns: readonly string[];
  /** Words of the message that may be column names, from a check or an index over an expression. */
  readonly words: readonly string[];
  /** Name of the violated check, if it has one. */
  readonly constraint?: string;
  /** For a trigger: its own message. */
  readonly message?: string;
}

/** Reads the errors of SQLite's drivers and of pg; undefined for every other error. */
export function refusalOf(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = sqliteCodeOf(error);
  return code === undefined ? ofPostgres(String(error.code), error) : ofSqlite(code, error.message);
}

/** "UNIQUE constraint failed: posts.slug, posts.locale": the first words are fixed, the others name the columns. */
function ofSqlite(code: string, message: string): DatabaseRefusal | undefined {
  const named = /constraint failed: (.*)$/s.exec(message)?.[1] ?? '';
  const places = /^\w+\.\w+(?:, \w+\.\w+)*$/.test(named) ? named.split(', ').map((place) => place.split('.')) : [];
  const [[table] = []] = places;
  const about = {
    ...(table !== undefined && { table }),
    columns: places.map(([, column = '']) => column),
    words: wordsOf(named),
  };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return { kind: 'unique', ...about };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'notNull', ...about };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'missing', columns: [], words: [] };
    case 'SQLITE_CONSTRAINT_CHECK':
      return { kind: 'check', columns: [], words: wordsOf(named), constraint: named };
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return { kind: 'trigger', columns: [], words: [], message };
    case 'SQLITE_CONSTRAINT_DATATYPE': {
      const [, of, column = ''] = /column (\w+)\.(\w+)$/.exec(message) ?? [];
      return { kind: 'data', ...(of !== undefined && { table: of }), columns: [column], words: [] };
    }
    case 'SQLITE_MISMATCH':
    case 'SQLITE_TOOBIG':
      return { kind: 'data', columns: [], words: [] };
    default:
      return undefined;
  }
}

const POSTGRES_KINDS: ReadonlyMap<string, DatabaseRefusal['kind']> = new Map([
  ['23505', 'unique'],
  ['23P01', 'unique'],
  ['23502', 'notNull'],
  ['23001', 'needed'],
  ['23514', 'check'],
  // Of the text of a tsvector or tsquery, unless a trigger runs a statement that is wrong: only the values tell.
  ['42601', 'syntax'],
  // A trigger or function of the application: RAISE EXCEPTION without its own code.
  ['P0001', 'trigger'],
]);

function ofPostgres(code: string, error: Error): DatabaseRefusal | undefined {
  const told = error as Error & Readonly<Partial<Record<'detail' | 'table' | 'column' | 'constraint', unknown>>>;
  const member = (name: 'detail' | 'table' | 'column' | 'constraint') => {
    const value = told[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const detail = member('detail') ?? '';
  // "Key (slug, locale)=(a, b) already exists."
  const key = /^Key \((.*?)\)=/s.exec(detail)?.[1] ?? '';
  const kind =
    code === '23503'
      ? detail.includes('is still referenced')
        ? 'needed'
        : 'missing'
      : (POSTGRES_KINDS.get(code) ?? (code.startsWith('22') ? 'data' : undefined));
  if (kind === undefined) return undefined;
  const column = member('column');
  const [table, constraint] = [member('table'), member('constraint')];
  return {
    kind,
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    columns: column !== undefined ? [column] : plainColumns(key),
    words: wordsOf(key),
    ...(kind === 'trigger' && { message: error.message }),
  };
}

function plainColumns(key: string): string[] {
  const names = key.split(', ').map((name) => name.replaceAll('"', ''));
  return names.every((name) => /^\w+$/.test(name)) ? names : [];
}

function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

/** How to query the database: each query in a separate transaction, because a refused one ends its transaction. */
export interface Ask {
  readonly engine: Engine;
  rows<R>(question: RawBuilder<R>): Promise<readonly R[]>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Finds the columns that caused a refusal if the error does not name them, by querying the database after the rollback.
 * Only this path runs such queries. Empty if the columns cannot be found.
 *
 * @param values the values that the statement wrote, as passed to the driver
 */
export async function columnsAbout(
  refusal: DatabaseRefusal,
  table: string,
  values: Values,
  ask: Ask,
): Promise<readonly string[]> {
  const written = (names: readonly string[]) => Object.keys(values).filter((name) => names.includes(name));
  if (refusal.columns.length > 0) return refusal.columns;
  switch (refusal.kind) {
    case 'check':
      return written(
        ask.engine === 'postgres'
          ? await checkedInPostgres(ask, table, refusal, values)
          : await checkedInSqlite(ask, table, refusal),
      );
    case 'missing':
      return ask.engine === 'sqlite' ? missingInSqlite(ask, table, values) : [];
    case 'data':
    case 'syntax':
      return ask.engine === 'postgres' ? unfitInPostgres(ask, table, values) : [];
    case 'unique':
      return written(refusal.words);
    default:
      return [];
  }
}

/** A check of the table lists its columns; for a check of a domain, test the values. */
async function checkedInPostgres(ask: Ask, table: string, { constraint }: DatabaseRefusal, values: Values) {
  const rows = await ask.rows(sql<{ name: string }>`
    select a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = to_regclass(${quotedTable(table)}) and c.conname = ${constraint ?? ''}`);
  return rows.length > 0 ? rows.map(({ name }) => name) : unfitInPostgres(ask, table, values);
}

/**
 * SQLite reports the name of a check, or the text of an unnamed one. The text of a named check is in the table's
 * definition.
 */
async function checkedInSqlite(ask: Ask, table: string, { constraint = '', words }: DatabaseRefusal) {
  if (!/^\w+$/.test(constraint)) return words;
  const rows = await ask.rows(sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'table' and name = ${table}`);
  const definition = rows[0]?.sql ?? '';
  const start = new RegExp(`constraint\\s+["\`[]?${constraint}["\`\\]]?\\s+check\\s*\\(`, 'i').exec(definition);
  if (start === null) return words;
  return wordsOf(inParentheses(definition.slice(start.index + start[0].length)));
}

/** The text up to the closing parenthesis of an already open one. */
function inParentheses(text: string): string {
  let depth = 1;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** SQLite does not report which of a table's foreign keys failed. */
async function missingInSqlite(ask: Ask, table: string, values: Values): Promise<string[]> {
  const rows = await ask.rows(sql<{ from: string; table: string; to: string | null }>`
    select "from", "table", "to" from pragma_foreign_key_list(${table})`);
  const missing: string[] = [];
  for (const { from, table: parent, to } of rows) {
    const value = values[from];
    if (value === null || value === undefined) continue;
    const key = sql.ref(to ?? 'rowid');
    const found = await ask.rows(sql`select 1 from ${sql.table(parent)} where ${key} = ${value}`);
    if (found.length === 0) missing.push(from);
  }
  return missing;
}

/**
 * Lets PostgreSQL cast each value to the type of its column, because it knows its ranges, its domains and the format of a
 * uuid. Such a cast silently truncates only a text that is too long for its column.
 */
async function unfitInPostgres(ask: Ask, table: string, values: Values): Promise<string[]> {
  const rows = await ask.rows(sql<{ name: string; type: string; length: number | null }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end as length
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = to_regclass(${quotedTable(table)}) and a.attnum > 0 and not a.attisdropped`);
  const unfit: string[] = [];
  for (const { name, type, length } of rows) {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const tooLong = length !== null && [...String(value)].length > length;
    if (tooLong || !(await canBeCast(ask, String(value), type))) unfit.push(name);
  }
  return unfit;
}

async function canBeCast(ask: Ask, value: string, type: string): Promise<boolean> {
  try {
    await ask.rows(sql`select cast(cast(${value} as text) as ${sql.raw(type)})`);
    return true;
  } catch (error) {
    if (/^(?:2[23]|42601)/.test(String((error as { readonly code?: unknown }).code))) return false;
    throw error;
  }
}
