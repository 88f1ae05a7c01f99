import { expect } from 'chai';
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

  it('PostgreSQL is shared, its databases are separate', async () => {
    const [one, other] = await Promise.all([startPostgres(), startPostgres()]);
    expect(one).to.equal(other);
    expect(await one.createDatabase()).to.not.equal(await other.createDatabase());
  });
});
