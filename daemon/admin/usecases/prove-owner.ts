import typia from 'typia';
import type { CallContext } from '../../core/runtime.js';
import { AdminError, invalid } from '../api/errors.js';
import type { PasskeyProblem } from '../auth/passkeys.js';
import { challengeOf } from '../auth/passkeys.js';
import type { Tickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import { ticketUse } from '../model/sign-in-attempt.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';
import type { ProvePassword } from './choose-password.js';
import type { PasswordFingerprint, ProveCode } from './prove-code.js';
import type { ProvePasskey } from './prove-passkey.js';

/** For a change of the own account that a passkey confirms. */
export interface ProofTicket {
  readonly administratorId: string;
  readonly tokenVersion: number;
}

export const isProofTicket = typia.createIs<ProofTicket>();

/** The lifetime of a ticket: time to find the security key. */
export const PROOF_TICKET_SECONDS = 300;

/** A typed code, or a passkey as the client sent it, with the ticket of its challenge. */
export type Proof = { readonly code: string } | { readonly ticket: string; readonly credential: unknown };

/** A request about one's own second factor. */
export interface OwnRequest {
  readonly administrator: Administrator;
  readonly clientAddress: string;
  readonly call: CallContext;
}

/** The outcome of a new factor. */
export interface Confirmed {
  readonly administrator: Administrator;
  /** Absent if the administrator has some already, from another factor. */
  readonly recoveryCodes?: readonly string[];
}

export interface ProveOwnerDependencies {
  readonly provePassword: ProvePassword;
  readonly proveCode: ProveCode;
  /** Only for hosts with CAPABILITY_ADMIN_PASSKEYS. */
  readonly provePasskey?: ProvePasskey;
  readonly fingerprintOf: PasswordFingerprint;
  readonly proofTickets: Tickets<ProofTicket>;
  readonly throttle: SignInThrottle;
}

/** Whether the administrator of a session knows the password, and has the second factor. */
export function createProveOwner(dependencies: ProveOwnerDependencies) {
  const { provePassword, proveCode, provePasskey, fingerprintOf, proofTickets, throttle } = dependencies;
  return { byBoth, byAll };

  function byPassword(
    password: string,
    { administrator, clientAddress, call }: OwnRequest,
  ): Promise<undefined | AdminError> {
    return provePassword({ current: password, clientAddress }, administrator, call, 'password');
  }

  /** First the password: a thief of a session without it learns nothing about codes. */
  async function byBoth(password: string, proof: Proof, request: OwnRequest): Promise<undefined | AdminError> {
    const refused = await byPassword(password, request);
    if (refused !== undefined) return refused;
    const { administrator, clientAddress, call } = request;
    const { id: administratorId, tokenVersion } = administrator;
    const prover = { administratorId, password: fingerprintOf(administratorId, password), clientAddress };
    if ('code' in proof) {
      const proven = await proveCode({ ...prover, code: proof.code }, call);
      if (proven.kind === 'throttled') return tooMany(proven);
      return (await proven.spend(alwaysWanted)) ? undefined : invalid('code', { rule: 'code_wrong' });
    }
    const ticket = proofTickets.open(proof.ticket);
    const isOwn = ticket?.administratorId === administratorId && ticket.tokenVersion === tokenVersion;
    if (!isOwn || provePasskey === undefined) return new AdminError('second_factor_expired');
    const { credential } = proof;
    const proven = await provePasskey({ ...prover, credential, challenge: challengeOf(proof.ticket) }, call);
    if (proven.kind === 'throttled') return tooMany(proven);
    if (proven.kind === 'not_accepted') return passkeyError(proven.problem);
    if (!(await proven.spend(alwaysWanted))) return passkeyError('copied');
    const used = await throttle.attempt(ticketUse(proof.ticket, PROOF_TICKET_SECONDS * 1000));
    return used.allowed ? undefined : new AdminError('second_factor_expired');
  }

  /** The password, and the second factor of an administrator who has one. */
  async function byAll(
    password: string,
    proof: Proof | undefined,
    request: OwnRequest,
  ): Promise<undefined | AdminError> {
    if (request.administrator.hasSecondFactor !== true) return byPassword(password, request);
    return proof === undefined ? invalid('code', { rule: 'required' }) : byBoth(password, proof, request);
  }
}

const alwaysWanted = (): Promise<boolean> => Promise.resolve(true);

export type ProveOwner = ReturnType<typeof createProveOwner>;

export function passkeyError(problem: PasskeyProblem): AdminError {
  return new AdminError(`passkey_${problem}`);
}

function tooMany({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): AdminError {
  return new AdminError('too_many_attempts', { retryAfterSeconds });
}
