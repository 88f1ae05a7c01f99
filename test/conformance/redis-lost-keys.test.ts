import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { State } from '../../daemon/state/state.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { pendingRequest, ROOM_BYTES } from './pending-room.js';
import { connectedStates, statesWithSmallRoom } from './redis-under-test.js';

const TTL_MS = 600_000;
const FLOOD = 200;
/** How many requests of this suite fit into the room. */
const FIT = { least: 25, most: 60 };

/** Redis may lose single keys, by eviction or by hand (docs/decisions/short-lived-state.md, Room for pending requests). */
describe('state in a Redis that lost a part of it', () => {
  let redis: RedisServer;
  let state: State;
  let prefix: string;
  let made = 0;

  beforeEach(async () => {
    // A script that does not end holds up the whole server: the test must learn that.
    redis = await startRedis(['--busy-reply-threshold', '1000']);
    [state] = (await statesWithSmallRoom(1, redis.url)) as [State];
    await pend('first', 'client', 'network');
    prefix = (await redis.command('KEYS', '*:size')).replace(/size$/, '');
  });
  afterEach(async () => {
    state.close();
    await redis.kill();
  });

  async function pend(id: string, clientId: string, network: string): Promise<void> {
    await state.pendingRequests.create(id, pendingRequest({ clientId, network, expiresAt: made++ }), TTL_MS);
  }

  async function flood(name: string): Promise<void> {
    for (let n = 0; n < FLOOD; n++) await pend(`${name}-${n}`, 'client', `${name} ${n}`);
  }

  async function stored(name: string): Promise<number> {
    const keys = await redis.command('KEYS', `*pending:{${name}-*`);
    return keys === '' ? 0 : keys.split('\n').length;
  }

  for (const name of ['groups', 'members', 'deadlines', 'size']) {
    it(`keeps the limit of later pending requests if the room's ${name} are gone, and does not hold up Redis`, async () => {
      await flood('before');
      await redis.command('DEL', `${prefix}${name}`);
      await flood('later');
      expect(await stored('later')).to.be.within(FIT.least, FIT.most);
      await flood('last');
      expect(await stored('last')).to.be.within(FIT.least, FIT.most);
      expect(await stored('later')).to.equal(0);
      const bytes = Number(await redis.command('HGET', `${prefix}size`, 'bytes'));
      expect(bytes).to.be.within(ROOM_BYTES / 2, ROOM_BYTES);
    });
  }

  it('does not hold up Redis over requests in the room without their deadlines (hold-room-4.lua)', async () => {
    await flood('before');
    await redis.command('ZREMRANGEBYRANK', `${prefix}deadlines`, '0', '20');
    await flood('later');
    expect(await stored('before')).to.equal(0);
    expect(await stored('later')).to.be.within(FIT.least, FIT.most);
  });

  it('keeps no bucket full forever over a counter that lost its expiry (throttle-peek-1.lua)', async () => {
    const [daemon] = (await connectedStates(1, redis.url)) as [State];
    const bucket = { key: 'bucket', limit: 1, windowMs: 60_000 };
    const hash = createHash('sha256').update(bucket.key).digest('base64url');
    await daemon.throttle.hit([bucket]);
    await redis.command('PERSIST', `gatehouse-test:throttle:{${hash}}`);
    expect(await daemon.throttle.peek([bucket])).to.deep.equal({ allowed: true });
    expect(await daemon.throttle.hit([bucket])).to.include({ allowed: false });
    expect(await daemon.throttle.peek([bucket])).to.include({ allowed: false });
    daemon.close();
  });
});
