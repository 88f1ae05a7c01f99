import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { run, startChild } from './child.js';
import { eventually } from './eventually.js';
import { ROOT } from './installed.js';
import { lendPostgres } from './lent-postgres.js';
import { startPostgres } from './postgres.js';
import { startRedis, type RedisServer } from './redis.js';

describe('servers that tests start', () => {
  let redis: RedisServer;

  before(async () => (redis = await startRedis()));
  after(() => redis.stop());

  it('a killed Redis restarts empty on the same port', async () => {
    await redis.command('SET', 'a', '1');
    await redis.kill();
    await redis.restart();
    expect(await redis.command('EXISTS', 'a')).to.equal('0');
  });

  it('a command answers as redis-cli prints it into a file', async () => {
    const words = ['EVAL', "return {'ä', 1, {'b', false}, redis.status_reply('OK')}", '0'];
    const printed = await run('redis-cli', ['-p', String(redis.port), ...words]);
    expect(await redis.command(...words)).to.equal(printed.trimEnd());
    expect(await redis.command('SET', 'a')).to.match(/^ERR wrong number of arguments/);
    await redis.command('ACL', 'SETUSER', 'ada', 'on', '>right', '+ping');
    expect(await redis.commandAfter(['AUTH', 'ada', 'right'], 'PING')).to.equal('PONG');
    expect(await redis.commandAfter(['AUTH', 'ada', 'wrong'], 'PING')).to.match(/^WRONGPASS/);
  });

  it('a port of a test in Python is locked as those of the others, until its process ends', async () => {
    const script =
      'import time; from tests.support.processes import free_port; print(free_port(), flush=True); time.sleep(600)';
    const env = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: 'src' };
    const child = await startChild('/usr/bin/python3', ['-c', script], { cwd: join(ROOT, 'sdk/python'), env });
    const port = await eventually(() => Number(/^\d+$/m.exec(child.output())?.[0] ?? expect.fail(child.output())));
    expect(port).to.be.within(20_000, 29_999);
    expect([await isFree(port), await isFree(port - 10_000)]).to.deep.equal([true, false]);
    await child.end();
    expect(await isFree(port - 10_000)).to.equal(true);
  });

  it('PostgreSQL is shared, its databases are separate', async () => {
    const [one, other] = await Promise.all([startPostgres(), startPostgres()]);
    expect(one).to.equal(other);
    expect(await one.createDatabase()).to.not.equal(await other.createDatabase());
  });

  it('a lent database has its first rows, sequences and connections again, and none whose tables a test has changed is lent', async () => {
    const created: string[] = [];
    const prepare = async (url: string): Promise<void> => {
      created.push(url);
      const client = new Client(url);
      await client.connect();
      await client.query(`create table kept (id integer primary key, text text);
        create table made (id integer generated always as identity, of integer not null references kept);
        insert into kept values (7, 'it''s'), (8, null)`);
      await client.end();
    };
    const use = async (...statements: readonly string[]) => {
      const lent = await lendPostgres('servers.test', prepare);
      // By default, a pool closes a connection that nothing has used for ten seconds.
      const pool = lent.connect({ idleTimeoutMillis: 0 });
      const { rows: kept } = await pool.query('select * from kept order by id');
      const { rows: made } = await pool.query('insert into made (of) values (7) returning id');
      const { rows: server } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      for (const statement of statements) await pool.query(statement);
      await lent.close();
      expect([kept, made]).to.deep.equal([
        [
          { id: 7, text: "it's" },
          { id: 8, text: null },
        ],
        [{ id: 1 }],
      ]);
      return server[0]?.pid;
    };
    const first = await use(
      "update kept set text = 'changed'",
      'delete from kept where id = 8',
      'insert into kept values (9)',
    );
    expect(await use('alter table made add column text text')).to.equal(first);
    expect(created).to.have.length(1);
    expect(await use()).to.not.equal(first);
    expect(created).to.have.length(2);
  });
});

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
  const free = await listening;
  server.close();
  return free;
}
