import type { AbortReason } from '../../contract/generated/gatehouse/host/v1/AbortReason.js';
import type { Operation } from '../../contract/generated/gatehouse/host/v1/Operation.js';
import type { Backend } from '../backend.js';
import { expectThat } from '../failure.js';

const RACERS = 100;

/** Runs the operation that many times at once: exactly one must succeed, and the others abort with the reason. */
export async function expectOneWinner(
  backend: Backend,
  operation: (n: number) => Operation,
  reason: AbortReason,
): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: RACERS }, (_, n) => backend.outcome([operation(n)])));
  const winners = outcomes.flatMap(({ committed }, n) => (committed ? [n] : []));
  expectThat(
    winners.length === 1,
    `exactly 1 of ${RACERS} at the same time succeeds`,
    String(winners.length),
    'Make it one conditional write ("… where spent_at is null") and look at the number of rows, never read first and write then.',
  );
  const reasons = new Set(outcomes.flatMap(({ aborted }) => (aborted ? [aborted.reason] : [])));
  expectThat(
    reasons.size === 1 && reasons.has(reason as never),
    `the others abort with ${reason}`,
    [...reasons].join(', '),
    'Read the row again after the conditional write changed none, to tell the reason.',
  );
  return winners[0] ?? 0;
}
