import type { CallContext, Clock } from '../../core/runtime.js';
import type { Administrator } from '../model/administrator.js';
import type { Directory, TokenReference, TokenVerdict } from '../ports/directory.js';
import type { AdminClaims, AdminTokens } from './tokens.js';

/** An administrator with a token that was just issued. */
export interface Session {
  readonly administrator: Administrator;
  readonly token: string;
  /** Seconds until the token expires. */
  readonly expiresIn: number;
  /** Seconds until it can no longer be refreshed. */
  readonly refreshableFor: number;
}

export type Authenticated =
  | { readonly kind: 'authenticated'; readonly administrator: Administrator; readonly claims: AdminClaims }
  | { readonly kind: 'expired' }
  /** Forged, retired, of a former token version, of nobody: no difference is ever told. */
  | { readonly kind: 'refused' };

export interface Sessions {
  /** Opens a session for somebody who has just proven who it is. */
  open(administrator: Administrator): Promise<Session>;
  /** What `authenticate` would say against the token for its own sake, without asking anybody; undefined where it has to. */
  refusalOf(token: string): Exclude<Authenticated, { kind: 'authenticated' }> | undefined;
  /** Who presents the token. One call to the host, and none for a token that is not ours. */
  authenticate(token: string, call: CallContext): Promise<Authenticated>;
  /**
   * A new token for one that is in order but for its age, within the refresh window. The old one is good for the grace yet;
   * of concurrent refreshes without a grace, one succeeds.
   */
  refresh(token: string, call: CallContext): Promise<Session | Exclude<Authenticated, { kind: 'authenticated' }>>;
  /** Ends the token at once, whatever the grace. One that could not even be refreshed any more is over as it is. */
  close(claims: AdminClaims, call: CallContext): Promise<void>;
  /** What a token says that we have issued, whatever it is still good for; undefined for one that we have not. */
  claimsOf(token: string): Promise<AdminClaims | undefined>;
}

export interface SessionConfig {
  readonly refreshTtlSeconds: number;
  readonly blacklistGraceSeconds: number;
}

export function createSessions(
  { refreshTtlSeconds, blacklistGraceSeconds }: SessionConfig,
  { tokens, directory, clock }: { tokens: AdminTokens; directory: Directory; clock: Clock },
): Sessions {
  return {
    open: (administrator) => issue(administrator),

    refusalOf(token) {
      const flaw = tokens.flawOf(token);
      return flaw && { kind: flaw === 'expired' ? 'expired' : 'refused' };
    },

    async authenticate(token, call) {
      const verified = await tokens.verify(token);
      if (verified.kind === 'invalid') return { kind: 'refused' };
      if (verified.kind === 'expired') return { kind: 'expired' };
      const { claims } = verified;
      const verdict = await directory.authenticate(referenceOf(claims), clock.now(), call);
      return verdict.stands
        ? { kind: 'authenticated', administrator: verdict.administrator, claims }
        : { kind: 'refused' };
    },

    async refresh(token, call) {
      const verified = await tokens.verify(token);
      if (verified.kind === 'invalid') return { kind: 'refused' };
      const { claims } = verified;
      if (clock.now() > refreshableUntil(claims) * 1000) return { kind: 'expired' };
      const verdict = await rotate(claims, call);
      return verdict.stands ? issue(verdict.administrator, claims.oat) : { kind: 'refused' };
    },

    async close(claims, call) {
      const ended = retirement(claims, 0);
      if (clock.now() < ended.expiresAt) await directory.blacklist(referenceOf(claims), ended, call);
    },

    async claimsOf(token) {
      const verified = await tokens.verify(token);
      return verified.kind === 'invalid' ? undefined : verified.claims;
    },
  };

  async function issue(administrator: Administrator, originallyAt?: number): Promise<Session> {
    const { token, claims } = await tokens.issue(administrator.id, administrator.tokenVersion, originallyAt);
    return {
      administrator,
      token,
      expiresIn: claims.exp - claims.iat,
      refreshableFor: refreshableUntil(claims) - claims.iat,
    };
  }

  function rotate(claims: AdminClaims, call: CallContext): Promise<TokenVerdict> {
    return directory.rotate(referenceOf(claims), clock.now(), retirement(claims, blacklistGraceSeconds), call);
  }

  /** Absolute from the first sign-in: a session does not live for ever by being refreshed. */
  function refreshableUntil({ oat }: AdminClaims): number {
    return oat + refreshTtlSeconds;
  }

  function retirement(claims: AdminClaims, graceSeconds: number) {
    const now = clock.now();
    return {
      effectiveAt: graceSeconds === 0 ? SINCE_EVER : now + graceSeconds * 1000,
      expiresAt: (Math.max(claims.exp, refreshableUntil(claims)) + 1) * 1000,
      sweepBefore: now,
    };
  }
}

/**
 * What ends at once is over for every clock: a request that overtakes another by a millisecond, or a daemon whose clock is
 * behind, would else find the token still good, and refresh it a second time.
 */
const SINCE_EVER = 0;

function referenceOf({ sub, tv, jti }: AdminClaims): TokenReference {
  return { administratorId: sub, tokenVersion: tv, tokenId: jti };
}
