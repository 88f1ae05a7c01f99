import typia from 'typia';
import { hashedKey } from '../../core/crypto.js';
import type { CallContext, Clock, Logger } from '../../core/runtime.js';
import type { SignInMethod } from '../api/answers.js';
import type { PasskeyProblem } from '../auth/passkeys.js';
import { challengeOf } from '../auth/passkeys.js';
import type { Passwords } from '../auth/passwords.js';
import { passwordProblem } from '../auth/passwords.js';
import type { Session, Sessions } from '../auth/sessions.js';
import type { Tickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { Device } from '../model/device.js';
import type { SignInLimits } from '../model/sign-in-attempt.js';
import { accountAttempt, signInAttempt, ticketUse } from '../model/sign-in-attempt.js';
import type { Credentials, Directory } from '../ports/directory.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { SecondFactors } from '../ports/second-factors.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';
import type { PasswordFingerprint, ProveCode } from './prove-code.js';
import type { ProvePasskey } from './prove-passkey.js';

/** The findings of the first step of a sign-in, for the second one. The client cannot read them. */
export interface SignInTicket {
  readonly administratorId: string;
  readonly login: string;
  /** As typed. */
  readonly identifier: string;
  readonly tokenVersion: number;
  /** Hash of the stored password hash: a password that changes in between ends the sign-in. */
  readonly credentials: string;
  /** The password hashed with the current cost; empty if the stored hash has it. */
  readonly renewedHash: string;
  /** Of the password. Both have the same length, so that the length of a ticket says nothing. */
  readonly verdict: 'right' | 'wrong';
  /** Of the account and the typed password, for the limit of codes. */
  readonly password: string;
}

export const isSignInTicket = typia.createIs<SignInTicket>();

/** The lifetime of a ticket: time to find the phone. */
export const SIGN_IN_TICKET_SECONDS = 300;

export interface SecondStepDependencies {
  readonly tickets: Tickets<SignInTicket>;
  readonly passwords: Passwords;
  readonly fingerprintOf: PasswordFingerprint;
}

/**
 * The first of two steps. An administrator with a second factor is asked for a code whether or not the password is right, after
 * the same work: the answer of the first step never tells.
 */
export function createBeginSteps({ tickets, passwords, fingerprintOf }: SecondStepDependencies) {
  return {
    needsCode: (credentials: Credentials | undefined): credentials is Credentials =>
      credentials?.administrator.hasSecondFactor === true,

    /** @param isAllowed false: the account is over its limit, and no password is right */
    async begin(
      { administrator, passwordHash }: Credentials,
      isAllowed: boolean,
      { identifier, password, requester }: { identifier: string; password: string; requester: string },
    ): Promise<string> {
      const isRight = await passwords.verify(password, isAllowed ? passwordHash : undefined, requester);
      const renews = passwords.isOutdated(passwordHash) && passwordProblem(password) === undefined;
      return tickets.issue({
        administratorId: administrator.id,
        login: administrator.login,
        identifier,
        tokenVersion: administrator.tokenVersion,
        credentials: hashedKey(passwordHash),
        renewedHash: renews ? await passwords.hash(password, requester) : '',
        verdict: isRight ? 'right' : 'wrong',
        password: fingerprintOf(administrator.id, password),
      });
    },
  };
}

export type BeginSteps = ReturnType<typeof createBeginSteps>;

/** The second factors of an administrator, for the page: the same for a right and a wrong password. */
export function createMethodsOf(factors: Pick<SecondFactors, 'find'>, passkeys: Pick<Passkeys, 'list'>) {
  return async (administratorId: string, call: CallContext): Promise<readonly SignInMethod[]> => {
    const [factor, kept] = [await factors.find(administratorId, call), await passkeys.list(administratorId, call)];
    const methods: SignInMethod[] = [];
    if (kept.length > 0) methods.push('passkey');
    if (factor !== undefined && factor.sealedSecret !== '') methods.push('app');
    if (factor !== undefined && factor.recoveryCodesLeft > 0) methods.push('recovery_code');
    return methods;
  };
}

export type MethodsOf = ReturnType<typeof createMethodsOf>;

export interface SecondStep {
  readonly ticket: string;
  /** A typed code, or a credential as the client sent it. */
  readonly proof: { readonly code: string } | { readonly credential: unknown };
  readonly clientAddress: string;
  readonly device: Device;
}

export type SecondStepOutcome =
  | { readonly kind: 'signed_in'; readonly session: Session }
  /** Login, password or code: one answer, after the same work. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'not_accepted'; readonly problem: PasskeyProblem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

export interface FinishSignInDependencies {
  readonly tickets: Tickets<SignInTicket>;
  readonly directory: Directory;
  readonly proveCode: ProveCode;
  /** Only for hosts with CAPABILITY_ADMIN_PASSKEYS. */
  readonly provePasskey?: ProvePasskey;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
  readonly limits: SignInLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The second step. Only here do the counts of the first one end. */
export function createFinishSignIn(dependencies: FinishSignInDependencies) {
  const { tickets, directory, proveCode, provePasskey, sessions, throttle, limits, clock, logger } = dependencies;

  return async (
    { ticket: text, proof, clientAddress, device }: SecondStep,
    call: CallContext,
  ): Promise<SecondStepOutcome> => {
    const ticket = tickets.open(text);
    if (ticket === undefined) return { kind: 'expired' };
    const { administratorId, verdict, password } = ticket;
    const prover = { administratorId, password, clientAddress };
    const proven =
      'code' in proof
        ? await proveCode({ ...prover, code: proof.code }, call)
        : await provePasskey?.({ ...prover, credential: proof.credential, challenge: challengeOf(text) }, call);
    if (proven === undefined) return { kind: 'refused' };
    if (proven.kind !== 'checked') return proven;
    let credentials = undefined as Credentials | undefined;
    // Within its attempt, which an outage takes back.
    const accepted = await proven.spend(async () => {
      const found = await directory.findCredentials(ticket.login, call);
      if (found !== undefined && verdict === 'right' && isUnchanged(found, ticket)) credentials = found;
      return credentials !== undefined;
    });
    if (!accepted || credentials === undefined) return { kind: 'refused' };
    // After the proof, so that a wrong one leaves the ticket for the next attempt.
    const used = await throttle.attempt(ticketUse(text, SIGN_IN_TICKET_SECONDS * 1000));
    if (!used.allowed) return { kind: 'expired' };
    const administrator = await record(credentials, ticket, call);
    if (administrator === undefined) return { kind: 'refused' };
    await forget(ticket, clientAddress, call);
    return { kind: 'signed_in', session: await sessions.open(administrator, device, call) };
  };

  function record(
    { passwordHash }: Credentials,
    { administratorId, renewedHash }: SignInTicket,
    call: CallContext,
  ): Promise<Administrator | undefined> {
    const renewed = renewedHash !== '' && { renewedPasswordHash: renewedHash };
    return directory.recordSignIn({ administratorId, at: clock.now(), passwordHash, ...renewed }, call);
  }

  async function forget(
    { identifier, login, administratorId }: SignInTicket,
    address: string,
    { requestId }: CallContext,
  ): Promise<void> {
    const attempts = [
      signInAttempt(identifier, address, limits),
      accountAttempt(administratorId, login, address, limits),
    ];
    for (const outcome of await Promise.allSettled(attempts.map((attempt) => throttle.forget(attempt)))) {
      if (outcome.status === 'fulfilled') continue;
      const err = outcome.reason as unknown;
      logger.warn({ requestId, err }, 'failed to undo the count of a sign-in attempt: it counts until its window ends');
    }
  }
}

/** Neither a reset nor a new factor, which raise the token version, came between the two steps. */
function isUnchanged({ administrator, passwordHash }: Credentials, ticket: SignInTicket): boolean {
  const { id, tokenVersion } = administrator;
  return (
    id === ticket.administratorId &&
    tokenVersion === ticket.tokenVersion &&
    hashedKey(passwordHash) === ticket.credentials
  );
}
