import type { JWTPayload } from 'jose';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { webcrypto } from 'node:crypto';
import { createHmac, timingSafeEqual } from 'node:crypto';
import typia from 'typia';
import type { Clock } from '../../core/runtime.js';
import { hashedKey, randomToken } from '../../core/crypto.js';

/** More than the number of administrators who work at the same time. Each entry takes at most a kilobyte. */
const MAX_TOKENS = 1000;
/** The allowed clock difference between two daemons: a token that one has just issued may start in the other's future. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 30;

/** The claim that the cache reads: the second from which the token is expired. */
interface Claims {
  readonly exp: number;
}

interface Verified<C> {
  readonly claims: C;
  /** Seconds; a token without it is valid immediately. */
  readonly notBefore: number;
}

/**
 * Tokens with a signature that Gatehouse has verified with its own secrets, by their hash. The cache saves only the signature
 * check: Gatehouse checks the times with every use and asks the host about retirement with every request.
 */
export class VerifiedTokens<C extends Claims> {
  readonly #byHash = new LRUCache<string, Verified<C>>({ max: MAX_TOKENS });

  /** Undefined for a token that needs verification: unknown, not yet valid, or expired. */
  claimsOf(token: string, nowSeconds: number): C | undefined {
    const verified = this.#byHash.get(hashedKey(token));
    if (verified === undefined) return undefined;
    const { claims, notBefore } = verified;
    return notBefore <= nowSeconds && nowSeconds < claims.exp ? claims : undefined;
  }

  /** The least recently used token makes room. Its next use costs one more verification, nothing else. */
  remember(token: string, claims: C, notBefore: number): void {
    this.#byHash.set(hashedKey(token), { claims, notBefore });
  }
}

/** The audience of these tokens: it rejects tokens for another purpose that are signed with the same secret. */
const AUDIENCE = 'backend';
const ALGORITHM = 'HS256';
const SIGNATURE_BYTES = 32;
/** RFC 7518 §3.2: a key of the hash's size or larger. */
const MIN_SECRET_BYTES = 32;

/** The claims of a token with a verified signature. Times are in seconds, as in the token. */
export interface AdminClaims {
  /** Administrator id. */
  readonly sub: string;
  /** Token id, 128 random bits: the blacklist's key. */
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  /** First sign-in: every refresh keeps it, so that the refresh window is absolute. */
  readonly oat: number;
  /** Token version of the administrator: a password reset increments it and thereby ends all earlier tokens. */
  readonly tv: number;
  /** The session that the token belongs to, the same after every refresh; only if the host keeps a list of them. */
  readonly sid?: string;
}

export type VerifiedToken =
  | { readonly kind: 'valid'; readonly claims: AdminClaims }
  /** Valid except for its age: it may still be refreshed. */
  | { readonly kind: 'expired'; readonly claims: AdminClaims }
  | { readonly kind: 'invalid' };

export interface AdminTokens {
  issue(administratorId: string, tokenVersion: number, session?: TokenSession): Promise<IssuedToken>;
  verify(token: string): Promise<VerifiedToken>;
  /**
   * The flaw in a token, as far as a synchronous check can find it: forged, or issued here and expired. Undefined if only a
   * full verification can tell.
   */
  flawOf(token: string): TokenFlaw | undefined;
  /** The claims of a token that was issued here, whenever it begins and ends; undefined for a foreign one. */
  claimsOf(token: string): AdminClaims | undefined;
}

export type TokenFlaw = Exclude<VerifiedToken['kind'], 'valid'>;

export interface TokenSession {
  /** `oat`; default: now, for a sign-in. */
  readonly originallyAt?: number;
  /** `exp`; default: the lifetime of a token from now. */
  readonly expiresAt?: number;
  /** `sid` */
  readonly sessionId?: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly claims: AdminClaims;
}

export interface TokenConfig {
  /** At least MIN_SECRET_BYTES of UTF-8. */
  readonly secret: string;
  /** Signs nothing; tokens that it has signed are accepted too, while one secret replaces the other. */
  readonly previousSecret?: string;
  /** `iss`; the base URL of the application, possibly empty. */
  readonly issuer: string;
  readonly ttlSeconds: number;
}

/** JWTs (RFC 7519) signed with HS256 only: Gatehouse chooses the algorithm, never the token. */
export function createAdminTokens(
  { secret, previousSecret, issuer, ttlSeconds }: TokenConfig,
  clock: Clock,
): AdminTokens {
  const signing = keyOf(secret);
  const accepted = previousSecret === undefined ? [signing] : [signing, keyOf(previousSecret)];

  const verifiedTokens = new VerifiedTokens<AdminClaims>();

  return {
    flawOf(token) {
      const now = Math.floor(clock.now() / 1000);
      if (verifiedTokens.claimsOf(token, now) !== undefined) return undefined;
      const payload = signedPayload(token);
      if (payload === undefined) return 'invalid';
      const claims = ownClaimsIn(payload);
      return claims?.iss === issuer && (claims.nbf ?? 0) <= now && claims.exp <= now ? 'expired' : undefined;
    },

    claimsOf(token) {
      const payload = signedPayload(token);
      const claims = payload === undefined ? undefined : ownClaimsIn(payload);
      return claims?.iss === issuer ? claims : undefined;
    },

    async issue(administratorId, tokenVersion, { originallyAt, expiresAt, sessionId } = {}) {
      const iat = Math.floor(clock.now() / 1000);
      const claims: AdminClaims = {
        sub: administratorId,
        jti: randomToken(16),
        iat,
        exp: expiresAt ?? iat + ttlSeconds,
        oat: originallyAt ?? iat,
        tv: tokenVersion,
        ...(sessionId !== undefined && { sid: sessionId }),
      };
      const token = await new SignJWT({ ...claims, nbf: iat, iss: issuer, aud: AUDIENCE })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(await signing.imported);
      return { token, claims };
    },

    async verify(token) {
      const now = clock.now();
      const known = verifiedTokens.claimsOf(token, Math.floor(now / 1000));
      if (known !== undefined) return { kind: 'valid', claims: known };
      try {
        const payload = await payloadSignedByUs(token, now);
        const verified = claimsOf(payload, 'valid');
        if (verified.kind === 'valid') verifiedTokens.remember(token, verified.claims, payload.nbf ?? 0);
        return verified;
      } catch (error) {
        // jose checks the time last, so this error means that everything else is valid.
        if (error instanceof errors.JWTExpired) return claimsOf(error.payload, 'expired');
        if (error instanceof errors.JOSEError) return INVALID;
        throw error;
      }
    },
  };

  /** The encoded payload of a token with one of our signatures. */
  function signedPayload(token: string): string | undefined {
    const [header = '', payload = '', signature = '', ...rest] = token.split('.');
    const presented = Buffer.from(signature, 'base64url');
    if (rest.length > 0 || presented.length !== SIGNATURE_BYTES) return undefined;
    const isOurs = accepted.some(({ bytes }) =>
      timingSafeEqual(presented, createHmac('sha256', bytes).update(`${header}.${payload}`).digest()),
    );
    return isOurs ? payload : undefined;
  }

  async function payloadSignedByUs(token: string, now: number): Promise<JWTPayload> {
    let foreign: unknown;
    for (const key of accepted) {
      try {
        return await verifiedPayload(token, await key.imported, now);
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        foreign = error;
      }
    }
    throw foreign;
  }

  async function verifiedPayload(token: string, key: webcrypto.CryptoKey, now: number): Promise<JWTPayload> {
    const at = async (milliseconds: number) =>
      jwtVerify(token, key, {
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

/** Imported once: converting the key for each token would cost three times as much. */
function keyOf(secret: string): { readonly bytes: Buffer; readonly imported: Promise<webcrypto.CryptoKey> } {
  const bytes = Buffer.from(secret);
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new Error(`the secret has ${String(bytes.length)} bytes; HS256 needs at least ${String(MIN_SECRET_BYTES)}`);
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return { bytes, imported: crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']) };
}

const INVALID: VerifiedToken = { kind: 'invalid' };
const isClaims = typia.createIs<AdminClaims>();

interface OwnClaims extends AdminClaims {
  readonly iss: string;
  readonly aud: typeof AUDIENCE;
  readonly nbf?: number;
}
const isOwnClaims = typia.createIs<OwnClaims>();

/** A token signed with the secret may still have another purpose, and any content. */
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
