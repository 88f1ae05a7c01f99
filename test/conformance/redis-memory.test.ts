import { expect } from 'chai';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { newState, RecordingLogger } from './redis-under-test.js';

const COMMAND_TIMEOUT_MS = 3_600_000;

describe('memory of a real Redis', () => {
  let redis: RedisServer;
  const open: State[] = [];

  beforeEach(async () => void (redis = await startRedis()));
  afterEach(async () => {
    for (const state of open.splice(0)) state.close();
    await redis.stop();
  });

  function connect(logger = new RecordingLogger()): State {
    const state = newState(redis.url, COMMAND_TIMEOUT_MS, logger);
    open.push(state);
    return state;
  }

  async function connected(logger?: RecordingLogger): Promise<State> {
    const state = connect(logger);
    await eventually(() => state.ping());
    return state;
  }

  it('reports a Redis that forgets, or that is full, until that is over (docs/operations.md, Redis)', async () => {
    const logger = new RecordingLogger();
    const state = await connected(logger);
    expect(state.warnings()).to.deep.equal([]);
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.command('CONFIG', 'SET', 'maxmemory', '100mb');
    for (let times = 0; times < 2; times += 1) await state.ping();
    expect(state.warnings()).to.have.lengthOf(1);
    expect(state.warnings().join()).to.contain('allkeys-lru');
    expect(logger.levels.filter((level) => level === 'warn')).to.have.lengthOf(1);
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await state.ping();
    expect(state.warnings().join()).to.contain('rejects writes');
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await state.ping();
    expect(state.warnings()).to.deep.equal([]);
  });

  it('reports one that rejects writes for another reason, until that is over (docs/operations.md, Redis)', async () => {
    const logger = new RecordingLogger();
    const state = await connected(logger);
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
    for (let times = 0; times < 2; times += 1) await state.ping();
    expect(state.warnings().join()).to.contain('Redis rejects writes: NOREPLICAS');
    expect(logger.levels.filter((level) => level === 'warn')).to.have.lengthOf(1);
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0');
    await state.ping();
    expect(state.warnings()).to.deep.equal([]);
    for (const [right, refusal] of [
      ['set', /NOPERM/],
      ['evalsha', /NOPERM.*'evalsha'/],
      // Of a command in a script.
      ['time', /NOPERM|The user executing the script can't run this command/],
    ] as const) {
      await redis.command('ACL', 'SETUSER', 'default', `-${right}`);
      await state.ping();
      expect(state.warnings().join(), right)
        .to.match(/Redis rejects writes: /)
        .and.to.match(refusal);
      await redis.command('ACL', 'SETUSER', 'default', `+${right}`);
    }
    await state.ping();
    expect(state.warnings()).to.deep.equal([]);
  });

  it('reports it as soon as it connects, and serves users of Redis who may not ask (docs/operations.md, Redis)', async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    await redis.command('CONFIG', 'SET', 'maxmemory', '100mb');
    const logger = new RecordingLogger();
    connect(logger);
    await eventually(() => expect(logger.lines).to.contain('volatile-lru'));
    await redis.command('ACL', 'SETUSER', 'default', '-info');
    const state = await connected();
    expect(state.warnings()).to.deep.equal([]);
    expect(await state.throttle.hit([{ key: 'a', limit: 1, windowMs: 1000 }])).to.deep.equal({ allowed: true });
  });
});
