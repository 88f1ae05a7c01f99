import type { CallContext, Clock, Logger } from '../../core/runtime.js';
import { networkOf } from '../../core/network-addresses.js';
import type { Passwords } from '../auth/passwords.js';
import type { Session, Sessions } from '../auth/sessions.js';
import type { Administrator } from '../model/administrator.js';
import { accountAttempt, signInAttempt, type SignInLimits } from '../model/sign-in-attempt.js';
import type { Credentials, Directory } from '../ports/directory.js';
import type { SignInThrottle, SignInVerdict } from '../ports/sign-in-throttle.js';

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

export interface SignInDependencies {
  readonly directory: Directory;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly limits: SignInLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Signs an administrator in. The attempt is counted before anything is looked up, so that a hundred at once are no more
 * than the limit, and once more for the account that the look-up found, before its password is compared. Both are
 * forgotten when the password was right, and taken back when it could not be compared. Neither changes the answer where it
 * fails: the attempts count then until their window is over.
 *
 * Only what was typed decides between 429 and 401: an account over its limit is refused like one that does not exist,
 * after the same work, or the answer would tell which login and which e-mail address belong together.
 */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { directory, throttle, passwords, sessions, limits, clock, logger } = dependencies;

  return async ({ identifier, password, clientAddress }, call) => {
    const typed = await throttle.attempt(signInAttempt(identifier, clientAddress, limits));
    if (!typed.allowed) return { kind: 'throttled', retryAfterSeconds: typed.retryAfterSeconds };
    const counted: Counted[] = [typed];
    let administrator: Administrator | undefined;
    try {
      const credentials = IDENTIFIER.test(identifier) ? await directory.findCredentials(identifier, call) : undefined;
      const accountId = credentials?.administrator.id;
      const account = await throttle.attempt(accountAttempt(accountId, identifier, clientAddress, limits));
      if (account.allowed) counted.push(account);
      administrator = await prove(account.allowed ? credentials : undefined, password, networkOf(clientAddress), call);
    } catch (fault) {
      await settle(counted, (attempt) => attempt.withdrawn(), call);
      throw fault;
    }
    if (administrator === undefined) return { kind: 'refused' };
    await settle(counted, (attempt) => attempt.succeeded(), call);
    return { kind: 'signed_in', session: await sessions.open(administrator) };
  };

  async function settle(
    attempts: readonly Counted[],
    how: (attempt: Counted) => Promise<void>,
    { requestId }: CallContext,
  ): Promise<void> {
    for (const outcome of await Promise.allSettled(attempts.map(how))) {
      if (outcome.status === 'fulfilled') continue;
      logger.warn(
        { requestId, err: outcome.reason as unknown },
        'failed to undo the count of a sign-in attempt: it counts as a failure until its window ends',
      );
    }
  }

  /** @param credentials undefined when there are none, or they may not be looked at: the comparison is made all the same */
  async function prove(
    credentials: Credentials | undefined,
    password: string,
    requester: string,
    call: CallContext,
  ): Promise<Administrator | undefined> {
    const matches = await passwords.verify(password, credentials?.passwordHash, requester);
    if (credentials === undefined || !matches) return undefined;
    const { administrator, passwordHash } = credentials;
    return directory.recordSignIn(
      {
        administratorId: administrator.id,
        at: clock.now(),
        passwordHash,
        ...(passwords.isOutdated(passwordHash) && { renewedPasswordHash: await passwords.hash(password, requester) }),
      },
      call,
    );
  }
}

type Counted = Extract<SignInVerdict, { allowed: true }>;

/** Anything else is nobody's: some databases fail on it, and a failure of the host is not for strangers to cause. */
const IDENTIFIER = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
