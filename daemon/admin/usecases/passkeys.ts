import typia from 'typia';
import type { CallContext, Clock, Logger } from '../../core/runtime.js';
import { AdminError, invalid } from '../api/errors.js';
import type { PasskeyBody, PasskeyChallengeBody, PasskeySetupBody } from '../api/passkey-answers.js';
import { MAX_PASSKEY_NAME, PASSKEY_ALGORITHMS } from '../api/passkeys.js';
import { newRecoveryCodes, recoveryHash } from '../auth/one-time-codes.js';
import type { PasskeySite, PasskeyVerifier } from '../auth/passkeys.js';
import { challengeOf, PASSKEY_TIMEOUT_MS, passkeyIdOf, requestOptions, userHandleOf } from '../auth/passkeys.js';
import type { Tickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { Passkey, PasskeyNotAdded, Passkeys } from '../ports/passkeys.js';
import type { Confirmed, OwnRequest, Proof, ProofTicket, ProveOwner } from './prove-owner.js';
import { passkeyError, PROOF_TICKET_SECONDS } from './prove-owner.js';

/** A passkey that a browser may make now. Nothing is stored before that. */
export interface PasskeyTicket {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly passkey: true;
}

export const isPasskeyTicket = typia.createIs<PasskeyTicket>();

/** The lifetime of a ticket: time to find the security key, and to name the passkey. */
export const PASSKEY_TICKET_SECONDS = 600;

export interface PasskeysDependencies {
  readonly passkeys: Passkeys;
  readonly verifier: PasskeyVerifier;
  readonly site: PasskeySite;
  /** As browsers and authenticators show it. */
  readonly applicationName: string;
  readonly tickets: Tickets<PasskeyTicket>;
  readonly proofTickets: Tickets<ProofTicket>;
  readonly proveOwner: ProveOwner;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface MadePasskey {
  readonly ticket: string;
  readonly name: string;
  /** As the client sent it. */
  readonly credential: unknown;
}

/** The passkeys of one's own account. */
export function createPasskeys(dependencies: PasskeysDependencies) {
  const { passkeys, verifier, site, applicationName, tickets, proofTickets, proveOwner, clock, logger } = dependencies;
  return {
    /** The challenge for a passkey that confirms a change. It confirms nothing without the password. */
    challenge({ administrator: { id: administratorId, tokenVersion } }: OwnRequest): PasskeyChallengeBody {
      const ticket = proofTickets.issue({ administratorId, tokenVersion });
      return { options: requestOptions(ticket, site), ticket, expires_in: PROOF_TICKET_SECONDS };
    },

    /**
     * The options for a new passkey. It asks for the password, and for the second factor of those who have one: a thief of a
     * session and the password would otherwise add a passkey of their own.
     */
    async setUp(
      password: string,
      proof: Proof | undefined,
      request: OwnRequest,
    ): Promise<PasskeySetupBody | AdminError> {
      const { administrator, call } = request;
      const refused = await proveOwner.byAll(password, proof, request);
      if (refused !== undefined) return refused;
      const { id: administratorId, tokenVersion, login, displayName } = administrator;
      const ticket = tickets.issue({ administratorId, tokenVersion, passkey: true });
      const kept = await passkeys.list(administratorId, call);
      return {
        options: {
          challenge: challengeOf(ticket),
          rp: { id: site.rpId, name: applicationName || site.rpId },
          user: { id: userHandleOf(administratorId), name: login, displayName },
          pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          excludeCredentials: kept.map(({ credentialId: id, transports }) => ({ type: 'public-key', id, transports })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'preferred',
          },
          attestation: 'none',
          timeout: PASSKEY_TIMEOUT_MS,
        },
        ticket,
        expires_in: PASSKEY_TICKET_SECONDS,
      };
    },

    /** Adds the passkey that the browser has made. */
    async confirm(
      { ticket, name, credential }: MadePasskey,
      { administrator, call }: OwnRequest,
    ): Promise<Confirmed | AdminError> {
      const { id: administratorId, tokenVersion } = administrator;
      const setup = tickets.open(ticket);
      if (setup?.administratorId !== administratorId || setup.tokenVersion !== tokenVersion) {
        return new AdminError('second_factor_expired');
      }
      const given = nameFrom(name);
      if (given instanceof AdminError) return given;
      const verified = await verifier.registered(credential, challengeOf(ticket));
      if (typeof verified === 'string') return passkeyError(verified);
      const recoveryCodes = administrator.hasSecondFactor === true ? [] : newRecoveryCodes();
      const passkey = { ...verified, name: given, createdAt: clock.now() };
      const recoveryHashes = recoveryCodes.map(recoveryHash);
      const outcome = await passkeys.add({ administratorId, tokenVersion, passkey, recoveryHashes }, call);
      if (!outcome.changed) return new AdminError(REFUSALS[outcome.reason]);
      logged('an administrator added a passkey', administrator, call);
      return { administrator: outcome.administrator, ...(recoveryCodes.length > 0 && { recoveryCodes }) };
    },

    async rename(id: string, name: string, { administrator, call }: OwnRequest): Promise<undefined | AdminError> {
      const given = nameFrom(name);
      if (given instanceof AdminError) return given;
      const found = await ownPasskey(id, administrator, call);
      const isRenamed =
        found !== undefined && (await passkeys.rename(administrator.id, found.credentialId, given, call));
      return isRenamed ? undefined : new AdminError('not_found');
    },

    async remove(id: string, password: string, proof: Proof, request: OwnRequest): Promise<Administrator | AdminError> {
      const { administrator, call } = request;
      const found = await ownPasskey(id, administrator, call);
      if (found === undefined) return new AdminError('not_found');
      const refused = await proveOwner.byBoth(password, proof, request);
      if (refused !== undefined) return refused;
      const outcome = await passkeys.remove(administrator.id, found.credentialId, call);
      if (!outcome.changed) return new AdminError(outcome.reason === 'stale' ? 'not_found' : 'unauthenticated');
      logged('an administrator removed a passkey', administrator, call);
      return outcome.administrator;
    },

    /** Removes the app, and keeps the passkeys with the recovery codes. */
    async removeApp(password: string, proof: Proof, request: OwnRequest): Promise<Administrator | AdminError> {
      const refused = await proveOwner.byBoth(password, proof, request);
      if (refused !== undefined) return refused;
      const { administrator, call } = request;
      const outcome = await passkeys.removeApp(administrator.id, call);
      if (!outcome.changed) return new AdminError(outcome.reason === 'stale' ? 'conflict' : 'unauthenticated');
      return outcome.administrator;
    },
  };

  async function ownPasskey(id: string, { id: administratorId }: Administrator, call: CallContext) {
    return (await passkeys.list(administratorId, call)).find((one) => passkeyIdOf(one) === id);
  }

  function logged(what: string, { id }: Administrator, { requestId }: CallContext): void {
    logger.info({ requestId, administrator: id }, what);
  }
}

const REFUSALS = {
  unknown: 'unauthenticated',
  stale: 'unauthenticated',
  registered: 'passkey_registered',
  tooMany: 'passkey_limit',
} as const satisfies Readonly<Record<PasskeyNotAdded['reason'], string>>;

function nameFrom(text: string): string | AdminError {
  const name = text.trim();
  if (name === '') return invalid('name', { rule: 'required' });
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return invalid('name', { rule: 'string_characters' });
  return [...name].length > MAX_PASSKEY_NAME
    ? invalid('name', { rule: 'string_length', parameters: { maximum: MAX_PASSKEY_NAME } })
    : name;
}

export function passkeyBody(passkey: Passkey): PasskeyBody {
  const { name, createdAt, usedAt, backedUp } = passkey;
  return {
    id: passkeyIdOf(passkey),
    name,
    created_at: new Date(createdAt).toISOString(),
    used_at: usedAt === undefined ? null : new Date(usedAt).toISOString(),
    is_synced: backedUp,
  };
}
