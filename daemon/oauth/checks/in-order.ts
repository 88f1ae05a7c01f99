import type { Result } from '../model/oauth-error.js';
import { isRefused } from '../model/oauth-error.js';

/**
 * Checks that run in the order in which they are listed. Each receives what the checks before it found, and the first
 * refusal is the result. They do no I/O: all lookups happen before they run.
 */
export interface CheckList<Request extends object, Known extends Request> {
  /** A check refuses the request or returns what it found; undefined if it found nothing to pass on. */
  and<Found extends object | undefined>(
    check: (known: Known) => Result<Found>,
  ): CheckList<Request, Known & (Found extends object ? Found : unknown)>;
  /** Everything found about a request that passes. */
  run(request: Request): Result<Known>;
}

export function inOrder<Request extends object>(): CheckList<Request, Request> {
  return listOf([]);
}

function listOf<Request extends object, Known extends Request>(
  checks: readonly ((known: never) => Result<object | undefined>)[],
): CheckList<Request, Known> {
  return {
    and: (check) => listOf([...checks, check]),
    run(request) {
      // One object that grows, which no check may keep: a copy for each finding costs more than the checks. Not `{ ...request }`,
      // to which V8 adds each member with a hidden class of its own.
      const known = Object.assign({}, request);
      for (const check of checks) {
        const found = check(known as never);
        if (isRefused(found)) return found;
        Object.assign(known, found);
      }
      return known as unknown as Known;
    },
  };
}
