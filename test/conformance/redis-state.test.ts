import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { PendingRequest } from '../../daemon/oauth/model/pending-request.js';
import { eventually } from '../support/eventually.js';
import { startRedis, type RedisServer, startRedisCluster, type RedisCluster } from '../support/redis.js';
import { pendingRoomConformance } from './pending-room.js';
import {
  connectedStates,
  expectEveryKeyToExpire,
  newState,
  RecordingLogger,
  statesWithSmallRoom,
} from './redis-under-test.js';
import type { StateUnderTest } from './state-under-test.js';
import { stateConformance } from './state.js';

const PENDING: PendingRequest = {
  clientId: 'client',
  clientName: 'Example',
  clientRegisteredAt: 0,
  clientSelfRegistered: true,
  redirectUri: 'https://client.example/callback',
  codeChallenge: 'challenge',
  scopes: ['read'],
  resource: 'https://app.example/mcp',
  expiresAt: 4_000_000_000_000,
  network: '192.0.2.1',
  clientUnconsented: false,
  csrfSecret: 'the secret of the page',
};

describe('state in Redis', () => {
  let redis: RedisServer;
  const elapse = (ms: number): Promise<void> => redis.elapse(ms);
  let store: StateUnderTest;

  before(async () => {
    redis = await startRedis();
    store = { daemons: await connectedStates(2, redis.url), elapse };
  });
  afterEach('every key has a time to live', () => expectEveryKeyToExpire([redis]));
  after(async () => {
    for (const daemon of store.daemons) daemon.close();
    await redis.stop();
  });

  stateConformance(() => store);
  pendingRoomConformance(async () => ({ daemons: await statesWithSmallRoom(2, redis.url), elapse }));

  it('has no pending request that another version stored in another shape, and says what is wrong with it', async () => {
    const logger = new RecordingLogger();
    const state = newState(redis.url, 10_000, logger);
    await eventually(() => state.ping());
    const stored = { ...PENDING, scopes: undefined };
    for (const [idHash, read] of [
      ['viewed', () => state.pendingRequests.view('viewed', 'ada')],
      ['taken', () => state.pendingRequests.take('taken', 'ada')],
    ] as const) {
      await state.pendingRequests.create(idHash, stored as unknown as PendingRequest, 60_000);
      expect(await read()).to.equal(undefined);
      expect(logger.lines).to.contain(`idHash: '${idHash}'`);
    }
    expect(logger.lines).to.contain('a pending request in Redis: $input.scopes is not of type');
    expect(logger.lines).to.not.contain(PENDING.csrfSecret);
    state.close();
  });

  it('keeps the network of a client for as long as the client has a place, and no longer (keys.ts)', async () => {
    const [first, second] = ['registered first', 'registered second'];
    const isKept = async (clientId: string): Promise<boolean> => {
      const hash = createHash('sha256').update(clientId).digest('base64url');
      return (await redis.command('EXISTS', `gatehouse-test:registrant:{${hash}}`)) === '1';
    };
    const { unconsentedClients: clients } = store.daemons[0]!;
    await clients.hold('one network', first, 1, 60_000);
    await clients.hold('one network', second, 1, 60_000);
    expect([await isKept(first), await isKept(second)]).to.deep.equal([true, false]);
    await clients.release(first);
    expect(await isKept(first)).to.equal(false);
  });
});

describe('state in a Redis Cluster', () => {
  let cluster: RedisCluster;
  const elapse = (ms: number): Promise<void> => cluster.elapse(ms);
  let store: StateUnderTest;

  before(async () => {
    cluster = await startRedisCluster();
    store = { daemons: await connectedStates(2, cluster.url), elapse };
  });
  afterEach('every key has a time to live', () => expectEveryKeyToExpire(cluster.nodes));
  after(async () => {
    for (const daemon of store.daemons) daemon.close();
    await cluster.stop();
  });

  stateConformance(() => store);
  pendingRoomConformance(async () => ({ daemons: await statesWithSmallRoom(2, cluster.url), elapse }));
});
