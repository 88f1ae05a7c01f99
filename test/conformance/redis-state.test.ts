import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { startRedis, type RedisServer, startRedisCluster, type RedisCluster } from '../support/redis.js';
import { pendingRoomConformance } from './pending-room.js';
import { connectedStates, expectEveryKeyToExpire, statesWithSmallRoom } from './redis-under-test.js';
import type { StateUnderTest } from './state-under-test.js';
import { stateConformance } from './state.js';

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

  it("keeps a client's network only as long as the client has a place (keys.ts)", async () => {
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
