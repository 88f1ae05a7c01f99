import type { AuthenticateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { MessageRules } from '@gatehouse/proto/rules';
import { fromTimestamp } from '@gatehouse/proto/time';
import { ContractViolation } from '../../core/faults.js';
import type { Scope } from '../../oauth/model/scope.js';
import { isScope } from '../../oauth/model/scope.js';

/**
 * Checks of an answer. `field` names a value as the contract does ("find_code.code.expires_at"). The text of a violation goes
 * to the log, so it never contains the value.
 */

export function violation(rpc: string, field: string, problem: string): ContractViolation {
  return new ContractViolation(rpc, `${field} ${problem}`);
}

/** One bad cell must not hide the rest of a record, and the places of view models are paths of templates: see their readers. */
const RULES = new MessageRules(['gatehouse.host.v1.Cell', 'gatehouse.host.v1.ViewValue']);

/**
 * Throws a violation for the first rule of the contract that a field of the answer breaks. The functions of this folder read
 * answers that have passed.
 */
export function checkAnswer({ name, responseName }: { name: string; responseName: string }, answer: object): void {
  const refused = refusedSession(answer);
  // Such an answer has nothing else.
  const broken = refused === undefined ? RULES.of(responseName)(answer) : RULES.of(VERDICT)(refused);
  if (broken !== undefined) throw violation(name, broken.field, broken.problem);
}

const VERDICT = 'gatehouse.host.v1.AuthenticateTokenResponse';

/** The field `session` of an answer whose token the host refuses (AdminCaller.session). */
function refusedSession(answer: { readonly session?: AuthenticateTokenResponse__Output | null }): object | undefined {
  const { session } = answer;
  return session?.refusal === undefined ? undefined : session;
}

/** A field that the rules require. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new TypeError('an answer was read without a check of its rules');
  return value;
}

export function time(value: Timestamp__Output | null): number {
  return present(fromTimestamp(present(value)));
}

export function optionalTime(value: Timestamp__Output | null): number | undefined {
  return value === null ? undefined : time(value);
}

export function scopes(rpc: string, field: string, values: readonly string[]): readonly Scope[] {
  if (!values.every(isScope)) throw violation(rpc, field, 'has a value that is not a scope');
  return values;
}
