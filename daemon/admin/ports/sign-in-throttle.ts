import type { SignInAttempt } from '../model/sign-in-attempt.js';

/**
 * Slows down password guessing. It counts an attempt before the comparison of its password, so that concurrent attempts cannot
 * exceed the limit. state/memory and state/redis implement it; test/conformance/sign-in-throttle.ts runs one suite on both.
 * Throws Unavailable if the store is unreachable; the caller must then refuse the sign-in.
 */
export interface SignInThrottle {
  attempt(attempt: SignInAttempt): Promise<SignInVerdict>;
  /**
   * Clears the failures of this login from this address, after a sign-in that took several steps. Its first step still
   * counts for the login and for the address alone.
   */
  forget(attempt: Pick<SignInAttempt, 'pair'>): Promise<void>;
}

export type SignInVerdict =
  | {
      readonly allowed: true;
      /**
       * The password was correct: clears the failures of this login from this address, and takes back this attempt's counts for
       * the login and the address alone. It clears no more than that, because an attacker's own account must not reset the
       * limits of other accounts.
       */
      succeeded(): Promise<void>;
      /** The password comparison could not run (the host is down): takes back all counts of the attempt. */
      withdrawn(): Promise<void>;
    }
  /** A denied attempt changes no counter. */
  | { readonly allowed: false; readonly retryAfterSeconds: number };
