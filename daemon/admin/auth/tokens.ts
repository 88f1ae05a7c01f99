import type { JWTPayload } from 'jose';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { createHmac, timingSafeEqual } from 'node:crypto';
import typia from 'typia';
import type { Clock } from '../../core/runtime.js';
import { hashedKey, randomToken } from '../../core/crypto.js';

/** More administrators than are ever busy at the same time; a kilobyte or less each. */
const MAX_TOKENS = 1000;
/** How far the clocks of two daemons may differ: what one of them has just issued begins in the other's future. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 30;

/** What is looked at here of what a token says: the second from which on it is past its time. */
interface Claims {
  readonly exp: number;
}

interface Verified<C> {
  readonly claims: C;
  /** Seconds; a token without it begins at once. */
  readonly notBefore: number;
}

/**
 * Tokens whose signature was found good under the one secret, by their hash. This spares the signature alone: when a token
 * begins and ends is looked at with every use, and whether it was retired is the host's to say with every request.
 */
export class VerifiedTokens<C extends Claims> {
  readonly #byHash = new LRUCache<string, Verified<C>>({ max: MAX_TOKENS });

  /** Undefined for one that has to be verified: not known, not begun, or past its time. */
  claimsOf(token: string, nowSeconds: number): C | undefined {
    const verified = this.#byHash.get(hashedKey(token));
    if (verified === undefined) return undefined;
    const { claims, notBefore } = verified;
    return notBefore <= nowSeconds && nowSeconds < claims.exp ? claims : undefined;
  }

  /** The one that was used longest ago makes room: it is verified once more, and that is all. */
  remember(token: string, claims: C, notBefore: number): void {
    this.#byHash.set(hashedKey(token), { claims, notBefore });
  }
}

/** Names the guard that the tokens are for: a token of another purpose, under the same secret, is none of ours. */
const AUDIENCE = 'backend';
const ALGORITHM = 'HS256';
/** RFC 7518 §3.2: a key of the hash's size or larger. */
export const MIN_SECRET_BYTES = 32;

/** What a token says, once its signature was found good. Times are seconds, as in the token. */
export interface AdminClaims {
  /** Administrator id. */
  readonly sub: string;
  /** Token id, 128 random bits: what the blacklist knows a token by. */
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  /** First sign-in: carried over by every refresh, so that the refresh window is absolute. */
  readonly oat: number;
  /** Token version of the administrator: a reset of the password raises it, and ends all tokens of before. */
  readonly tv: number;
}

export type VerifiedToken =
  | { readonly kind: 'valid'; readonly claims: AdminClaims }
  /** In order but for its time: it may still be refreshed. */
  | { readonly kind: 'expired'; readonly claims: AdminClaims }
  | { readonly kind: 'invalid' };

export interface AdminTokens {
  /** @param originallyAt `oat`: absent at sign-in, when it is now */
  issue(administratorId: string, tokenVersion: number, originallyAt?: number): Promise<IssuedToken>;
  verify(token: string): Promise<VerifiedToken>;
  /**
   * What `verify` would say against a token, as far as it can be said at once: forged, or issued here and past its time.
   * Undefined where that takes a closer look.
   */
  flawOf(token: string): TokenFlaw | undefined;
}

export type TokenFlaw = Exclude<VerifiedToken['kind'], 'valid'>;

export interface IssuedToken {
  readonly token: string;
  readonly claims: AdminClaims;
}

export interface TokenConfig {
  /** At least MIN_SECRET_BYTES of UTF-8. */
  readonly secret: string;
  /** `iss`; the base URL of the application, possibly empty. */
  readonly issuer: string;
  readonly ttlSeconds: number;
}

/** JWTs (RFC 7519) signed with HS256, and with nothing else: the algorithm is ours to choose, never the token's. */
export function createAdminTokens({ secret, issuer, ttlSeconds }: TokenConfig, clock: Clock): AdminTokens {
  const bytes = Buffer.from(secret);
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new Error(`the secret has ${String(bytes.length)} bytes; HS256 needs at least ${String(MIN_SECRET_BYTES)}`);
  }
  // Imported once: a key that jose has to convert costs three times as much with every token.
  const importing = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

  const verifiedTokens = new VerifiedTokens<AdminClaims>();

  return {
    flawOf(token) {
      const now = Math.floor(clock.now() / 1000);
      if (verifiedTokens.claimsOf(token, now) !== undefined) return undefined;
      const [header = '', payload = '', signature = '', ...rest] = token.split('.');
      const expected = createHmac('sha256', bytes).update(`${header}.${payload}`).digest();
      const presented = Buffer.from(signature, 'base64url');
      if (rest.length > 0 || presented.length !== expected.length || !timingSafeEqual(presented, expected)) {
        return 'invalid';
      }
      const claims = ownClaimsIn(payload);
      return claims?.iss === issuer && (claims.nbf ?? 0) <= now && claims.exp <= now ? 'expired' : undefined;
    },

    async issue(administratorId, tokenVersion, originallyAt) {
      const iat = Math.floor(clock.now() / 1000);
      const claims: AdminClaims = {
        sub: administratorId,
        jti: randomToken(16),
        iat,
        exp: iat + ttlSeconds,
        oat: originallyAt ?? iat,
        tv: tokenVersion,
      };
      const token = await new SignJWT({ ...claims, nbf: iat, iss: issuer, aud: AUDIENCE })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(await importing);
      return { token, claims };
    },

    async verify(token) {
      const now = clock.now();
      const known = verifiedTokens.claimsOf(token, Math.floor(now / 1000));
      if (known !== undefined) return { kind: 'valid', claims: known };
      try {
        const payload = await verifiedPayload(token, now);
        const verified = claimsOf(payload, 'valid');
        if (verified.kind === 'valid') verifiedTokens.remember(token, verified.claims, payload.nbf ?? 0);
        return verified;
      } catch (error) {
        // jose looks at the time last, and only this error means that all else was in order.
        if (error instanceof errors.JWTExpired) return claimsOf(error.payload, 'expired');
        if (error instanceof errors.JOSEError) return INVALID;
        throw error;
      }
    },
  };

  async function verifiedPayload(token: string, now: number): Promise<JWTPayload> {
    const at = async (milliseconds: number) =>
      jwtVerify(token, await importing, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        issuer,
        currentDate: new Date(milliseconds),
      });
    try {
      return (await at(now)).payload;
    } catch (error) {
      const begins = error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' ? error.payload.nbf : 0;
      if (typeof begins !== 'number' || begins * 1000 <= now) throw error;
      if (begins - Math.floor(now / 1000) > MAX_CLOCK_DIFFERENCE_SECONDS) throw error;
      const begun = await at(begins * 1000).catch(() => {
        throw error;
      });
      return begun.payload;
    }
  }
}

const INVALID: VerifiedToken = { kind: 'invalid' };
const isClaims = typia.createIs<AdminClaims>();

interface OwnClaims extends AdminClaims {
  readonly iss: string;
  readonly aud: typeof AUDIENCE;
  readonly nbf?: number;
}
const isOwnClaims = typia.createIs<OwnClaims>();

/** What was signed with the secret may still be of another purpose, and anything. */
function ownClaimsIn(payload: string): OwnClaims | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isOwnClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function claimsOf(payload: JWTPayload, kind: 'valid' | 'expired'): VerifiedToken {
  return isClaims(payload) ? { kind, claims: payload } : INVALID;
}
