import type { SignInAttempt } from '../model/sign-in-attempt.js';

/**
 * Holds up whoever guesses passwords. An attempt is counted before its password is looked at, so that any number of
 * concurrent attempts is no more than the limit. Implemented by state/memory and state/redis;
 * test/conformance/sign-in-throttle.ts holds both against one suite. Throws Unavailable when the store cannot be reached: a
 * caller never lets anybody through then.
 */
export interface SignInThrottle {
  attempt(attempt: SignInAttempt): Promise<SignInVerdict>;
}

export type SignInVerdict =
  | {
      readonly allowed: true;
      /**
       * The password was right: forgets the failures of this login from this address, and takes back what the attempt
       * counted against either alone. Not more: an attacker's own account must not clear the way to those of others.
       */
      succeeded(): Promise<void>;
      /** The password could not be looked at (the host is down): takes back what the attempt counted, everywhere. */
      withdrawn(): Promise<void>;
    }
  /** A denied attempt is counted nowhere. */
  | { readonly allowed: false; readonly retryAfterSeconds: number };
