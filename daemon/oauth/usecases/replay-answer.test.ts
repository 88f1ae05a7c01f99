import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import type { TokenResponse } from '../model/responses.js';
import type { RefreshToken } from '../model/tokens.js';
import { exampleOptions } from '../testing/examples.js';
import { createReplayAnswer } from './replay-answer.js';

const CALL = { requestId: 'test' };
const STORE_AWAY = new Unavailable('state', 'store away');
const WINDOW = 10_000;
const ANSWER: TokenResponse = {
  access_token: 'access',
  token_type: 'Bearer',
  expires_in: 60,
  refresh_token: 'next',
  scope: 'read',
};
const SUCCESSOR = { userId: 'ada', clientId: 'client', lineageId: 'lineage', lineageRevoked: false } as RefreshToken;

/** The window over its own store and a host that knows one refresh token; records what was logged and minted. */
function replayAnswer(
  given: { window?: number; found?: Partial<RefreshToken> | undefined; refusesMint?: boolean } = {},
) {
  const kept = new Map<string, Buffer>();
  const ends = new Map<string, number>();
  const lives: number[] = [];
  const warned: object[] = [];
  const minted: Record<string, unknown>[] = [];
  const store = { fault: undefined as Error | undefined, now: 0 };
  const found = 'found' in given ? given.found : {};
  const live = (key: string): Buffer | undefined => ((ends.get(key) ?? 0) > store.now ? kept.get(key) : undefined);
  const replays = {
    save: async (key: string, sealed: Buffer, life: number) => {
      if (store.fault !== undefined) throw store.fault;
      lives.push(life);
      kept.set(key, sealed);
      ends.set(key, store.now + life);
    },
    saveFirst: async (key: string, sealed: Buffer, life: number) => {
      const first = live(key);
      if (first === undefined) await replays.save(key, sealed, life);
      if (store.fault !== undefined) throw store.fault;
      return first ?? sealed;
    },
    find: async (key: string) => live(key),
  };
  const backend = {
    transact: async ([operation]: readonly (Record<string, unknown> & { kind: string })[]) => {
      if (operation?.kind === 'findRefreshToken') {
        return { committed: true, results: [found && { ...SUCCESSOR, ...found }] };
      }
      minted.push(operation ?? {});
      return given.refusesMint === true
        ? { committed: false, reason: 'lineage_revoked' }
        : { committed: true, results: [{ accessToken: 'minted', expiresAt: 3_600_000 }] };
    },
  };
  const window = createReplayAnswer({
    options: exampleOptions({ refreshRetryWindow: given.window ?? WINDOW }),
    backend,
    replays,
    logger: { warn: (fields: object) => void warned.push(fields) },
  } as unknown as Parameters<typeof createReplayAnswer>[0]);
  return { window, store, kept, lives, warned, minted };
}

describe('usecases: retry window of a refresh token (AS-150)', () => {
  it('returns the identical answer to the same client for the same token', async () => {
    const { window, lives } = replayAnswer();
    await window.save('spent', 'client', ANSWER, CALL);
    expect(lives).to.deep.equal([WINDOW]);
    expect(await window.find('spent', 'client', 0, WINDOW, CALL)).to.deep.equal(ANSWER);
    expect(await window.find('spent', 'other', 0, WINDOW, CALL)).to.equal(undefined);
  });

  it('keeps the answers and successors of different tokens apart', async () => {
    const { window } = replayAnswer();
    const other = { ...ANSWER, access_token: 'another' };
    await window.save('spent', 'client', ANSWER, CALL);
    await window.save('also spent', 'client', other, CALL);
    expect(await window.find('spent', 'client', 0, WINDOW, CALL)).to.deep.equal(ANSWER);
    expect(await window.find('also spent', 'client', 0, WINDOW, CALL)).to.deep.equal(other);
    const successor = await window.successor('third', 'client', ['read'], CALL);
    expect(await window.successor('fourth', 'client', ['read'], CALL)).to.not.equal(successor);
    expect(await window.successor('third', 'client', ['read'], CALL)).to.equal(successor);
  });

  it('ends with the window, and when the successor is used or revoked', async () => {
    const { window } = replayAnswer();
    await window.save('spent', 'client', ANSWER, CALL);
    expect(await window.find('spent', 'client', 0, WINDOW + 1, CALL)).to.equal(undefined);
    for (const found of [{ spentAt: 1 }, { lineageRevoked: true }, undefined]) {
      const ended = replayAnswer({ found });
      await ended.window.save('spent', 'client', ANSWER, CALL);
      expect(await ended.window.find('spent', 'client', 0, 0, CALL)).to.equal(undefined);
    }
  });

  it('stores and finds nothing when it is switched off', async () => {
    const { window, kept } = replayAnswer({ window: 0 });
    expect(await window.successor('spent', 'client', ['read'], CALL)).to.match(/^[\w-]{43}$/);
    await window.save('spent', 'client', ANSWER, CALL);
    expect(await window.find('spent', 'client', 0, 0, CALL)).to.equal(undefined);
    expect(kept.size).to.equal(0);
  });

  it('chooses one successor for all concurrent rotations of a token, and keeps it until the last of them ends', async () => {
    const { window, lives } = replayAnswer();
    const first = await window.successor('spent', 'client', ['read'], CALL);
    expect(await window.successor('spent', 'client', ['read'], CALL)).to.equal(first);
    expect(await window.successor('spent', 'client', ['read', 'write'], CALL)).to.not.equal(first);
    expect(new Set(lives)).to.deep.equal(new Set([WINDOW + 60_000]));
  });

  it('keeps the successor of an earlier attempt for as long as that of the first one (AS-153)', async () => {
    const { window, store } = replayAnswer();
    const successor = await window.successor('spent', 'client', ['read'], CALL);
    // The first attempt did not reach the host. The second one commits a minute later, and its answer is lost.
    store.now = WINDOW + 59_999;
    expect(await window.successor('spent', 'client', ['read'], CALL)).to.equal(successor);
    const spentAt = store.now;
    store.now += WINDOW;
    const completed = await window.find('spent', 'client', spentAt, store.now, CALL);
    expect(completed?.refresh_token).to.equal(successor);
  });

  it('keeps to the successor of an earlier attempt if the store fails after it has returned it', async () => {
    const { window, store, warned } = replayAnswer();
    const successor = await window.successor('spent', 'client', ['read'], CALL);
    const failing = window.successor('spent', 'client', ['read'], CALL);
    store.fault = STORE_AWAY;
    expect(await failing).to.equal(successor);
    expect(warned).to.have.length(1);
  });

  it('completes a rotation whose answer was lost: the same successor, with a new access token', async () => {
    const { window, minted } = replayAnswer();
    const successor = await window.successor('spent', 'client', ['read'], CALL);
    const completed = await window.find('spent', 'client', 0, 0, CALL);
    expect(completed).to.include({ access_token: 'minted', refresh_token: successor, scope: 'read', expires_in: 3600 });
    expect(minted).to.have.length(1);
    expect(minted[0]).to.deep.include({ kind: 'mintAccessToken', lineageId: 'lineage', expiresAt: 3_600_000, at: 0 });
    expect(await window.find('spent', 'client', 0, 0, CALL), 'the same once more').to.deep.equal(completed);
    expect(minted).to.have.length(1);
  });

  it('completes nothing if the lineage was revoked meanwhile, or the successor does not exist', async () => {
    for (const given of [{ refusesMint: true }, { found: undefined }]) {
      const { window, kept, warned } = replayAnswer(given);
      await window.successor('spent', 'client', ['read'], CALL);
      expect(await window.find('spent', 'client', 0, 0, CALL)).to.equal(undefined);
      expect(kept.size).to.equal(1);
      expect(warned).to.deep.equal([]);
    }
  });

  it('waits half a second for another process to save its answer', async () => {
    const { window } = replayAnswer();
    const waiting = window.find('spent', 'client', 0, 0, CALL);
    setTimeout(() => void window.save('spent', 'client', ANSWER, CALL), 100);
    expect(await waiting).to.deep.equal(ANSWER);
  });

  it('rejects a stored answer of another shape, and names the place but no secret', async () => {
    const { window, kept } = replayAnswer();
    const answer = { ...ANSWER, access_token: undefined };
    await window.save('spent', 'client', answer as unknown as TokenResponse, CALL);
    expect(kept.size).to.equal(1);
    const error = await window.find('spent', 'client', 0, 0, CALL).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error?.message).to.equal('an answer kept for the retry window: $input.access_token is not of type string');
  });

  it('never fails the request, and logs that nothing could be stored', async () => {
    const { window, store, warned } = replayAnswer();
    store.fault = STORE_AWAY;
    expect(await window.successor('spent', 'client', ['read'], CALL)).to.match(/^[\w-]{43}$/);
    await window.save('spent', 'client', ANSWER, CALL);
    expect(warned).to.deep.equal([
      { ...CALL, err: STORE_AWAY },
      { ...CALL, err: STORE_AWAY },
    ]);
  });
});
