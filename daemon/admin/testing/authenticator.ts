import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AssertedCredential, PasskeyCreationOptions, RegisteredCredential } from '../api/passkeys.js';
import { bytes, int, map, text } from './cbor.js';

/** How a device under test differs from a sound one. */
export interface Oddities {
  /** The page that asked. Default: that of the authenticator. */
  readonly origin?: string;
  /** The name that the signature is for. */
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** False: its user did not touch it. */
  readonly isPresent?: boolean;
  /** "webauthn.get" for a registration, or the other way around. */
  readonly type?: string;
  /** COSE algorithm that the new key claims. */
  readonly algorithm?: number;
  /** Default: none. */
  readonly attestation?: Attestation;
  /** Does not raise the counter. */
  readonly keepsCount?: boolean;
  readonly userHandle?: string | null;
}

/**
 * Makes the attestation statement of a new passkey.
 *
 * @param signed what an attestation signs
 * @param own of the new passkey
 */
export type Attestation = (signed: Buffer, own: KeyObject) => { readonly fmt: string; readonly statement: Buffer };

const NO_ATTESTATION: Attestation = () => ({ fmt: 'none', statement: map([]) });

/** One passkey on a device without a screen (WebAuthn Level 3 §6): ES256, with or without a counter. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32).toString('base64url');
  #userHandle = '';
  #rpId = '';

  /** @param counter of the latest signature; undefined: the device has none, like one that copies its passkeys */
  constructor(
    readonly origin: string,
    public counter?: number,
  ) {}

  /** The answer of a browser to these options. */
  create(options: PasskeyCreationOptions, odd: Oddities = {}): RegisteredCredential {
    this.#userHandle = options.user.id;
    this.#rpId = options.rp.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = map([
      [int(1), int(2)],
      [int(3), int(odd.algorithm ?? -7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const authData = Buffer.concat([this.#authenticatorData(0x40, odd), Buffer.alloc(16), length, id, key]);
    const clientData = this.#clientData('webauthn.create', options.challenge, odd);
    const signed = Buffer.concat([authData, hashOf(clientData)]);
    const { fmt, statement } = (odd.attestation ?? NO_ATTESTATION)(signed, this.#keys.privateKey);
    return {
      ...this.#name(),
      response: {
        clientDataJSON: clientData,
        attestationObject: map([
          [text('fmt'), text(fmt)],
          [text('attStmt'), statement],
          [text('authData'), bytes(authData)],
        ]).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** The answer of a browser to this challenge. */
  assert(challenge: string, odd: Oddities = {}): AssertedCredential {
    if (this.counter !== undefined && odd.keepsCount !== true) this.counter += 1;
    const authData = this.#authenticatorData(0, odd);
    const clientData = this.#clientData('webauthn.get', challenge, odd);
    return {
      ...this.#name(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, hashOf(clientData)]), this.#keys.privateKey).toString(
          'base64url',
        ),
        userHandle: odd.userHandle === undefined ? this.#userHandle : odd.userHandle,
      },
    };
  }

  #name() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const;
  }

  #authenticatorData(flags: number, { rpId = this.#rpId, isPresent = true }: Oddities): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter ?? 0);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags | (isPresent ? 1 : 0)]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string, odd: Oddities): string {
    const data = {
      type: odd.type ?? type,
      challenge: odd.challenge ?? challenge,
      origin: odd.origin ?? this.origin,
      crossOrigin: odd.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

function hashOf(clientData: string): Buffer {
  return createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
}
