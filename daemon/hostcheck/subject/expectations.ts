import type { Operation, Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { backendService } from '@gatehouse/proto/services';
import type { Seconds } from '@gatehouse/proto/time';
import { fromTimestamp } from '@gatehouse/proto/time';
import { isDeepStrictEqual } from 'node:util';

/** A check that did not hold, in the words that its reader needs to mend the host. */
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

/** The host said nothing in time, or was not there. After a few in a row it is not worth while to go on asking. */
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
 * Everything that is compared was made by the check itself, or is a record of the host that was set up to be checked, so
 * nothing of it is secret.
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
    // What is short first: a text that is cut off then still has what tells two operations apart.
    const members = Object.entries(value).sort(([, a], [, b]) => Number(isRecord(a)) - Number(isRecord(b)));
    return `{${members.map(([name, member]) => `${snakeCase(name)}: ${shown(member)}`).join(', ')}}`;
  }
  return String(value);
}

const RECORD_ADVICE = 'Store every field and return it unchanged. Leave unset fields unset.';

/** Lists whose order has no meaning. */
const SETS = new Set(['scopes', 'grantTypes', 'redirectUris']);

/** Holds a record that was found against the one that was stored, field by field, so that the failure names the field. */
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

/** What was stored has seconds as a number, what was found as text. Both are exact to the millisecond. */
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
