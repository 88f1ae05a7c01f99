import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Model } from '../model/model.js';
import type { RawValue, Row } from './columns.js';
import { ref } from './columns.js';

/** Begins the version of a record whose column has no integer. */
const ODD = 'odd-';

/** The version of a record, in the row of a query that selects it; the same in every SDK. */
export const VERSION = 'gatehouse_version';

/**
 * A record's version on the wire. Null, in a column that was added later, counts as 0. SQLite stores any value: one that is no
 * integer has a version too, so that its record can be read and saved like all others.
 */
export function versionOf({ version }: Pick<Model, 'version'>, row: Row): string {
  if (version === undefined) return '';
  const raw = row[VERSION];
  return wholeText(raw) ?? `${ODD}${createHash('sha256').update(oddText(raw)).digest('hex').slice(0, 32)}`;
}

function wholeText(raw: RawValue): string | undefined {
  if (raw === null || raw === undefined) return '0';
  if (typeof raw === 'bigint') return String(raw);
  if (typeof raw === 'number' && Number.isInteger(raw)) return String(BigInt(raw));
  return typeof raw === 'string' && /^-?\d+$/.test(raw) ? String(BigInt(raw)) : undefined;
}

function oddText(raw: RawValue): string | Uint8Array {
  return raw instanceof Uint8Array ? raw : String(raw);
}

/** Part of the select list of a query whose records need their version. */
export function selectedVersion({ table, version }: Pick<Model, 'table' | 'version'>) {
  return version === undefined ? [] : [ref(table, version).as(VERSION)];
}

/**
 * Whether a record still has the version that this transaction read. Undefined for an odd one: the record is locked, or this is
 * the only writer.
 *
 * @param given what stands for the version in the statement
 */
export function hasVersion(
  { table, version }: Pick<Model, 'table' | 'version'>,
  expected: string,
  given: unknown = expected,
): RawBuilder<boolean> | undefined {
  if (version === undefined || !/^-?\d{1,18}$/.test(expected)) return undefined;
  return sql<boolean>`${versionNumber(table, version)} = cast(${given} as bigint)`;
}

/** Added to the values of every write, so that clients with an older state of the record get a conflict. */
export function raisedVersion({ table, version }: Pick<Model, 'table' | 'version'>): Record<string, unknown> {
  return version === undefined ? {} : { [version]: sql`${versionNumber(table, version)} + 1` };
}

function versionNumber(table: string, version: string): RawBuilder<unknown> {
  return sql`coalesce(${ref(table, version)}, 0)`;
}
