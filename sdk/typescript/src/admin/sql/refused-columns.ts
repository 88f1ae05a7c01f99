import { sql, type Kysely } from 'kysely';
import type { AdminDatabase } from '../database.js';
import type { AnyTables } from '../model/model.js';
import { wordsOf, type DatabaseRefusal } from './constraint.js';
import { quotedTable } from './table-reference.js';

type Db = Kysely<AnyTables>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Which columns a refused write is about, where the error itself does not say: the database is asked after the rollback, on
 * this path alone. Empty where it cannot be known.
 *
 * @param values what the statement wrote, as the driver got it
 */
export async function columnsAbout(
  refusal: DatabaseRefusal,
  table: string,
  values: Values,
  { db, engine }: AdminDatabase<AnyTables>,
): Promise<readonly string[]> {
  const written = (names: readonly string[]) => Object.keys(values).filter((name) => names.includes(name));
  if (refusal.columns.length > 0) return refusal.columns;
  switch (refusal.kind) {
    case 'check':
      return written(
        engine === 'postgres'
          ? await checkedInPostgres(db, table, refusal, values)
          : await checkedInSqlite(db, table, refusal),
      );
    case 'missing':
      return engine === 'sqlite' ? missingInSqlite(db, table, values) : [];
    case 'data':
      return engine === 'postgres' ? unfitInPostgres(db, table, values) : [];
    case 'unique':
      return written(refusal.words);
    default:
      return [];
  }
}

/** A check of the table knows its columns; one of a domain is a matter of the values. */
async function checkedInPostgres(db: Db, table: string, { constraint }: DatabaseRefusal, values: Values) {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = to_regclass(${quotedTable(table)}) and c.conname = ${constraint ?? ''}`.execute(db);
  return rows.length > 0 ? rows.map(({ name }) => name) : unfitInPostgres(db, table, values);
}

/** SQLite tells the name of a check, or its text where it has no name. What a name stands for is in the table's definition. */
async function checkedInSqlite(db: Db, table: string, { constraint = '', words }: DatabaseRefusal) {
  if (!/^\w+$/.test(constraint)) return words;
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'table' and name = ${table}`.execute(db);
  const definition = rows[0]?.sql ?? '';
  const start = new RegExp(`constraint\\s+["\`[]?${constraint}["\`\\]]?\\s+check\\s*\\(`, 'i').exec(definition);
  if (start === null) return words;
  return wordsOf(inParentheses(definition.slice(start.index + start[0].length)));
}

/** What stands before the parenthesis that closes one which is open already. */
function inParentheses(text: string): string {
  let depth = 1;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** SQLite does not say which of a table's foreign keys leads nowhere. */
async function missingInSqlite(db: Db, table: string, values: Values): Promise<string[]> {
  const { rows } = await sql<{ from: string; table: string; to: string | null }>`
    select "from", "table", "to" from pragma_foreign_key_list(${table})`.execute(db);
  const missing: string[] = [];
  for (const { from, table: parent, to } of rows) {
    const value = values[from];
    if (value === null || value === undefined) continue;
    const key = sql.ref(to ?? 'rowid');
    const found = await sql`select 1 from ${sql.table(parent)} where ${key} = ${value}`.execute(db);
    if (found.rows.length === 0) missing.push(from);
  }
  return missing;
}

/**
 * Each value is held against the type of its column, by PostgreSQL itself: it knows its ranges, its domains and what a uuid
 * is. Only a text that is too long for its column would be cut by such a cast without a word.
 */
async function unfitInPostgres(db: Db, table: string, values: Values): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: string; length: number | null }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end as length
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = to_regclass(${quotedTable(table)}) and a.attnum > 0 and not a.attisdropped`.execute(db);
  const unfit: string[] = [];
  for (const { name, type, length } of rows) {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const tooLong = length !== null && [...String(value)].length > length;
    if (tooLong || !(await canBeCast(db, String(value), type))) unfit.push(name);
  }
  return unfit;
}

async function canBeCast(db: Db, value: string, type: string): Promise<boolean> {
  try {
    await sql`select cast(cast(${value} as text) as ${sql.raw(type)})`.execute(db);
    return true;
  } catch (error) {
    if (/^2[23]/.test(String((error as { readonly code?: unknown }).code))) return false;
    throw error;
  }
}
