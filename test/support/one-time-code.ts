import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/**
 * The current step of authenticator apps. Its code is accepted for half a minute more at least; that of the step before may stop
 * being accepted at any moment.
 */
export function stepNow(): number {
  return Math.floor(Date.now() / PERIOD_MS);
}

/** The code that an authenticator app shows for a secret in base32 in that step. */
export function codeAt(secret: string, step: number): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: step * PERIOD_MS });
}

/** The next code that is accepted after that of the step `used`, however long ago that was. For one request, at once. */
export function codeAfter(secret: string, used: number): string {
  return codeAt(secret, Math.max(used + 1, stepNow()));
}
