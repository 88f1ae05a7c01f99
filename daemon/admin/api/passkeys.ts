/**
 * The messages of a browser and the daemon about passkeys, in the JSON of WebAuthn Level 3 (§5.1): the options that
 * `navigator.credentials` takes and the credentials that it returns. All bytes are base64url without padding.
 */

/** Names of passkeys; the contract has the same limit. */
export const MAX_PASSKEY_NAME = 60;
/** Bytes of a body with a credential. */
export const MAX_CREDENTIAL_BYTES = 32 * 1024;

/** ES256, EdDSA and RS256 (IANA COSE Algorithms): what WebAuthn Level 3 §5.4 recommends for the widest support. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: 'preferred';
  /** Milliseconds. */
  readonly timeout: number;
}

export interface PasskeyCreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  readonly excludeCredentials: readonly {
    readonly type: 'public-key';
    readonly id: string;
    readonly transports: readonly string[];
  }[];
  /** A passkey that the browser finds without its id: a sign-in names no credentials of anyone. */
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'preferred';
  };
  readonly attestation: 'none';
  /** Milliseconds. */
  readonly timeout: number;
}

interface CredentialJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
}

/** What `navigator.credentials.create` made. Other members are ignored. */
export interface RegisteredCredential extends CredentialJson {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[];
  };
}

/** What `navigator.credentials.get` returned. Other members are ignored. */
export interface AssertedCredential extends CredentialJson {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
}
