import { expect } from 'chai';
import type { Logger } from '../../core/runtime.js';
import type { TokenReference } from '../model/administrator.js';
import type { Directory, Retirement, TokenVerdict } from '../ports/directory.js';
import type { SessionList } from '../ports/session-list.js';
import { ADA } from '../testing/administrator.js';
import { createSessions, type Session, type Sessions } from './sessions.js';
import { createAdminTokens } from './tokens.js';

const START = Date.parse('2026-11-21T12:00:00Z');
const TTL = 3600;
const REFRESH_TTL = 14 * 86_400;
const CALL = { requestId: 'r-1' };
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const DEVICE = { browser: 'Firefox', system: 'Linux', network: '' };

/** A directory's token records, in memory. Each call is atomic, like the directory's transactions. */
class TokensInMemory {
  tokenVersion = ADA.tokenVersion;
  calls = 0;
  readonly retired = new Map<string, Retirement>();

  authenticate = (token: TokenReference, at: number): Promise<TokenVerdict> => {
    this.calls++;
    return Promise.resolve(this.#verdict(token, at));
  };

  rotate = (token: TokenReference, at: number, retirement: Retirement): Promise<TokenVerdict> => {
    this.calls++;
    const verdict = this.#verdict(token, at);
    if (verdict.stands && !this.retired.has(token.tokenId)) this.retired.set(token.tokenId, retirement);
    return Promise.resolve(verdict);
  };

  blacklist = ({ tokenId }: TokenReference, retirement: Retirement): Promise<void> => {
    this.calls++;
    const earlier = this.retired.get(tokenId);
    if (earlier === undefined || earlier.effectiveAt > retirement.effectiveAt) this.retired.set(tokenId, retirement);
    return Promise.resolve();
  };

  #verdict({ tokenVersion, tokenId }: TokenReference, at: number): TokenVerdict {
    if (tokenVersion !== this.tokenVersion) return { stands: false, reason: 'stale' };
    const retirement = this.retired.get(tokenId);
    return retirement !== undefined && retirement.effectiveAt <= at
      ? { stands: false, reason: 'blacklisted' }
      : { stands: true, administrator: { ...ADA, tokenVersion: this.tokenVersion } };
  }
}

describe('admin: sessions (AD-120 to AD-126)', () => {
  let now: number;
  let directory: TokensInMemory;
  let sessions: Sessions;
  const clock = { now: () => now };
  const tokens = createAdminTokens({ secret: 's'.repeat(32), issuer: '', ttlSeconds: TTL }, clock);

  beforeEach(() => {
    now = START;
    directory = new TokensInMemory();
    sessions = sessionsWith(0);
  });

  function sessionsWith(
    blacklistGraceSeconds: number,
    hostAuthenticatesReads = true,
    more: { readonly list?: SessionList; readonly logger?: Logger } = {},
  ): Sessions {
    const settings = { ttlSeconds: TTL, refreshTtlSeconds: REFRESH_TTL, blacklistGraceSeconds };
    const port = directory as unknown as Directory;
    return createSessions(settings, {
      tokens,
      directory: port,
      hostAuthenticatesReads,
      clock,
      logger: SILENT,
      ...more,
    });
  }

  const kindOf = async (token: string) => (await sessions.authenticate(token, CALL)).kind;

  async function refreshed(token: string): Promise<Session> {
    const session = await sessions.refresh(token, CALL);
    if ('kind' in session) throw new Error(session.kind);
    return session;
  }

  it('opens a session with a valid token, and returns the lifetimes of the token and its refresh window', async () => {
    const session = await sessions.open(ADA, DEVICE, CALL);
    expect(session).to.include({ expiresIn: TTL, refreshableFor: REFRESH_TTL });
    expect(await kindOf(session.token)).to.equal('authenticated');
    expect(directory.calls).to.equal(1);
  });

  it('opens a session in place of another one with the end of that one, if nothing has asked for a password (AD-454)', async () => {
    const first = await sessions.open(ADA, DEVICE, CALL);
    now += 1_000_000;
    const kept = await sessions.reopen(ADA, DEVICE, CALL, sessions.claimsOf(first.token));
    expect([kept.expiresIn, kept.refreshableFor]).to.deep.equal([TTL, REFRESH_TTL - 1000]);
    const proven = await sessions.reopen(ADA, DEVICE, CALL);
    expect(proven.refreshableFor).to.equal(REFRESH_TTL);
    now = START + REFRESH_TTL * 1000 + 1;
    expect(await sessions.refresh(kept.token, CALL)).to.deep.equal({ kind: 'expired' });
  });

  it('opens it even if the host cannot record it, and says so in the log (AD-332)', async () => {
    const err = new Error('away');
    const touched: object[] = [];
    const list = {
      open: () => Promise.reject(err),
      touch: (_use: object, call: object) => {
        touched.push(call);
        return Promise.reject(err);
      },
    } as unknown as SessionList;
    const warned: object[] = [];
    const logger = {
      ...SILENT,
      warn: (context: object, message: string) => void warned.push({ ...context, message }),
    };
    const withList = sessionsWith(0, true, { list, logger });
    expect(await withList.reopen(ADA, DEVICE, CALL)).to.have.property('expiresIn', TTL);
    const message = 'failed to record the session after a change of an account: sign in again';
    expect(warned).to.deep.equal([{ requestId: 'r-1', err, message }]);
    expect(await withList.open(ADA, DEVICE, CALL).catch((error: unknown) => error)).to.equal(err);
    // A use goes on after its request, so that it is no part of that call.
    const claims = withList.claimsOf((await withList.reopen(ADA, DEVICE, CALL)).token)!;
    now += 600_000;
    withList.used(claims, () => DEVICE, { ...CALL, signal: AbortSignal.abort() });
    await new Promise(setImmediate);
    expect(touched).to.deep.equal([CALL]);
    expect(warned.at(-1)).to.deep.equal({ requestId: 'r-1', err, message: 'failed to record the use of a session' });
  });

  it('extends no session that can no longer be refreshed, however often it takes the place of the others (AD-454)', async () => {
    const first = await sessions.open(ADA, DEVICE, CALL);
    now = START + REFRESH_TTL * 1000;
    let { token } = await refreshed(first.token);
    for (const [minutes, expiresIn] of [
      [30, 1800],
      [59, 60],
    ] as const) {
      now = START + REFRESH_TTL * 1000 + minutes * 60_000;
      const kept = await sessions.reopen(ADA, DEVICE, CALL, sessions.claimsOf(token));
      expect(kept.expiresIn).to.equal(expiresIn);
      token = kept.token;
    }
    now += 60_000;
    expect(await kindOf(token)).to.equal('expired');
  });

  it('asks the host about the session of a token, and records no use of a token without one (AD-250)', async () => {
    const touched: string[] = [];
    const list = {
      open: () => Promise.resolve(true),
      touch: ({ sessionId }: { readonly sessionId: string }) => Promise.resolve(void touched.push(sessionId)),
    } as unknown as SessionList;
    const asked: TokenReference[] = [];
    const { authenticate } = directory;
    directory.authenticate = (token, at) => {
      asked.push(token);
      return authenticate(token, at);
    };
    const withList = sessionsWith(0, true, { list });
    const [listed, unlisted] = [await withList.open(ADA, DEVICE, CALL), await sessions.open(ADA, DEVICE, CALL)];
    const claims = [listed, unlisted].map(({ token }) => sessions.claimsOf(token)!);
    for (const { token } of [listed, unlisted]) await sessions.authenticate(token, CALL);
    const { id: administratorId, tokenVersion } = ADA;
    expect(asked).to.deep.equal([
      { administratorId, tokenVersion, tokenId: claims[0]?.jti, sessionId: claims[0]?.sid },
      { administratorId, tokenVersion, tokenId: claims[1]?.jti },
    ]);
    now = START + 3_600_000;
    for (const one of claims) {
      // Without a list, there is nowhere to record it.
      sessions.used(one, () => DEVICE, CALL);
      withList.used(one, () => DEVICE, CALL);
    }
    expect(touched).to.deep.equal([claims[0]?.sid]);
  });

  it('names one session in all of its tokens, and records its use at most every ten minutes (AD-250, AD-251)', async () => {
    const opened: object[] = [];
    const touched: number[] = [];
    const list: SessionList = {
      open: (session) => Promise.resolve(opened.push(session) > 0),
      touch: ({ at }) => Promise.resolve(void touched.push(at)),
      list: () => Promise.resolve([]),
      end: () => Promise.resolve('ended'),
    };
    sessions = sessionsWith(0, true, { list });
    const session = await sessions.open(ADA, DEVICE, CALL);
    const claims = sessions.claimsOf(session.token);
    const expiresAt = START + (REFRESH_TTL + TTL + 1) * 1000;
    const { id: administratorId, tokenVersion } = ADA;
    expect(opened).to.deep.equal([
      { administratorId, tokenVersion, sessionId: claims?.sid, device: DEVICE, at: START, expiresAt },
    ]);
    expect(claims?.sid).to.match(/^[\w-]{22}$/);
    const use = async (token: string) => {
      const verified = await sessions.authenticate(token, CALL);
      if (verified.kind === 'authenticated') sessions.used(verified.claims, () => DEVICE, CALL);
      return verified.kind;
    };
    for (const minutes of [0, 9, 10, 11, 19, 21]) {
      now = START + minutes * 60_000;
      expect(await use(session.token)).to.equal('authenticated');
    }
    expect(touched).to.deep.equal([START + 600_000, START + 21 * 60_000]);
    const next = await refreshed(session.token);
    expect(sessions.claimsOf(next.token)?.sid).to.equal(claims?.sid);
  });

  it('makes no host call for a foreign or expired token', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    for (const forged of ['', 'x', `${token}x`, token.slice(0, -4)]) {
      expect(await kindOf(forged)).to.equal('refused');
      expect(await sessions.refresh(forged, CALL)).to.deep.equal({ kind: 'refused' });
    }
    now += (TTL + 1) * 1000;
    expect(await kindOf(token)).to.equal('expired');
    expect(directory.calls).to.equal(0);
  });

  it('refuses a forged or expired token immediately, and never one that needs a lookup', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    expect(sessions.refusalOf(token)).to.equal(undefined);
    for (const forged of ['', 'x', `${token}x`]) expect(sessions.refusalOf(forged)).to.deep.equal({ kind: 'refused' });
    now += (TTL + 1) * 1000;
    expect(sessions.refusalOf(token)).to.deep.equal({ kind: 'expired' });
    expect(directory.calls).to.equal(0);
  });

  it('remembers a retired token that outlives the refresh window until it expires', async () => {
    const first = await sessions.open(ADA, DEVICE, CALL);
    now += (REFRESH_TTL - 10) * 1000;
    const { token } = await refreshed(first.token);
    directory.retired.clear();
    await refreshed(token);
    const [retirement] = directory.retired.values();
    expect(retirement?.expiresAt).to.equal(now + (TTL + 1) * 1000);
  });

  it('without a grace period, a refresh ends the old token immediately, so of two refreshes one succeeds', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    const [one, other] = await Promise.all([sessions.refresh(token, CALL), sessions.refresh(token, CALL)]);
    expect([one, other].filter((outcome) => 'kind' in outcome)).to.deep.equal([{ kind: 'refused' }]);
    expect(await kindOf(token)).to.equal('refused');
  });

  it('ends a token even for a clock that is behind: on another daemon, or in an overtaken request', async () => {
    const [refreshedOne, closed] = [await sessions.open(ADA, DEVICE, CALL), await sessions.open(ADA, DEVICE, CALL)];
    const authenticated = await sessions.authenticate(closed.token, CALL);
    if (authenticated.kind !== 'authenticated') throw new Error(authenticated.kind);
    now += 60_000;
    await refreshed(refreshedOne.token);
    await sessions.close(authenticated.claims, CALL);
    now -= 59_999;
    for (const { token } of [refreshedOne, closed]) {
      expect(await kindOf(token)).to.equal('refused');
      expect(await sessions.refresh(token, CALL)).to.deep.equal({ kind: 'refused' });
    }
  });

  it('within the grace period, accepts the old token, and a second refresh does not extend it', async () => {
    sessions = sessionsWith(30);
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    await refreshed(token);
    now += 20_000;
    await refreshed(token);
    now += 9_999;
    expect(await kindOf(token)).to.equal('authenticated');
    now += 1;
    expect(await kindOf(token)).to.equal('refused');
    expect(await sessions.refresh(token, CALL)).to.deep.equal({ kind: 'refused' });
  });

  it('refreshes an expired token; the window is absolute from the first sign-in (AD-122)', async () => {
    const first = await sessions.open(ADA, DEVICE, CALL);
    now += (REFRESH_TTL - 10) * 1000;
    const second = await refreshed(first.token);
    expect(second.refreshableFor).to.equal(10);
    now += 10_000;
    const third = await refreshed(second.token);
    expect(third.refreshableFor).to.equal(0);
    now += 1;
    expect(await sessions.refresh(third.token, CALL)).to.deep.equal({ kind: 'expired' });
  });

  it('remembers a retired token only as long as it could be refreshed', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    await refreshed(token);
    const [retirement] = directory.retired.values();
    expect(retirement?.expiresAt).to.be.greaterThan(START + REFRESH_TTL * 1000);
    expect(retirement?.expiresAt).to.be.at.most(START + (REFRESH_TTL + 1) * 1000);
    expect(retirement?.sweepBefore).to.equal(START);
  });

  it('signing out ends the token immediately, whatever the grace period', async () => {
    sessions = sessionsWith(30);
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    const authenticated = await sessions.authenticate(token, CALL);
    await refreshed(token);
    if (authenticated.kind !== 'authenticated') throw new Error(authenticated.kind);
    await sessions.close(authenticated.claims, CALL);
    expect(await kindOf(token)).to.equal('refused');
    expect(await sessions.refresh(token, CALL)).to.deep.equal({ kind: 'refused' });
  });

  it('signing out ends an expired but refreshable token, and ignores one that can no longer be refreshed (docs/admin/api.md, Sign-in)', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    const claims = sessions.claimsOf(token);
    if (claims === undefined) throw new Error('not ours');
    now += REFRESH_TTL * 1000;
    await sessions.close(claims, CALL);
    expect(await sessions.refresh(token, CALL)).to.deep.equal({ kind: 'refused' });
    directory.retired.clear();
    now += 1000;
    await sessions.close(claims, CALL);
    expect(directory.retired.size).to.equal(0);
  });

  it('returns the claims of its own tokens, however old, and none of foreign tokens', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    now += 2 * REFRESH_TTL * 1000;
    expect(sessions.claimsOf(token)).to.include({ sub: ADA.id, tv: ADA.tokenVersion });
    for (const forged of ['', 'x', `${token}x`]) expect(sessions.claimsOf(forged)).to.equal(undefined);
    expect(directory.calls).to.equal(0);
  });

  it('a password reset ends every earlier token, even one issued in the same second', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    directory.tokenVersion++;
    expect(await kindOf(token)).to.equal('refused');
    expect(await sessions.refresh(token, CALL)).to.deep.equal({ kind: 'refused' });
  });

  it('expects the administrator of an earlier request with the same token, without a call to the host (AD-51)', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    expect(await sessions.expected(token)).to.equal(undefined);
    await sessions.authenticate(token, CALL);
    now += 1000;
    const expected = await sessions.expected(token);
    expect(expected?.session.administrator).to.deep.equal(ADA);
    expect(expected?.session.token).to.include({
      administratorId: ADA.id,
      tokenVersion: 3,
      tokenId: expected?.claims.jti,
    });
    expect(expected?.session).to.include({ at: now, isConfirmed: false });
    expect(directory.calls).to.equal(1);
  });

  it('expects nothing of a token that was refused, is expired or foreign, or that the host cannot verify in a read', async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    await sessions.authenticate(token, CALL);
    expect(await sessions.expected(`${token}x`)).to.equal(undefined);
    directory.tokenVersion++;
    expect(await kindOf(token)).to.equal('refused');
    directory.tokenVersion--;
    expect(await sessions.expected(token)).to.equal(undefined);
    await sessions.authenticate(token, CALL);
    now += TTL * 1000;
    expect(await sessions.expected(token)).to.equal(undefined);

    now = START;
    sessions = sessionsWith(0, false);
    await sessions.authenticate(token, CALL);
    expect(await sessions.expected(token)).to.equal(undefined);
  });

  it("a refreshed token has the administrator's current token version", async () => {
    const { token } = await sessions.open(ADA, DEVICE, CALL);
    const { administrator } = await refreshed(token);
    expect(administrator.tokenVersion).to.equal(3);
  });
});
