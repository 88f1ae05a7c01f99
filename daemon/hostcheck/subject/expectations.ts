import type { Operation, Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { backendService } from '@gatehouse/proto/services';
import type { Seconds } from '@gatehouse/proto/time';
import { fromTimestamp } from '@gatehouse/proto/time';
import { isDeepStrictEqual } from 'node:util';

/** A failed check, in words that let the reader fix the host. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';

  constructor(
    readonly expected: string,
    readonly got: string,
    readonly advice: string,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

/** The host did not answer in time or was absent. After a few in a row, the run stops asking. */
export class Unanswered extends CheckFailure {}

export function expectThat(holds: boolean, expected: string, got: string, advice: string): asserts holds {
  if (!holds) throw new CheckFailure(expected, got, advice);
}

export function expectSame(what: string, got: unknown, expected: unknown, advice: string): void {
  if (!isDeepStrictEqual(got, expected)) {
    throw new CheckFailure(`${what} = ${shown(expected)}`, shown(got), advice);
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_SHOWN = 400;

/** "create_code {code: {…}}, find_client {…}": operations in the words of the .proto file. */
export function shownOperations(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'no operation';
  const all = operations.map((operation) => {
    const [kind = 'nothing', fields] = Object.entries(operation)[0] ?? [];
    return `${snakeCase(kind)} ${shown(fields)}`;
  });
  const text = all.join(', ');
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Every compared value was made by the check or is a record of a host that was set up to be checked, so nothing here is
 * secret.
 */
export function shown(value: unknown): string {
  if (value instanceof Uint8Array) {
    return value.length === 0
      ? 'no bytes'
      : `${value.length} bytes ${Buffer.from(value).toString('hex').slice(0, 16)}…`;
  }
  if (typeof value === 'string')
    return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isRecord(value)) {
    // Short fields first, so that a truncated text still contains what distinguishes two operations.
    const members = Object.entries(value).sort(([, a], [, b]) => Number(isRecord(a)) - Number(isRecord(b)));
    return `{${members.map(([name, member]) => `${snakeCase(name)}: ${shown(member)}`).join(', ')}}`;
  }
  return String(value);
}

const RECORD_ADVICE = 'Store every field and return it unchanged. Leave unset fields unset.';

/** Lists whose order has no meaning. */
const SETS = new Set(['scopes', 'grantTypes', 'redirectUris']);

/** Compares a stored record with the one found, field by field, so that the failure names the field. */
export function expectRecord(what: string, got: object | null | undefined, stored: object): void {
  expectThat(
    got !== null && got !== undefined,
    `${what} that was stored`,
    'none',
    'Return a stored record when it is looked up by its key.',
  );
  const found = got as Record<string, unknown>;
  for (const [field, value] of Object.entries(stored)) {
    expectSame(`${what}.${field}`, comparable(field, found[field]), comparable(field, value), RECORD_ADVICE);
  }
}

function comparable(field: string, value: unknown): unknown {
  if (field === 'metadataJson') return value === '' ? '' : JSON.parse(String(value));
  if (isMoment(value)) return fromTimestamp(value);
  return Array.isArray(value) && SETS.has(field) ? [...(value as string[])].sort() : value;
}

/** The stored record has seconds as a number, the one found as text. Both are exact to the millisecond. */
function isMoment(value: unknown): value is Seconds {
  return typeof value === 'object' && value !== null && 'seconds' in value;
}

/** An operation as a host reads it: every absent field has its default. */
export function asReceived(operation: Operation): Operation__Output {
  const { requestSerialize, requestDeserialize } = backendService.Transact;
  const [received] = requestDeserialize(requestSerialize({ operations: [operation] })).operations;
  if (received === undefined) throw new Error('an operation was lost');
  return received;
}
