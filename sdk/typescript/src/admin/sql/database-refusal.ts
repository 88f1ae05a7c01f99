import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { sqliteCodeOf } from '../../sql/database/sqlite-codes.js';
import type { Engine } from '../database/transactions.js';
import { quotedTable } from './columns.js';

/** Why a database refused a write: a constraint, a type, or a trigger of the application. */
export interface DatabaseRefusal {
  readonly kind: 'unique' | 'missing' | 'needed' | 'notNull' | 'check' | 'data' | 'limit' | 'syntax' | 'trigger';
  /** Table that the database names; absent if it names none. */
  readonly table?: string;
  /** Columns that the database names. */
  readonly columns: readonly string[];
  /** Words of the message that may be column names, from a check or an index over an expression. */
  readonly words: readonly string[];
  /** Name of the violated constraint or index, if the database tells one. */
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
    case 'SQLITE_CONSTRAINT_ROWID': {
      // SQLite names an index with expressions, and not its columns.
      const index = /^index '(.*)'$/s.exec(named)?.[1];
      return { kind: 'unique', ...about, ...(index !== undefined && { constraint: index.replaceAll("''", "'") }) };
    }
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
  // The check option of a view.
  ['44000', 'check'],
  // More of one row than an index holds, or of one text than a tsvector does.
  ['54000', 'limit'],
  // Of the text of a tsvector or tsquery, unless a trigger runs a statement that is wrong: only the values tell.
  ['42601', 'syntax'],
  // A trigger or function of the application: RAISE EXCEPTION without its own code.
  ['P0001', 'trigger'],
]);

/** PostgreSQL's function for what a row violates. A policy of row-level security has the code of a missing privilege. */
const ROW_CHECK = { code: '42501', routine: 'ExecWithCheckOptions' };

type ToldMember = 'detail' | 'table' | 'column' | 'constraint' | 'routine';

function ofPostgres(code: string, error: Error): DatabaseRefusal | undefined {
  const told = error as Error & Readonly<Partial<Record<ToldMember, unknown>>>;
  const member = (name: ToldMember) => {
    const value = told[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const detail = member('detail') ?? '';
  // "Key (slug, locale)=(a, b) already exists.", in the language of the server, and not for a table with row-level security.
  const key = /^Key \((.*?)\)=/s.exec(detail)?.[1] ?? '';
  const kind =
    code === '23503'
      ? detail.includes('is still referenced')
        ? 'needed'
        : 'missing'
      : code === ROW_CHECK.code && member('routine') === ROW_CHECK.routine
        ? 'check'
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
  if (ask.engine === 'postgres' && refusal.constraint !== undefined && refusal.kind !== 'needed') {
    const names = await constrainedInPostgres(ask, table, refusal.constraint);
    // At a commit, no statement is known.
    const constrained = Object.keys(values).length === 0 ? names : written(names);
    if (constrained.length > 0) return refusal.kind === 'limit' ? longestOf(constrained, values) : constrained;
  }
  switch (refusal.kind) {
    case 'check':
      // For a check of a domain, the values tell.
      if (ask.engine === 'postgres') return unfitInPostgres(ask, table, values);
      return written(await checkedInSqlite(ask, table, refusal));
    case 'missing':
      return ask.engine === 'sqlite' ? missingInSqlite(ask, table, values) : [];
    case 'data':
    case 'syntax':
      return ask.engine === 'postgres' ? unfitInPostgres(ask, table, values) : [];
    case 'limit': {
      const unfit = await unfitInPostgres(ask, table, values);
      if (unfit.length > 0) return unfit;
      // PostgreSQL names no index for a value that is longer than a page of one.
      return longestOf(written(await constrainedInPostgres(ask, table)), values, LEAST_BEYOND_INDEX);
    }
    case 'unique':
      return written(ask.engine === 'sqlite' ? await indexedInSqlite(ask, table, refusal) : refusal.words);
    default:
      return [];
  }
}

/**
 * The columns of a constraint or an index, also those in its expressions: an index depends on more columns than these, and an
 * expression has more words.
 *
 * @param name absent: of all indexes
 */
async function constrainedInPostgres(ask: Ask, table: string, name: string | null = null): Promise<string[]> {
  const rows = await ask.rows(sql<{ name: string }>`
    select a.attname::text as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = to_regclass(${quotedTable(table)}) and c.conname = cast(${name} as text)
    union select a.attname::text from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
    where i.indrelid = to_regclass(${quotedTable(table)}) and coalesce(c.relname = cast(${name} as text), true)
      and (a.attnum = any (i.indkey) or (
      a.attname = any (regexp_split_to_array(pg_get_expr(i.indexprs, i.indrelid), '[^[:alnum:]_]+')) and exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
          and d.refobjid = i.indrelid and d.refobjsubid = a.attnum)))`);
  return rows.map((row) => row.name);
}

/** Characters of the shortest text that can exceed a page of an index, which has 8 KiB. */
const LEAST_BEYOND_INDEX = 2000;

/** The column with the longest value, of at least so many characters. */
function longestOf(names: readonly string[], values: Values, least = 0): string[] {
  const lengthOf = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value.length : 0;
  };
  return [...names]
    .sort((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, 1)
    .filter((name) => lengthOf(name) >= least);
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

/** The words of an index in its definition: those of its columns and expressions, without its condition. */
async function indexedInSqlite(ask: Ask, table: string, { constraint = '' }: DatabaseRefusal) {
  const rows = await ask.rows(sql<{ sql: string | null }>`
    select sql from sqlite_schema where type = 'index' and tbl_name = ${table} and name = ${constraint}`);
  const definition = rows[0]?.sql ?? '';
  return wordsOf(inParentheses(definition.slice(definition.indexOf('(') + 1)));
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
    if (/^(?:2[23]|42601|54000)/.test(String((error as { readonly code?: unknown }).code))) return false;
    throw error;
  }
}
