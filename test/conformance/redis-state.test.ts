import { startRedis, type RedisServer } from '../support/redis.js';
import { startRedisCluster, type RedisCluster } from '../support/redis-cluster.js';
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
