import { LRUCache } from 'lru-cache';
import { randomToken } from '../../core/crypto.js';
import type { CallContext, Clock, Logger } from '../../core/runtime.js';
import type { Administrator, TokenReference } from '../model/administrator.js';
import { ExpectedSession } from '../model/administrator.js';
import type { Device } from '../model/device.js';
import type { Directory, TokenVerdict } from '../ports/directory.js';
import type { SessionList } from '../ports/session-list.js';
import type { AdminClaims, AdminTokens, TokenSession } from './tokens.js';

/** An administrator with a newly issued token. */
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
  /** Forged, retired, with an old token version, or without an administrator: callers never learn which. */
  | { readonly kind: 'refused' };

export interface Expected {
  readonly session: ExpectedSession;
  readonly claims: AdminClaims;
}

export interface Sessions {
  /** Opens a session for an administrator who has just authenticated. */
  open(administrator: Administrator, device: Device, call: CallContext): Promise<Session>;
  /**
   * Opens a session after a change that has ended all others. The change is done: never rejects because of the host. A session
   * that the host could not record is refused at its first request, so that the administrator signs in again.
   *
   * @param replaced the token of the session that it replaces, if the change needed no password: the new session ends when that
   * one would have. A stolen session would otherwise live as long as its thief likes
   */
  reopen(administrator: Administrator, device: Device, call: CallContext, replaced?: AdminClaims): Promise<Session>;
  /**
   * Records in the background, and only now and then, that a session is in use. Call it for authenticated requests.
   */
  used(claims: AdminClaims, device: () => Device, call: CallContext): void;
  /** The refusal that `authenticate` would return without asking the host; undefined if it has to ask. */
  refusalOf(token: string): Exclude<Authenticated, { kind: 'authenticated' }> | undefined;
  /** Identifies the token's administrator. One call to the host, or none if Gatehouse did not issue the token. */
  authenticate(token: string, call: CallContext): Promise<Authenticated>;
  /**
   * What `authenticate` would probably return, as it did for an earlier request with this token: without a call to the host, for
   * a request that then makes one that verifies the session. Undefined if it has to be `authenticate`.
   */
  expected(token: string): Promise<Expected | undefined>;
  /**
   * Issues a new token for a token within the refresh window that is valid or has only expired. The old one stays valid for the
   * grace period. Of concurrent refreshes without a grace period, one succeeds.
   */
  refresh(token: string, call: CallContext): Promise<Session | Exclude<Authenticated, { kind: 'authenticated' }>>;
  /** Ends the token immediately, whatever the grace period. A token that can no longer be refreshed needs no work. */
  close(claims: AdminClaims, call: CallContext): Promise<void>;
  /** The claims of a token that Gatehouse has issued, whether or not it is still valid; undefined for a foreign token. */
  claimsOf(token: string): AdminClaims | undefined;
}

/** More than the number of administrators who work at the same time. The least recently used one costs one more call. */
const MAX_REMEMBERED = 1000;

/** How far the recorded last use of a session may lag behind: a write for every request would slow them all down. */
const USE_RECORDED_EVERY_MS = 10 * 60 * 1000;

export interface SessionConfig {
  readonly ttlSeconds: number;
  readonly refreshTtlSeconds: number;
  readonly blacklistGraceSeconds: number;
}

export interface SessionDependencies {
  readonly tokens: AdminTokens;
  readonly directory: Directory;
  /** Only for hosts with CAPABILITY_ADMIN_SESSION_LIST. */
  readonly list?: SessionList;
  /** Whether a read can verify the session of its caller (CAPABILITY_ADMIN_SESSION). */
  readonly hostAuthenticatesReads: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createSessions(
  { ttlSeconds, refreshTtlSeconds, blacklistGraceSeconds }: SessionConfig,
  { tokens, directory, list, hostAuthenticatesReads, clock, logger }: SessionDependencies,
): Sessions {
  /** By token id. Only ever a guess: nothing is answered with it before the host has authenticated the token. */
  const remembered = new LRUCache<string, Administrator>({ max: MAX_REMEMBERED });

  /** When a use of a session was last recorded here, by its id. */
  const recorded = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  return {
    async open(administrator, device, call) {
      const session = newSession();
      await record(session, administrator, device, call);
      return issue(administrator, session);
    },

    async reopen(administrator, device, call, replaced) {
      const session = { ...newSession(), ...(replaced && endOf(replaced)) };
      await record(session, administrator, device, call).catch((err: unknown) => {
        const { requestId } = call;
        logger.warn({ requestId, err }, 'failed to record the session after a change of an account: sign in again');
      });
      return issue(administrator, session);
    },

    used({ sub, sid, iat }, device, { requestId }) {
      if (list === undefined || sid === undefined) return;
      const at = clock.now();
      // A token is issued to a session in use.
      if (at - Math.max(recorded.get(sid) ?? 0, iat * 1000) < USE_RECORDED_EVERY_MS) return;
      recorded.set(sid, at);
      list
        .touch({ administratorId: sub, sessionId: sid, device: device(), at }, { requestId })
        .catch((err: unknown) => {
          logger.warn({ requestId, err }, 'failed to record the use of a session');
        });
    },

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
      if (!verdict.stands) {
        remembered.delete(claims.jti);
        return { kind: 'refused' };
      }
      const { administrator } = verdict;
      remembered.set(claims.jti, administrator);
      return { kind: 'authenticated', administrator, claims };
    },

    async expected(token) {
      if (!hostAuthenticatesReads) return undefined;
      const verified = await tokens.verify(token);
      if (verified.kind !== 'valid') return undefined;
      const { claims } = verified;
      const administrator = remembered.get(claims.jti);
      if (administrator === undefined) return undefined;
      return { session: new ExpectedSession(referenceOf(claims), clock.now(), administrator), claims };
    },

    async refresh(token, call) {
      const verified = await tokens.verify(token);
      if (verified.kind === 'invalid') return { kind: 'refused' };
      const { claims } = verified;
      if (clock.now() > refreshableUntil(claims) * 1000) return { kind: 'expired' };
      const verdict = await rotate(claims, call);
      if (!verdict.stands) return { kind: 'refused' };
      const { oat: originallyAt, sid: sessionId } = claims;
      return issue(verdict.administrator, { originallyAt, ...(sessionId !== undefined && { sessionId }) });
    },

    async close(claims, call) {
      const ended = retirement(claims, 0);
      if (clock.now() < ended.expiresAt) await directory.blacklist(referenceOf(claims), ended, call);
    },

    claimsOf: (token) => tokens.claimsOf(token),
  };

  function newSession(): TokenSession {
    return list === undefined ? {} : { sessionId: randomToken(16) };
  }

  async function record(
    { sessionId }: TokenSession,
    { id: administratorId, tokenVersion }: Administrator,
    device: Device,
    call: CallContext,
  ): Promise<void> {
    if (list === undefined || sessionId === undefined) return;
    const at = clock.now();
    const expiresAt = at + (refreshTtlSeconds + ttlSeconds + 1) * 1000;
    // If another request has ended all sessions in the meantime, the host records none and refuses the token.
    await list.open({ administratorId, tokenVersion, sessionId, device, at, expiresAt }, call);
  }

  async function issue(administrator: Administrator, session: TokenSession = {}): Promise<Session> {
    const { token, claims } = await tokens.issue(administrator.id, administrator.tokenVersion, session);
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

  /** Of a session that can no longer be refreshed, the token is the last one. */
  function endOf(claims: AdminClaims): Pick<TokenSession, 'originallyAt' | 'expiresAt'> {
    const isLast = clock.now() > refreshableUntil(claims) * 1000;
    return { originallyAt: claims.oat, ...(isLast && { expiresAt: claims.exp }) };
  }

  /** Absolute from the first sign-in: refreshing cannot extend a session indefinitely. */
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
 * The beginning of time: a token that ends then has ended for every clock. Otherwise an overtaken request, or a daemon whose
 * clock is behind, would still accept the token and refresh it a second time.
 */
const SINCE_EVER = 0;

function referenceOf({ sub, tv, jti, sid }: AdminClaims): TokenReference {
  return { administratorId: sub, tokenVersion: tv, tokenId: jti, ...(sid !== undefined && { sessionId: sid }) };
}
