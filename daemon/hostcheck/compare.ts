import type { Operation } from '../contract/generated/gatehouse/host/v1/Operation.js';
import type { Operation__Output } from '../contract/generated/gatehouse/host/v1/Operation.js';
import { backendService } from '../contract/load.js';
import type { Seconds } from '../contract/time.js';
import { fromTimestamp } from '../contract/time.js';
import { expectSame, expectThat } from './failure.js';

const ADVICE = 'Store every field and return it unchanged; an absent one stays absent.';

/** Lists whose order has no meaning. */
const SETS = new Set(['scopes', 'grantTypes', 'redirectUris']);

/** Holds a record that was found against the one that was stored, field by field, so that the failure names the field. */
export function expectRecord(what: string, got: object | null | undefined, stored: object): void {
  expectThat(
    got !== null && got !== undefined,
    `${what} that was stored`,
    'none',
    'A stored record is found by its key.',
  );
  const found = got as Record<string, unknown>;
  for (const [field, value] of Object.entries(stored)) {
    expectSame(`${what}.${field}`, comparable(field, found[field]), comparable(field, value), ADVICE);
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
