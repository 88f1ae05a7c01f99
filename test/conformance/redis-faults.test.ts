import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Bucket } from '../../daemon/oauth/ports/state.js';
import { scripts } from '../../daemon/state/redis/keys.js';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { ROOT } from '../support/installed.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { newState, RecordingLogger } from './redis-under-test.js';
import { expectUnavailable } from './state-under-test.js';

/** Longer than any test may take: a call that waits for it instead of failing immediately fails the test. */
const NEVER_MS = 3_600_000;
const SHORT_MS = 3000;

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

  it('every method throws Unavailable immediately while it is down, and works again without a restart of the daemon', async () => {
    const state = await connected();
    await redis.kill();
    await eventually(() => expectUnavailable(state.ping()));
    for (const call of everyCall(state)) await expectUnavailable(call());
    await redis.restart();
    await eventually(() => state.ping());
    for (const call of everyCall(state)) await call();
  });

  it('throws Unavailable until Redis is up, if the daemon starts first', async () => {
    const port = await freePort();
    const state = unconnected(`redis://127.0.0.1:${port}`);
    await expectUnavailable(state.ping());
    const late = await startRedis([], port);
    await eventually(() => state.ping());
    await late.stop();
  });

  it('fails pending commands when the connection is lost, and does not resend them', async () => {
    const state = await connected(`redis://127.0.0.1:${proxy.port}`);
    redis.pause();
    const calls = everyCall(state).map((call) => expectUnavailable(call()));
    await eventually(() => expect(proxy.received()).to.not.equal(''));
    proxy.cut();
    await Promise.all(calls);
    proxy.received();
    redis.resume();
    await eventually(() => state.ping());
    expect(proxy.received())
      .to.contain('gatehouse-test:probe:')
      .and.to.not.match(/gatehouse-test:(?!probe:)/);
  });

  it('answers within the command timeout when Redis hangs, then immediately, and recovers when it resumes', async () => {
    const state = await connected(redis.url, SHORT_MS);
    redis.pause();
    await Promise.all(everyCall(state).map((call) => expectUnavailable(call())));
    for (const call of everyCall(state)) await expectUnavailable(call());
    redis.resume();
    await eventually(() => state.ping());
    for (const call of everyCall(state)) await call();
  });

  it('gives every command its own reply after others timed out (docs/security-shared-connections.md)', async () => {
    const state = await connected(redis.url, SHORT_MS);
    const keys = Array.from({ length: 50 }, (_, i) => `key-${i}`);
    for (const key of keys) await state.replays.save(key, Buffer.from(`value of ${key}`), 60_000);
    redis.pause();
    const lost = keys.map((key) => expectUnavailable(state.replays.find(key)));
    await Promise.all(lost);
    redis.resume();
    await eventually(() => state.ping());
    const found = await Promise.all(keys.map((key) => state.replays.find(key)));
    expect(found.map(String)).to.deep.equal(keys.map((key) => `value of ${key}`));
  });

  it('drops a connection with a reply that belongs to no command', async () => {
    const state = await connected(`redis://127.0.0.1:${proxy.port}`);
    const keys = Array.from({ length: 20 }, (_, i) => `key-${i}`);
    for (const key of keys) await state.replays.save(key, Buffer.from(`value of ${key}`), 60_000);
    await proxy.inject('$7\r\nforeign\r\n');
    await eventually(() => state.ping());
    const found = await Promise.all(keys.map((key) => state.replays.find(key)));
    expect(found.map(String)).to.deep.equal(keys.map((key) => `value of ${key}`));
  });

  it('loads its scripts again after SCRIPT FLUSH', async () => {
    const state = await connected();
    for (const call of everyCall(state)) await call();
    await redis.command('SCRIPT', 'FLUSH');
    for (const call of everyCall(state)) await call();
  });

  it('throws Unavailable if Redis rejects writes (out of memory)', async () => {
    const state = await connected();
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await expectUnavailable(state.throttle.hit([{ key: 'a', limit: 1, windowMs: 1000 }]));
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await state.throttle.hit([{ key: 'a', limit: 1, windowMs: 1000 }]);
  });

  it('throws other errors for permanent failures: a key of another type, a script that fails', async () => {
    const state = await connected();
    await redis.command('RPUSH', 'gatehouse-test:replay:{a list}', 'x');
    const create = everyCall(state)[0]!;
    await create();
    await redis.command('SET', 'gatehouse-test:pending-room:{room}:size', 'no hash');
    for (const call of [() => state.replays.find('a list'), create]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(error).to.be.an('error').and.to.have.property('name', 'Error');
      expect(String(error)).to.match(/Redis, (?:GET|hold-room-4): .*WRONGTYPE/);
    }
    await redis.command('DEL', 'gatehouse-test:pending-room:{room}:size');
    await create();
    await redis.command('ZADD', 'gatehouse-test:pending-room:{room}:deadlines', '1', 'no entry of ours');
    const error: unknown = await create().catch((reason: unknown) => reason);
    expect(error).to.be.an('error').and.to.have.property('name', 'Error');
    expect(String(error)).to.contain('user_script');
  });

  it('works with the right password, and throws Unavailable with a wrong one', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'p@ss:word/');
    await connected(`redis://:p%40ss%3Aword%2F@127.0.0.1:${redis.port}`);
    const logger = new RecordingLogger();
    const refused = unconnected(`redis://:wrong-secret@127.0.0.1:${redis.port}`, NEVER_MS, logger);
    await eventually(() => expect(logger.lines).to.not.equal(''));
    await expectUnavailable(refused.ping());
    expect(logger.lines).to.contain('WRONGPASS').and.to.not.contain('wrong-secret');
    await redis.commandAfter(['AUTH', 'p@ss:word/'], 'CONFIG', 'SET', 'requirepass', '');
  });

  it('signs in as the user in the URL (ACL)', async () => {
    const rules = ['on', '>secret', '~*', '&*', '+@all'];
    await redis.command('ACL', 'SETUSER', 'notes', ...rules);
    await connected(`redis://notes:secret@127.0.0.1:${redis.port}`);
    expect(await redis.command('CLIENT', 'LIST')).to.match(/name=gatehouse .*user=notes/);
  });

  it('uses the database in the URL', async () => {
    const state = await connected(`${redis.url}/3`);
    await state.replays.save('hash', Buffer.from('sealed'), 60_000);
    expect(await redis.commandAfter(['SELECT', '3'], 'EXISTS', 'gatehouse-test:replay:{hash}')).to.equal('1');
  });

  it('says in its errors which call failed, and nothing about the values to be stored', async () => {
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
    await severalAttempts(redis.port);
    await redis.restart();
    await eventually(() => state.ping());
    expect(logger.levels).to.deep.equal(['info', 'warn', 'info']);
    expect(logger.lines).to.match(/^info connected to Redis \{.*\nwarn [^]*\ninfo reconnected to Redis \{/);
  });

  it('needs no more rights than docs/operations.md gives its user (docs/operations.md, Redis)', async () => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const rights = (/^ACL (SETUSER gatehouse .*)$/m.exec(page)?.[1] ?? '').replace('>PASSWORD', '>pw');
    await redis.command('ACL', ...rights.replace('~gatehouse:*', '~gatehouse-test:*').split(' '));
    const state = await connected(redis.url.replace('//', '//gatehouse:pw@'));
    for (const call of everyCall(state)) await call();
    expect(await redis.command('ACL', 'LOG'), 'what Redis refused').to.equal('');
  });

  it('throws Unavailable after close, even if it was never connected', async () => {
    const state = await connected();
    state.close();
    for (const call of everyCall(state)) await expectUnavailable(call());
    const never = unconnected('redis://127.0.0.1:1');
    never.close();
    await expectUnavailable(never.ping());
    expect(String(await never.ping().catch((error: unknown) => error))).to.contain('Redis, PING: not connected');
  });

  it('stays disconnected after close', async () => {
    const state = await connected();
    const clients = (): Promise<string> => redis.command('CLIENT', 'LIST');
    expect(await clients()).to.contain('name=gatehouse');
    state.close();
    await eventually(async () => expect(await clients()).to.not.contain('name=gatehouse'));
    // A client's first attempt to reconnect comes long before the fifth of another.
    const port = await freePort();
    unconnected(`redis://127.0.0.1:${port}`);
    await severalAttempts(port);
    expect(await clients()).to.not.contain('name=gatehouse');
  });

  it('does not extend a window in its last millisecond, in which PTTL returns 0 (throttle-hit-1.lua)', async () => {
    const pttlIs0 = `local real = redis
      local redis = { call = function(name, ...) return name == 'PTTL' and 0 or real.call(name, ...) end }`;
    const lua = `${pttlIs0}\n${scripts.throttleHit.lua}`;
    expect(await redis.command('EVAL', lua, '1', 'bucket', '5', '60000')).to.equal('1\n0');
  });

  it('undoes the count of an event if another bucket fails', async () => {
    const state = await connected();
    const [own, broken] = ['own', 'broken'].map((key) => ({ key, limit: 2, windowMs: 60_000 })) as [Bucket, Bucket];
    // A list in place of a number: the script fails on this bucket only.
    const hash = createHash('sha256').update('broken').digest('base64url');
    await redis.command('RPUSH', `gatehouse-test:throttle:{${hash}}`, 'x');
    for (let n = 0; n < 5; n++) {
      expect(await state.throttle.hit([own, broken]).catch((error: unknown) => error)).to.be.an('error');
    }
    for (let n = 0; n < 2; n++) expect(await state.throttle.hit([own])).to.deep.equal({ allowed: true });
    expect(await state.throttle.hit([own])).to.include({ allowed: false });
  });

  it('still reports a denial, and logs an error, if its counts cannot be undone (state/redis/throttle.ts)', async () => {
    const logger = new RecordingLogger();
    const state = await connected(redis.url, NEVER_MS, logger);
    const [own, full] = ['own', 'full'].map((key) => ({ key, limit: 1, windowMs: 60_000 })) as [Bucket, Bucket];
    await state.throttle.hit([full]);
    await redis.command('ACL', 'SETUSER', 'default', '-decr');
    expect(await state.throttle.hit([own, full])).to.include({ allowed: false });
    expect(logger.levels).to.deep.equal(['info', 'warn']);
    expect(logger.lines).to.contain('it counts until its window ends').and.to.contain('throttle-give-back-1');
    const pair = { ...own, key: 'pair' };
    expect(await state.signInThrottle.attempt({ pair, login: full, address: pair })).to.include({ allowed: false });
    expect(logger.levels).to.deep.equal(['info', 'warn', 'warn']);
  });

  it('reports why a bucket failed, even if the counts cannot be undone either', async () => {
    const logger = new RecordingLogger();
    const state = await connected(redis.url, NEVER_MS, logger);
    const buckets = ['own', 'broken'].map((key) => ({ key, limit: 2, windowMs: 60_000 }));
    const hash = createHash('sha256').update('broken').digest('base64url');
    await redis.command('RPUSH', `gatehouse-test:throttle:{${hash}}`, 'x');
    await redis.command('ACL', 'SETUSER', 'default', '-decr');
    const error: unknown = await state.throttle.hit(buckets).catch((reason: unknown) => reason);
    expect(String(error)).to.contain('throttle-hit-1').and.to.contain('WRONGTYPE');
    expect(logger.levels).to.deep.equal(['info', 'warn']);
  });

  it('accepts a request whose room cannot be released, and logs that (pending-requests.ts)', async () => {
    const logger = new RecordingLogger();
    const state = await connected(redis.url, NEVER_MS, logger);
    const [create, , take] = everyCall(state);
    await create!();
    await redis.command('ACL', 'SETUSER', 'default', '-zrangebyscore');
    expect(await take!()).to.have.property('userId', 'ada');
    await eventually(() => expect(logger.lines).to.contain('stays reserved until the request would have expired'));
    expect(logger.levels).to.deep.equal(['info', 'warn']);
    expect(logger.lines).to.contain('hold-room-4').and.to.not.contain('ada');
  });

  it('holds no place after a registration that was recorded only in part (oauth/ports/state.ts)', async () => {
    const state = await connected();
    const hold = (clientId: string) => state.unconsentedClients.hold('192.0.2.1', clientId, 2, 60_000);
    for (const command of ['set', 'zadd', 'zcard', 'pexpire']) {
      await redis.command('ACL', 'SETUSER', 'default', `-${command}`);
      const clients = [`${command}-0`, `${command}-1`];
      for (const client of clients) {
        expect(await hold(client).catch((error: unknown) => error), command).to.be.an('error');
      }
      await redis.command('ACL', 'SETUSER', 'default', `+${command}`);
      // The action of a caller that does not know whether the place was taken.
      for (const client of clients) await state.unconsentedClients.release(client);
    }
    for (let n = 0; n < 2; n++) expect(await hold(`sound-${n}`)).to.deep.equal({ allowed: true });
    expect(await hold('one too many')).to.include({ allowed: false });
  });

  it('queries the first bucket alone and all others in parallel: two round trips for a hit, one for a peek', async () => {
    const state = await connected(`redis://127.0.0.1:${proxy.port}`);
    const buckets = ['a', 'b', 'c'].map((key) => ({ key, limit: 5, windowMs: 60_000 }));
    for (const [ask, sentAtOnce] of [
      [() => state.throttle.hit(buckets), 1],
      [() => state.throttle.peek(buckets), buckets.length],
    ] as const) {
      await ask();
      proxy.received();
      redis.pause();
      const verdict = ask();
      let received = '';
      await eventually(() => {
        received += proxy.received();
        expect(received.toUpperCase().split('EVALSHA')).to.have.length(1 + sentAtOnce);
      });
      redis.resume();
      expect(await verdict).to.deep.equal({ allowed: true });
      received += proxy.received();
      expect(received.toUpperCase().split('EVALSHA')).to.have.length(1 + buckets.length);
    }
  });
});

/** Waits until several attempts to connect to this port have failed. It listens there in the meantime to count them. */
async function severalAttempts(port: number): Promise<void> {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.on('error', () => undefined).destroy();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  try {
    await eventually(() => expect(attempts).to.be.at.least(5));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function everyCall(state: State): (() => Promise<unknown>)[] {
  const { pendingRequests, replays, throttle, unconsentedClients, signInThrottle } = state;
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
    network: '',
    clientUnconsented: false,
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
    () => unconsentedClients.hold('192.0.2.1', 'client', 1000, 60_000),
    () => unconsentedClients.release('client'),
    () => signInThrottle.attempt(attempt),
    () => state.ping(),
  ];
}
