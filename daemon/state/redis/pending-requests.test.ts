import { expect } from 'chai';
import { hashedKey } from '../../core/crypto.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import { roomEntry } from '../state.js';
import { createKeys, scripts } from './keys.js';
import { createRedisPendingRequests } from './pending-requests.js';
import { recordedRedis } from './testing/recorded-redis.js';

const PENDING: PendingRequest = {
  clientId: 'c',
  clientName: 'Client',
  clientRegisteredAt: 1,
  clientSelfRegistered: true,
  redirectUri: 'https://client.example/callback',
  codeChallenge: 'c'.repeat(43),
  scopes: [],
  resource: 'r',
  expiresAt: 9000,
  network: '192.0.2.0/24',
  clientUnconsented: false,
  csrfSecret: 's',
};
const JSON_TEXT = JSON.stringify(PENDING);
const OWNER = hashedKey('ada');
const KEYS = createKeys('p:');
const { expiresAt, client, network, bytes } = roomEntry('x', PENDING, JSON_TEXT);
const ENTRY = [expiresAt, 'x', client, network, bytes].join(' ');

describe('redis: pending requests', () => {
  function withAnswers(answers: Record<string, unknown> = {}) {
    const log: unknown[][] = [];
    const noted = (...line: unknown[]): void => void log.push(line);
    const logger = { debug: noted, info: noted, warn: noted, error: noted };
    const { calls, redis } = recordedRedis((command) =>
      command in answers ? answers[command] : command === scripts.holdRoom.name ? [] : undefined,
    );
    return { calls, log, requests: createRedisPendingRequests(redis, KEYS, 5000, logger) };
  }
  const held = (life: number): unknown[] => [scripts.holdRoom.name, KEYS.pendingRoom, ENTRY, life, 5000];
  const KEY = KEYS.pendingRequest('x');

  it('are stored once they have room, for whole milliseconds', async () => {
    const { calls, requests } = withAnswers();
    await requests.create('x', PENDING, 1.9);
    expect(calls).to.deep.equal([held(1), ['delete', []], [scripts.createPendingRequest.name, KEY, JSON_TEXT, 1]]);
  });

  it('are put back for the user who took them, for whole milliseconds', async () => {
    const { calls, requests } = withAnswers();
    expect(await requests.restore('x', { pending: PENDING, userId: 'ada', remainingMs: 1.9 })).to.equal(true);
    expect(calls).to.deep.equal([
      held(1),
      ['delete', []],
      [scripts.restorePendingRequest.name, KEY, JSON_TEXT, OWNER, 1],
    ]);
  });

  it('are not stored without a life', async () => {
    const { calls, requests } = withAnswers();
    await requests.create('x', PENDING, 0.9);
    expect(await requests.restore('x', { pending: PENDING, userId: 'ada', remainingMs: 0.9 })).to.equal(false);
    expect(calls).to.deep.equal([]);
  });

  it('make others go, or go themselves if there is not enough room', async () => {
    const crowded = withAnswers({ [scripts.holdRoom.name]: ['y'] });
    await crowded.requests.create('x', PENDING, 5);
    expect(crowded.calls.slice(1)).to.deep.equal([
      ['delete', [KEYS.pendingRequest('y')]],
      [scripts.createPendingRequest.name, KEY, JSON_TEXT, 5],
    ]);
    const tooLarge = withAnswers({ [scripts.holdRoom.name]: ['x'] });
    await tooLarge.requests.create('x', PENDING, 5);
    const taken = { pending: PENDING, userId: 'ada', remainingMs: 5 };
    expect(await tooLarge.requests.restore('x', taken)).to.equal(false);
    expect(tooLarge.calls).to.deep.equal([held(5), ['delete', [KEY]], held(5), ['delete', [KEY]]]);
  });

  it('are viewed and taken by their owner, and release their room', async () => {
    const { calls, requests } = withAnswers({
      [scripts.viewPendingRequest.name]: JSON_TEXT,
      [scripts.takePendingRequest.name]: [JSON_TEXT, 700],
    });
    expect(await requests.view('x', 'ada')).to.deep.equal(PENDING);
    expect(await requests.take('x', 'ada')).to.deep.equal({ pending: PENDING, userId: 'ada', remainingMs: 700 });
    expect(calls.slice(0, 3)).to.deep.equal([
      [scripts.viewPendingRequest.name, KEY, OWNER],
      [scripts.takePendingRequest.name, KEY, OWNER],
      held(0),
    ]);
  });

  it('are taken although their room is not released, and the log says so', async () => {
    const err = new Error('gone');
    const { log, requests } = withAnswers({
      [scripts.takePendingRequest.name]: [JSON_TEXT, 700],
      [scripts.holdRoom.name]: err,
    });
    expect(await requests.take('x', 'ada')).to.have.property('remainingMs', 700);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).to.deep.equal([
      [
        { err },
        'failed to release the room of a pending request: it stays reserved until the request would have expired',
      ],
    ]);
  });

  it('do not exist if they are unknown, or of another shape, which the log says', async () => {
    const none = withAnswers({ [scripts.viewPendingRequest.name]: null, [scripts.takePendingRequest.name]: null });
    expect([await none.requests.view('x', 'ada'), await none.requests.take('x', 'ada')]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(none.log).to.deep.equal([]);
    const other = withAnswers({
      [scripts.viewPendingRequest.name]: '{}',
      [scripts.takePendingRequest.name]: ['{}', 700],
    });
    expect([await other.requests.view('x', 'ada'), await other.requests.take('x', 'ada')]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(other.log.map(([fields]) => (fields as { idHash: unknown }).idHash)).to.deep.equal(['x', 'x']);
    expect(other.calls).to.have.length(2);
  });
});
