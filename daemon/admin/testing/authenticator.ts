import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AssertedCredential, PasskeyCreationOptions, RegisteredCredential } from '../api/passkeys.js';

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
  /** The attestation statement of a new passkey. */
  readonly attestation?: { readonly fmt: string; readonly statement: Buffer };
  /** Does not raise the counter. */
  readonly keepsCount?: boolean;
  readonly userHandle?: string | null;
}

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
    const { fmt, statement } = odd.attestation ?? { fmt: 'none', statement: map([]) };
    return {
      ...this.#name(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, odd),
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
    const hash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
    return {
      ...this.#name(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, hash]), this.#keys.privateKey).toString('base64url'),
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

/** An attestation with a certificate, as only enterprises ask for. */
export function certified(): NonNullable<Oddities['attestation']> {
  const certificates = Buffer.concat([Buffer.from([0x81]), bytes(randomBytes(40))]);
  const entries: [Buffer, Buffer][] = [
    [text('alg'), int(-7)],
    [text('sig'), bytes(randomBytes(70))],
    [text('x5c'), certificates],
  ];
  return { fmt: 'packed', statement: map(entries) };
}

// CBOR (RFC 8949), as much as a passkey has.

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  const encoded = Buffer.from(value);
  return Buffer.concat([head(3, encoded.length), encoded]);
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
