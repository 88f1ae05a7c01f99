import type { CallContext } from '../../core/call-context.js';
import type { Clock } from '../../core/clock.js';
import type { Passwords } from '../auth/passwords.js';
import type { Session, Sessions } from '../auth/sessions.js';
import type { Administrator } from '../model/administrator.js';
import { signInAttempt, type SignInLimits } from '../model/sign-in-attempt.js';
import type { Directory } from '../ports/directory.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';

export interface SignInRequest {
  /** Login or e-mail address, as it was typed. */
  readonly identifier: string;
  readonly password: string;
  readonly clientAddress: string;
}

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly session: Session }
  /** Unknown, wrong password, inactive: one answer, after the same work. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

export type SignIn = (request: SignInRequest, call: CallContext) => Promise<SignInOutcome>;

export interface SignInNeeds {
  readonly directory: Directory;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly limits: SignInLimits;
  readonly clock: Clock;
}

/**
 * Signs an administrator in. The attempt is counted before anything is looked up, so that a hundred at once are no more
 * than the limit; it is forgotten when the password was right, and taken back when nobody could look at it.
 */
export function createSignIn(needs: SignInNeeds): SignIn {
  const { directory, throttle, passwords, sessions, limits, clock } = needs;

  return async ({ identifier, password, clientAddress }, call) => {
    const verdict = await throttle.attempt(signInAttempt(identifier, clientAddress, limits));
    if (!verdict.allowed) return { kind: 'throttled', retryAfterSeconds: verdict.retryAfterSeconds };
    let administrator: Administrator | undefined;
    try {
      administrator = await prove(identifier, password, call);
    } catch (fault) {
      await verdict.withdrawn();
      throw fault;
    }
    if (administrator === undefined) return { kind: 'refused' };
    await verdict.succeeded();
    return { kind: 'signed_in', session: await sessions.open(administrator) };
  };

  async function prove(identifier: string, password: string, call: CallContext): Promise<Administrator | undefined> {
    const credentials = IDENTIFIER.test(identifier) ? await directory.findCredentials(identifier, call) : undefined;
    const matches = await passwords.verify(password, credentials?.passwordHash);
    if (credentials === undefined || !matches) return undefined;
    const { administrator, passwordHash } = credentials;
    return directory.recordSignIn(
      {
        administratorId: administrator.id,
        at: clock.now(),
        passwordHash,
        ...(passwords.isOutdated(passwordHash) && { renewedPasswordHash: await passwords.hash(password) }),
      },
      call,
    );
  }
}

/** Anything else is nobody's: some databases fail on it, and a failure of the host is not for strangers to cause. */
const IDENTIFIER = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
