import { jwtVerify, SignJWT } from 'jose';
import typia from 'typia';
import type { Clock } from '../../core/runtime.js';
import { randomToken } from '../../core/crypto.js';

/**
 * Links with which an administrator sets a password. A link is a token that Gatehouse signs. It names the token version of
 * the administrator, which every change of the password raises: a link works once, and a later password ends it. It also
 * names the colleague who made it, whose permissions the host checks again when it is used. Only its id is stored, as the
 * administrator's latest link.
 */
export interface PasswordLinks {
  issue(link: Omit<PasswordLink, 'id'>): Promise<IssuedLink>;
  /** Undefined for a foreign or expired token. */
  verify(token: string): Promise<PasswordLink | undefined>;
}

export interface IssuedLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

export interface PasswordLink {
  readonly id: string;
  readonly administratorId: string;
  readonly tokenVersion: number;
  /** Id of the colleague who made it. */
  readonly by: string;
}

/** The audience of these tokens: one of them never opens a session, and a session's token is no link. */
const AUDIENCE = 'backend-password';
const ALGORITHM = 'HS256';
/** Long enough for a colleague who reads mail once a day. */
const TTL_SECONDS = 24 * 60 * 60;

export interface PasswordLinkConfig {
  readonly secret: string;
  /** Its links are accepted too, while one secret replaces the other. */
  readonly previousSecret?: string;
  readonly issuer: string;
}

interface Claims {
  readonly sub: string;
  readonly tv: number;
  readonly by: string;
  readonly jti: string;
}

const isClaims = typia.createIs<Claims>();

export function createPasswordLinks(
  { secret, previousSecret, issuer }: PasswordLinkConfig,
  clock: Clock,
): PasswordLinks {
  const signing = Buffer.from(secret);
  const accepted = previousSecret === undefined ? [signing] : [signing, Buffer.from(previousSecret)];
  return {
    async issue({ administratorId, tokenVersion, by }) {
      const iat = Math.floor(clock.now() / 1000);
      const exp = iat + TTL_SECONDS;
      const id = randomToken(16);
      const claims = { sub: administratorId, tv: tokenVersion, by, jti: id, iat, exp };
      const token = await new SignJWT({ ...claims, iss: issuer, aud: AUDIENCE })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(signing);
      return { id, token, expiresAt: exp * 1000 };
    },

    async verify(token) {
      for (const key of accepted) {
        const verified = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          issuer,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        }).catch(() => undefined);
        const claims: unknown = verified?.payload;
        if (!isClaims(claims)) continue;
        return { id: claims.jti, administratorId: claims.sub, tokenVersion: claims.tv, by: claims.by };
      }
      return undefined;
    },
  };
}
