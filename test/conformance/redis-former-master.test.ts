import { expect } from 'chai';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { newState } from './redis-under-test.js';
import { expectUnavailable } from './state-under-test.js';

const COMMAND_TIMEOUT_MS = 3_600_000;

/** A failover behind one address, with a former master that stays up and keeps its connections (docs/operations.md, Redis). */
describe('state in a Redis that became a replica', () => {
  let former: RedisServer;
  let next: RedisServer;
  let proxy: TcpProxy;
  let state: State;

  beforeEach(async () => {
    [former, next] = await Promise.all([startRedis(), startRedis()]);
    proxy = await startTcpProxy(former.port);
    state = newState(`redis://127.0.0.1:${proxy.port}`, COMMAND_TIMEOUT_MS);
    await eventually(() => state.ping());
  });
  afterEach(async () => {
    state.close();
    await proxy.close();
    await Promise.all([former.stop(), next.stop()]);
  });

  const save = (): Promise<void> => state.replays.save('a', Buffer.from('a'), 60_000);
  const hit = (): Promise<unknown> => state.throttle.hit([{ key: 'a', limit: 1000, windowMs: 60_000 }]);

  it('throws Unavailable, and recovers when that is over', async () => {
    await former.command('REPLICAOF', '127.0.0.1', '1');
    await eventually(() => expectUnavailable(save()));
    await former.command('REPLICAOF', 'NO', 'ONE');
    await eventually(save);
  });

  for (const [what, call] of [
    ['a command', save],
    ['a script', hit],
    ['/readyz alone, since no requests reach a daemon that is not ready', () => state.ping()],
  ] as const) {
    for (const stale of ['yes', 'no']) {
      it(`switches to the present master by ${what} (replica-serve-stale-data ${stale})`, async () => {
        await former.command('CONFIG', 'SET', 'replica-serve-stale-data', stale);
        await former.command('REPLICAOF', '127.0.0.1', '1');
        proxy.retarget(next.port);
        await eventually(call);
        expect(await next.command('CLIENT', 'LIST')).to.contain('name=gatehouse');
      });
    }
  }

  it('says in /readyz that it is a replica, also while it connects again', async () => {
    await former.command('REPLICAOF', '127.0.0.1', '1');
    await eventually(async () => {
      const failure: unknown = await state.ping().catch((error: unknown) => error);
      expect(String(failure)).to.contain('not connected (it is a read-only replica');
    });
  });
});
