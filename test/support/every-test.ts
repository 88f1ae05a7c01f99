/**
 * `make every-test` sets it: every combination of transport, database and look, and every detail. `make test` checks each promise
 * at least once, in the way most users meet it, because it has to end within minutes.
 */
export const EVERY_TEST = process.env.EVERY_TEST === '1';

/** A test that only `make every-test` runs: an edge of a promise whose usual case has a test beside it, and which costs much. */
export function detail(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (EVERY_TEST) it(title, test);
}

/** The cases of a loop: the first ones for `make test`, and all for `make every-test`. */
export function usual<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  return EVERY_TEST ? cases : cases.slice(0, count);
}
