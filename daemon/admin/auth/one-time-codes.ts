import { Secret, TOTP } from 'otpauth';
import { createHash, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../core/crypto.js';
import type { Clock } from '../../core/runtime.js';

/** The codes of a second factor: those of an authenticator app (RFC 6238), and recovery codes. */
export interface OneTimeCodes {
  /** A new secret in base32, 160 bits (RFC 4226 §4, R6). */
  newSecret(): string;
  /** The address that an app reads from a QR code. */
  uriOf(secret: string, login: string): string;
  /** The step of a code that is right now, or one step early or late; undefined for a wrong one. */
  stepOf(secret: string, code: string): number | undefined;
  /** The only form in which the host keeps a secret. */
  seal(secret: string, administratorId: string): string;
  /** Undefined if it was sealed with a key that no daemon has any longer. */
  unseal(sealed: string, administratorId: string): Unsealed | undefined;
}

export interface Unsealed {
  readonly secret: string;
  /** Sealed with the current key, if it was not. */
  readonly resealed?: string;
}

export interface OneTimeCodesConfig {
  readonly secret: string;
  /** Opens what it has sealed, while one secret replaces the other. */
  readonly previousSecret?: string;
  /** The name of the application, as apps show it. */
  readonly applicationName: string;
}

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the current one, for clocks that differ (RFC 6238 §5.2). */
const WINDOW = 1;

export function createOneTimeCodes(
  { secret: key, previousSecret, applicationName }: OneTimeCodesConfig,
  clock: Clock,
): OneTimeCodes {
  // A colon separates issuer and account in the address.
  const issuer = applicationName.replaceAll(':', ' ').trim() || 'Gatehouse';
  const totp = (secret: string, label: string) =>
    new TOTP({
      issuer,
      label,
      algorithm: 'SHA1',
      digits: 6,
      period: PERIOD_SECONDS,
      secret: Secret.fromBase32(secret),
    });
  const sealed = (secret: string, administratorId: string) =>
    seal(secret, key, purposeOf(administratorId)).toString('base64url');
  return {
    newSecret: () => Secret.fromHex(randomBytes(SECRET_BYTES).toString('hex')).base32,
    uriOf: (secret, login) => totp(secret, login.replaceAll(':', ' ')).toString(),
    stepOf(secret, code) {
      // The library compares bytes, and throws for other digits than ASCII's.
      if (!/^[0-9]{6}$/.test(code)) return undefined;
      const timestamp = clock.now();
      const delta = totp(secret, '').validate({ token: code, timestamp, window: WINDOW });
      return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
    },
    seal: sealed,
    unseal(text, administratorId) {
      const bytes = Buffer.from(text, 'base64url');
      const secret = unseal(bytes, key, purposeOf(administratorId));
      if (secret !== undefined) return { secret };
      const former = previousSecret && unseal(bytes, previousSecret, purposeOf(administratorId));
      return former ? { secret: former, resealed: sealed(former, administratorId) } : undefined;
    },
  };
}

/** Bound to its administrator: in another one's row, a sealed secret opens nothing. */
function purposeOf(administratorId: string): string {
  return `second factor of ${administratorId}`;
}

const RECOVERY_CODES = 10;
/** Without letters that people confuse. 32 of them: each is five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 16;

/** New recovery codes of 80 random bits: too many to guess, even with their hashes. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
    return letters.join('').replace(/.{4}(?=.)/g, '$&-');
  });
}

/** The hash of a recovery code as people type it: in any case, with or without hyphens. */
export function recoveryHash(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');
}

/** The kind of a typed code: six digits are a code of the app, anything else is a recovery code. */
export function typedCode(text: string): { readonly app: string } | { readonly recovery: string } {
  const plain = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(plain) ? { app: plain } : { recovery: text };
}
