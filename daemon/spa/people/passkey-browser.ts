import type {
  AssertedCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegisteredCredential,
} from '../../admin/api/passkeys.js';

/**
 * Why the browser gave no passkey:
 *
 * - `unsupported`: it has no passkeys, or the page is not served over HTTPS, or the device cannot make them;
 * - `cancelled`: the user closed the browser's question, or did not answer it in time;
 * - `exists_here`: the device has a passkey of the account already;
 * - `wrong_site`: the page is open at another address than the configured one.
 */
export type PasskeyProblem = 'unsupported' | 'cancelled' | 'exists_here' | 'wrong_site';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';

  constructor(
    readonly problem: PasskeyProblem,
    /** The name for which the passkey is. */
    readonly rpId: string,
  ) {
    super(problem);
  }
}

/** Returns the PasskeyError of work that may ask for one: it is no defect of the page. */
export async function orNotUsed(work: () => Promise<unknown>): Promise<PasskeyError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PasskeyError) return error;
    throw error;
  }
}

/** Asks the browser for a new passkey. Throws PasskeyError. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<RegisteredCredential> {
  const credential = await asked(options.rp.id, (credentials) =>
    credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        pubKeyCredParams: [...options.pubKeyCredParams],
        excludeCredentials: options.excludeCredentials.map(({ id, type, transports }) => ({
          type,
          id: bytesOf(id),
          transports: transports as AuthenticatorTransport[],
        })),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...nameOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Asks the browser for a passkey that the user has. Throws PasskeyError. */
export async function choosePasskey(options: PasskeyRequestOptions): Promise<AssertedCredential> {
  const credential = await asked(options.rpId, (credentials) =>
    credentials.get({ publicKey: { ...options, challenge: bytesOf(options.challenge) } }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...nameOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle === null ? null : textOf(response.userHandle),
    },
  };
}

async function asked(
  rpId: string,
  ask: (credentials: CredentialsContainer) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  // Browsers have neither in a page without HTTPS, whatever the types say.
  const { credentials } = navigator as { readonly credentials?: CredentialsContainer };
  if (credentials === undefined || !('PublicKeyCredential' in window)) throw new PasskeyError('unsupported', rpId);
  const found = await ask(credentials).catch((error: unknown) => {
    throw new PasskeyError(error instanceof DOMException ? problemOf(error) : 'unsupported', rpId);
  });
  if (!(found instanceof PublicKeyCredential)) throw new PasskeyError('cancelled', rpId);
  return found;
}

/** WebAuthn Level 3 §5.1.3 and §5.1.4 define the names. */
function problemOf({ name }: DOMException): PasskeyProblem {
  switch (name) {
    case 'InvalidStateError':
      return 'exists_here';
    case 'SecurityError':
      return 'wrong_site';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'unsupported';
    default:
      return 'cancelled';
  }
}

function nameOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key' } as const;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
