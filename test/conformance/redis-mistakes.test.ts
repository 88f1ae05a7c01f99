import { expect } from 'chai';
import { inspect } from 'node:util';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { newState, RecordingLogger } from './redis-under-test.js';

const COMMAND_TIMEOUT_MS = 3_600_000;

/** /readyz has to say what an operator did wrong (docs/operations.md, When a part is down). */
describe('a redis.url that leads to a Redis which cannot be used', () => {
  const servers: RedisServer[] = [];
  const open: State[] = [];
  afterEach(async () => {
    for (const state of open.splice(0)) state.close();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  async function start(settings: readonly string[] = []): Promise<RedisServer> {
    const server = await startRedis(settings);
    servers.push(server);
    return server;
  }

  function connect(url: string, logger = new RecordingLogger()): State {
    const state = newState(url, COMMAND_TIMEOUT_MS, logger);
    open.push(state);
    return state;
  }

  async function expectProblem(state: State, problem: RegExp): Promise<void> {
    await eventually(async () => {
      const failure = await state.ping().then(
        () => 'it is ready',
        (error: unknown) => String(error),
      );
      expect(failure).to.match(problem);
    });
  }

  for (const [kind, settings] of [
    ['redis', []],
    ['redis+cluster', ['--cluster-enabled', 'yes']],
  ] as const) {
    it(`reports a wrong password in a URL of ${kind}, without the password (AS-173)`, async () => {
      const { url, command } = await start(settings);
      await command('ACL', 'SETUSER', 'gatehouse', 'on', '>right', '~*', '+@all');
      const logger = new RecordingLogger();
      const state = connect(url.replace('redis://', `${kind}://gatehouse:hunter2@`), logger);
      await expectProblem(state, /not connected \(.*WRONGPASS/);
      expect(logger.lines).to.contain('WRONGPASS').and.not.to.contain('hunter2');
    });
  }

  for (const kind of ['redis', 'redis+cluster']) {
    it(`shows no password that a server repeats because it knows no AUTH (${kind}, docs/security.md)`, async () => {
      const cluster = kind === 'redis+cluster' ? ['--cluster-enabled', 'yes'] : [];
      const { url } = await start([...cluster, '--rename-command', 'HELLO', '', '--rename-command', 'AUTH', '']);
      const logger = new RecordingLogger();
      const state = connect(url.replace('redis://', `${kind}://gatehouse:hunter2@`), logger);
      await expectProblem(state, /not connected \(.*unknown command 'auth'/);
      for (let times = 0; times < 20; times++) {
        expect(String(await state.ping().catch((error: unknown) => error))).to.not.contain('hunter2');
      }
      expect(logger.lines).to.contain("unknown command 'auth'").and.not.to.contain('hunter2');
    });
  }

  it('shows nothing that it stores, if a server repeats a command that it does not know', async () => {
    const { url } = await start(['--rename-command', 'SET', '']);
    const state = connect(url);
    await eventually(() => state.ping());
    const error: unknown = await state.replays
      .save('the-hash', Buffer.from('the-value'), 60_000)
      .catch((reason: unknown) => reason);
    const text = inspect(error, { depth: Infinity, showHidden: true });
    expect(text)
      .to.contain("unknown command 'set'")
      .and.to.not.match(/the-hash|the-value/);
  });

  it('does not serve another database in place of one that does not exist', async () => {
    const { url, command } = await start(['--databases', '2']);
    const state = connect(`${url}/5`);
    await expectProblem(state, /not connected \(ERR DB index is out of range\)/);
    const hit = state.throttle.hit([{ key: 'a', limit: 1, windowMs: 60_000 }]);
    expect(String(await hit.catch((error: unknown) => error))).to.contain('not connected');
    expect(await command('DBSIZE')).to.equal('0');
  });

  it('is not ready on a read-only replica, which answers PING and rejects every write', async () => {
    const master = await start();
    const replica = await start(['--replicaof', `127.0.0.1 ${master.port}`]);
    const state = connect(replica.url);
    await expectProblem(state, /it is a read-only replica; name its master in redis\.url/);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    await eventually(() => state.ping());
  });
});
