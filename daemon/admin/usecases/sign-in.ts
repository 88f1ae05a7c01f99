import { networkOf } from '../../core/network-addresses.js';
import type { CallContext, Clock, Logger } from '../../core/runtime.js';
import type { SignInMethod } from '../api/answers.js';
import type { Passwords } from '../auth/passwords.js';
import type { Session, Sessions } from '../auth/sessions.js';
import type { Administrator } from '../model/administrator.js';
import type { Device } from '../model/device.js';
import type { SignInLimits } from '../model/sign-in-attempt.js';
import { accountAttempt, signInAttempt } from '../model/sign-in-attempt.js';
import type { Credentials, Directory } from '../ports/directory.js';
import type { SignInThrottle, SignInVerdict } from '../ports/sign-in-throttle.js';
import type { BeginSteps, MethodsOf } from './finish-sign-in.js';

export interface SignInRequest {
  /** Login or email address, as the user typed it. */
  readonly identifier: string;
  readonly password: string;
  readonly clientAddress: string;
  /** From where the session is used. */
  readonly device: Device;
}

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly session: Session }
  /** Unknown login, wrong password or inactive: one answer, after the same work. */
  | { readonly kind: 'refused' }
  /** The second factor is needed, for which the ticket is. It does not say whether the password was right. */
  | {
      readonly kind: 'code_required';
      readonly ticket: string;
      /** Only with passkeys: without them, everybody has an app. */
      readonly methods?: readonly SignInMethod[];
    }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

export type SignIn = (request: SignInRequest, call: CallContext) => Promise<SignInOutcome>;

export interface SignInDependencies {
  readonly directory: Directory;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Only for hosts with CAPABILITY_ADMIN_SECOND_FACTOR. */
  readonly steps?: BeginSteps;
  /** Only for hosts with CAPABILITY_ADMIN_PASSKEYS. */
  readonly methodsOf?: MethodsOf;
  readonly limits: SignInLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Signs an administrator in. It counts the attempt before any lookup, so that a hundred concurrent attempts cannot exceed the
 * limit. It counts once more, for the account that it found, before it compares the password. A correct password clears both
 * counts; a comparison that could not run takes both back. If either operation fails, the answer stays the same, and the
 * attempts count until their window ends.
 *
 * Only the typed identifier decides between 429 and 401. Gatehouse refuses an account over its limit like an unknown one, after
 * the same work. Otherwise the answer would reveal which login and which email address belong together.
 */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { directory, throttle, passwords, sessions, steps, methodsOf, limits, clock, logger } = dependencies;

  return async ({ identifier, password, clientAddress, device }, call) => {
    const typed = await throttle.attempt(signInAttempt(identifier, clientAddress, limits));
    if (!typed.allowed) return { kind: 'throttled', retryAfterSeconds: typed.retryAfterSeconds };
    const counted: Counted[] = [typed];
    let administrator: Administrator | undefined;
    try {
      const credentials = IDENTIFIER.test(identifier) ? await directory.findCredentials(identifier, call) : undefined;
      const accountId = credentials?.administrator.id;
      const account = await throttle.attempt(accountAttempt(accountId, identifier, clientAddress, limits));
      if (account.allowed) counted.push(account);
      const requester = networkOf(clientAddress);
      if (steps?.needsCode(credentials) === true) {
        // Counted as a failure until the second step succeeds.
        const methods = await methodsOf?.(credentials.administrator.id, call);
        return {
          kind: 'code_required',
          ticket: await steps.begin(credentials, account.allowed, { identifier, password, requester }),
          ...(methods && { methods }),
        };
      }
      administrator = await prove(account.allowed ? credentials : undefined, password, requester, call);
    } catch (fault) {
      await settle(counted, (attempt) => attempt.withdrawn(), call);
      throw fault;
    }
    if (administrator === undefined) return { kind: 'refused' };
    await settle(counted, (attempt) => attempt.succeeded(), call);
    return { kind: 'signed_in', session: await sessions.open(administrator, device, call) };
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

  /** @param credentials undefined if there are none, or if the account is over its limit: bcrypt runs anyway */
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

/**
 * Rejects other identifiers without asking the host: some databases fail on them, and strangers must not be able to cause host
 * failures.
 */
const IDENTIFIER = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
