import { expect } from 'chai';
import { inspect } from 'node:util';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { newState, RecordingLogger } from './redis-under-test.js';
import { expectUnavailable } from './state-under-test.js';

/** Longer than any test may take: what depends on it instead of failing at once fails the test. */
const NEVER_MS = 600_000;
const SHORT_MS = 1500;

describe('state in Redis, when Redis fails', () => {
  let redis: RedisServer;
  let proxy: TcpProxy;
  const open: State[] = [];

  beforeEach(async () => {
    redis = await startRedis();
    proxy = await startTcpProxy(redis.port);
  });
  afterEach(async () => {
    for (const state of open.splice(0)) state.close();
    await proxy.close();
    redis.resume();
    await redis.stop();
  });

  async function connected(
    url = redis.url,
    commandTimeoutMs = NEVER_MS,
    logger = new RecordingLogger(),
  ): Promise<State> {
    const state = unconnected(url, commandTimeoutMs, logger);
    await eventually(() => state.ping());
    return state;
  }

  function unconnected(url: string, commandTimeoutMs = NEVER_MS, logger = new RecordingLogger()): State {
    const state = newState(url, commandTimeoutMs, logger);
    open.push(state);
    return state;
  }

  it('every method throws Unavailable at once while it is gone, and works again without a restart of the daemon', async () => {
    const state = await connected();
    await redis.kill();
    await eventually(() => expectUnavailable(state.ping()));
    for (const call of everyCall(state)) await expectUnavailable(call());
    await redis.restart();
    await eventually(() => state.ping());
    for (const call of everyCall(state)) await call();
  });

  it('throws Unavailable until Redis is there, when the daemon starts first', async () => {
    const port = await freePort();
    const state = unconnected(`redis://127.0.0.1:${port}`);
    await expectUnavailable(state.ping());
    const late = await startRedis([], port);
    await eventually(() => state.ping());
    await late.stop();
  });

  it('fails what is under way in the moment in which the connection is lost, and does not send it again', async () => {
    const state = await connected(`redis://127.0.0.1:${proxy.port}`);
    redis.pause();
    const calls = everyCall(state).map((call) => expectUnavailable(call()));
    await eventually(() => expect(proxy.received()).to.not.equal(''));
    proxy.cut();
    await Promise.all(calls);
    proxy.received();
    redis.resume();
    await eventually(() => state.ping());
    expect(proxy.received().toUpperCase()).to.not.contain('EVAL');
  });

  it('answers within the command timeout when Redis hangs, then at once, and recovers when it goes on', async () => {
    const state = await connected(redis.url, SHORT_MS);
    redis.pause();
    await Promise.all(everyCall(state).map((call) => expectUnavailable(call())));
    for (const call of everyCall(state)) await expectUnavailable(call());
    redis.resume();
    await eventually(() => state.ping());
    for (const call of everyCall(state)) await call();
  });

  it('loads its scripts again after SCRIPT FLUSH', async () => {
    const state = await connected();
    for (const call of everyCall(state)) await call();
    await redis.command('SCRIPT', 'FLUSH');
    for (const call of everyCall(state)) await call();
  });

  it('throws Unavailable when Redis refuses to write (out of memory)', async () => {
    const state = await connected();
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await expectUnavailable(state.throttle.hit([{ key: 'a', limit: 1, windowMs: 1000 }]));
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await state.throttle.hit([{ key: 'a', limit: 1, windowMs: 1000 }]);
  });

  it('throws Unavailable on a server that became a replica, and finds its way when that is over', async () => {
    const state = await connected();
    await redis.command('REPLICAOF', '127.0.0.1', '1');
    await eventually(() => expectUnavailable(state.replays.save('a', Buffer.from('a'), 60_000)));
    await redis.command('REPLICAOF', 'NO', 'ONE');
    await eventually(() => state.replays.save('a', Buffer.from('a'), 60_000));
  });

  it('does its work with the right password, and throws Unavailable with a wrong one', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'p@ss:word/');
    await connected(`redis://:p%40ss%3Aword%2F@127.0.0.1:${redis.port}`);
    const logger = new RecordingLogger();
    const refused = unconnected(`redis://:wrong-secret@127.0.0.1:${redis.port}`, NEVER_MS, logger);
    await eventually(() => expect(logger.lines).to.not.equal(''));
    await expectUnavailable(refused.ping());
    expect(logger.lines).to.contain('WRONGPASS').and.to.not.contain('wrong-secret');
    await redis.command('-a', 'p@ss:word/', 'CONFIG', 'SET', 'requirepass', '');
  });

  it('works in the database that the URL names', async () => {
    const state = await connected(`${redis.url}/3`);
    await state.replays.save('hash', Buffer.from('sealed'), 60_000);
    expect(await redis.command('-n', '3', 'EXISTS', 'gatehouse-test:replay:{hash}')).to.equal('1');
  });

  it('tells in its errors what failed, and nothing of what was to be stored', async () => {
    const state = await connected();
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    const error: unknown = await state.replays
      .save('the-hash', Buffer.from('the-value'), 1000)
      .catch((e: unknown) => e);
    const text = inspect(error, { depth: Infinity, showHidden: true });
    expect(text)
      .to.contain('SET')
      .and.to.contain('OOM')
      .and.to.not.match(/the-hash|the-value/);
  });

  it('logs one line when it loses Redis and one when it is back, not one per attempt', async () => {
    const logger = new RecordingLogger();
    const state = await connected(redis.url, NEVER_MS, logger);
    await redis.kill();
    await eventually(() => expectUnavailable(state.ping()));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await redis.restart();
    await eventually(() => state.ping());
    expect(logger.levels).to.deep.equal(['info', 'warn', 'info']);
  });

  it('throws Unavailable after close, also when it never was connected', async () => {
    const state = await connected();
    state.close();
    for (const call of everyCall(state)) await expectUnavailable(call());
    const never = unconnected('redis://127.0.0.1:1');
    never.close();
    await expectUnavailable(never.ping());
  });

  it('sends the commands for several buckets before the first answer: one round trip', async () => {
    const state = await connected(`redis://127.0.0.1:${proxy.port}`);
    const buckets = ['a', 'b', 'c'].map((key) => ({ key, limit: 5, windowMs: 60_000 }));
    for (const ask of [() => state.throttle.hit(buckets), () => state.throttle.peek(buckets)]) {
      await ask();
      proxy.received();
      redis.pause();
      const verdict = ask();
      let received = '';
      await eventually(() => {
        received += proxy.received();
        expect(received.toUpperCase().split('EVALSHA')).to.have.length(1 + buckets.length);
      });
      redis.resume();
      expect(await verdict).to.deep.equal({ allowed: true });
    }
  });
});

function everyCall(state: State): (() => Promise<unknown>)[] {
  const { pendingRequests, replays, throttle, signInThrottle } = state;
  const pending = {
    clientId: 'client',
    clientName: '',
    clientRegisteredAt: 0,
    clientSelfRegistered: true,
    redirectUri: '',
    codeChallenge: '',
    scopes: [],
    resource: '',
    expiresAt: 0,
    csrfSecret: '',
  };
  const bucket = { key: 'bucket', limit: 1000, windowMs: 60_000 };
  const attempt = { pair: bucket, login: bucket, address: bucket };
  return [
    () => pendingRequests.create('id', pending, 60_000),
    () => pendingRequests.view('id', 'ada'),
    () => pendingRequests.take('id', 'ada'),
    () => pendingRequests.restore('id', { pending, userId: 'ada', remainingMs: 60_000 }),
    () => replays.save('hash', Buffer.from('sealed'), 60_000),
    () => replays.find('hash'),
    () => throttle.hit([bucket]),
    () => throttle.peek([bucket]),
    () => signInThrottle.attempt(attempt),
    () => state.ping(),
  ];
}
