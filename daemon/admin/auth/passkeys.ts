import type { AttestationObject } from '@simplewebauthn/server/helpers';
import typia from 'typia';
import { equalHashes, hashedKey, sha256 } from '../../core/crypto.js';
import type { AssertedCredential, PasskeyRequestOptions, RegisteredCredential } from '../api/passkeys.js';
import { PASSKEY_ALGORITHMS } from '../api/passkeys.js';
import type { Passkey } from '../ports/passkeys.js';

/**
 * Why a passkey is not accepted:
 *
 * - `unknown`: it is not one of the administrator's;
 * - `wrong_site`: it was used or made for another address than the configured one;
 * - `refused`: the credential is malformed, or its signature, its challenge or the presence of its user is missing or wrong;
 * - `copied`: its counter did not rise.
 */
export type PasskeyProblem = 'unknown' | 'wrong_site' | 'refused' | 'copied';

/** The site for which passkeys are made and used. */
export interface PasskeySite {
  /** "https://notes.example.com" */
  readonly origin: string;
  /** "notes.example.com" */
  readonly rpId: string;
}

/**
 * The site of the admin pages, from `app.url`. Undefined if it can have no passkeys: they need a name, not an address, and
 * HTTPS except on this machine.
 */
export function passkeySiteOf(url: string): PasskeySite | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, hostname, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return undefined;
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress ? undefined : { origin, rpId: hostname };
}

/** Bound to its ticket, which is random, and used up with it. */
export function challengeOf(ticket: string): string {
  return hashedKey(`challenge of ${ticket}`);
}

/** The name of an administrator for authenticators: the same for all passkeys, and without personal data (WebAuthn §14.6.1). */
export function userHandleOf(administratorId: string): string {
  return hashedKey(`administrator ${administratorId}`);
}

/** The name of a passkey in addresses and answers: it shows no credential id. */
export function passkeyIdOf({ credentialId }: Pick<Passkey, 'credentialId'>): string {
  return hashedKey(`passkey ${credentialId}`).slice(0, 22);
}

/** Time to find the security key. */
export const PASSKEY_TIMEOUT_MS = 300_000;

export function requestOptions(ticket: string, { rpId }: PasskeySite): PasskeyRequestOptions {
  return { challenge: challengeOf(ticket), rpId, userVerification: 'preferred', timeout: PASSKEY_TIMEOUT_MS };
}

export type VerifiedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'backedUp'>;

/** Verifies what browsers send (WebAuthn Level 3 §7.1, §7.2). */
export interface PasskeyVerifier {
  registered(credential: unknown, challenge: string): Promise<VerifiedPasskey | PasskeyProblem>;
  /** @param passkeys those of the administrator */
  asserted(
    credential: unknown,
    expected: { readonly challenge: string; readonly administratorId: string; readonly passkeys: readonly Passkey[] },
  ): Promise<Pick<Passkey, 'credentialId' | 'signCount' | 'backedUp'> | PasskeyProblem>;
}

const isRegistered = typia.createIs<RegisteredCredential>();
const isAsserted = typia.createIs<AssertedCredential>();

export function createPasskeyVerifier({ origin, rpId }: PasskeySite): PasskeyVerifier {
  // A third of the code of sign-ins, which only these two need. Loaded outside of their `try`: a package that is missing is no
  // fault of a credential.
  const library = () => import('@simplewebauthn/server');
  const helpers = () => import('@simplewebauthn/server/helpers');
  const rpIdHash = sha256(rpId);

  return {
    async registered(credential, challenge) {
      if (!isRegistered(credential)) return 'refused';
      const { response } = credential;
      if (isFromElsewhere(response.clientDataJSON)) return 'wrong_site';
      const { verifyRegistrationResponse } = await library();
      const { decodeAttestationObject } = await helpers();
      try {
        const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));
        const { authData, isPlain } = attestation(decodeAttestationObject(bytes));
        if (!isPlain) return 'refused';
        if (!equalHashes(authData.subarray(0, 32), rpIdHash)) return 'wrong_site';
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: {
            id: credential.id,
            rawId: credential.rawId,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: false,
          supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
        });
        if (!verified || registrationInfo.credential.id !== credential.id) return 'refused';
        return {
          credentialId: registrationInfo.credential.id,
          publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
          signCount: registrationInfo.credential.counter,
          transports: transportsOf(response.transports ?? []),
          backedUp: registrationInfo.credentialBackedUp,
        };
      } catch {
        // The library throws for everything that is wrong with a credential, and for nothing else.
        return 'refused';
      }
    },

    async asserted(credential, { challenge, administratorId, passkeys }) {
      if (!isAsserted(credential)) return 'refused';
      const { id, rawId, response } = credential;
      if (isFromElsewhere(response.clientDataJSON)) return 'wrong_site';
      const passkey = passkeys.find(({ credentialId }) => credentialId === id);
      const { userHandle } = response;
      const isOthers = typeof userHandle === 'string' && userHandle !== userHandleOf(administratorId);
      if (passkey === undefined || isOthers) return 'unknown';
      const authData = Buffer.from(response.authenticatorData, 'base64url');
      if (!equalHashes(authData.subarray(0, 32), rpIdHash)) return 'wrong_site';
      const { verifyAuthenticationResponse } = await library();
      try {
        const { clientDataJSON, authenticatorData, signature } = response;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            id,
            rawId,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON, authenticatorData, signature },
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          // Compared below, so that a copy has an answer of its own.
          credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
          requireUserVerification: false,
        });
        if (!verified) return 'refused';
        const { newCounter: signCount, credentialBackedUp: backedUp } = authenticationInfo;
        // A passkey without a counter always has 0, and one with a counter has a higher one at each use.
        const isLatest = passkey.signCount === 0 || signCount > passkey.signCount;
        return isLatest ? { credentialId: id, signCount, backedUp } : 'copied';
      } catch {
        return 'refused';
      }
    },
  };

  /** Another origin, or a frame in a page of another origin. The library finds every other fault of the text. */
  function isFromElsewhere(clientDataJson: string): boolean {
    try {
      const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as unknown;
      const { origin: from, crossOrigin } = Object(data) as {
        readonly origin?: unknown;
        readonly crossOrigin?: unknown;
      };
      return from !== origin || crossOrigin === true;
    } catch {
      return false;
    }
  }
}

/**
 * The authenticator data of a new credential, and whether its attestation has no certificate: Gatehouse asks for none, and
 * reads none from strangers.
 */
function attestation(decoded: AttestationObject) {
  const isSelf = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  return { authData: decoded.get('authData'), isPlain: decoded.get('fmt') === 'none' || isSelf };
}

const MAX_TRANSPORTS = 8;

/** As the browser says, in so far as the contract can carry it. */
function transportsOf(transports: readonly string[]): readonly string[] {
  return [...new Set(transports)].filter((one) => /^[a-z0-9-]{1,32}$/.test(one)).slice(0, MAX_TRANSPORTS);
}
