import { expect } from 'chai';
import type { Engine } from '@gatehouse/host/admin';
import Database from 'libsql';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { VAULT_ROOT } from '../../support/admin/vault.js';
import { ADMIN_SECRET, PASSWORD, usuallyOn } from '../../support/admin-stack.js';
import { startChild, untilReady, type Child } from '../../support/child.js';
import { eventually } from '../../support/eventually.js';
import { usual } from '../../support/every-test.js';
import { freePort } from '../../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../../support/gatehouse.js';
import { startPostgres } from '../../support/postgres.js';
import { tempDir } from '../../support/temp-dir.js';

const PROCESS = fileURLToPath(new URL('../../support/fixtures/vault-process.js', import.meta.url));
const THINGS = '/acme/vault/things';

usuallyOn('sqlite', 'a host that is killed while it writes (docs/admin/api.md, Refusals)', (engine) => {
  let gatehouse: Gatehouse;
  let host: Child;
  let root: ApiClient;
  let database: string;
  let hostPort: number;

  async function startVault(): Promise<void> {
    const origin = gatehouse.origin;
    const oauth = { issuer: origin, resource: `${origin}/mcp` };
    const settings = { address: `127.0.0.1:${hostPort}`, oauth, engine, database, password: PASSWORD };
    host = await startChild(process.execPath, [PROCESS, JSON.stringify(settings)]);
    await untilReady(host, 'the host', () => {
      if (!host.output().includes('ready')) throw new Error('the host is not ready yet');
    });
    await gatehouse.untilReady();
  }

  before(async () => {
    hostPort = await freePort();
    gatehouse = await startGatehouse({
      hostAddress: `127.0.0.1:${hostPort}`,
      config: {
        'app.env': 'development',
        'backend.cookie_secure': 'false',
        'backend.root': VAULT_ROOT,
        'admin.jwt.secret': ADMIN_SECRET,
        'admin.password.bcrypt_cost': '4',
      },
    });
  });
  beforeEach(async () => {
    database = await newDatabase(engine);
    await startVault();
    const guest = new ApiClient(`${gatehouse.origin}/backend/api/v1`);
    // The answer of /readyz may be a second old, and about the host before.
    const { data } = await eventually(async () =>
      expectOk(await guest.post('/auth/login', { login: 'superuser', password: PASSWORD })),
    );
    root = guest.with({ authorization: `Bearer ${(data as { token: string }).token}` });
  });
  afterEach(async () => void (await host.end('SIGKILL')));
  after(async () => void (await gatehouse.stop()));

  const moments = [
    ['die after the commit', 1],
    ['die in afterCreate', 0],
    ['die in beforeCreate', 0],
  ] as const;
  for (const [name, written] of usual(moments, 2)) {
    it(`returns 503 to "${name}", and the record ${written === 1 ? 'exists, because the commit succeeded' : 'does not exist'}`, async () => {
      const lost = await root.post(THINGS, { name });
      expectRefused(lost, 503, 'service_unavailable');
      expect(await host.exited).to.include({ signal: 'SIGKILL' });
      expect(await count(engine, database)).to.equal(written);
      await startVault();
      const list = await eventually(async () => expectOk(await root.get(THINGS)));
      expect(list.data).to.have.length(written);
    });
  }

  for (const [last, written] of usual([
    ['die after the commit', 2],
    ['die in afterCreate', 0],
  ] as const)) {
    it(`an import that meets "${last}" creates ${String(written)} records, and repeats nothing afterwards (AD-390, AD-391)`, async () => {
      const send = () =>
        root
          .with({ 'content-type': 'text/csv' })
          .request('POST', `${THINGS}/import?operation=0123456789abcdef`, `name\nfirst\n${last}\n`);
      expectRefused(await send(), 503, 'service_unavailable');
      expect(await host.exited).to.include({ signal: 'SIGKILL' });
      expect(await count(engine, database)).to.equal(written);
      await startVault();
      await eventually(async () => expectOk(await root.get(THINGS)));
      if (written > 0) expect(expectOk(await send(), 201).data).to.include({ created: 2 });
      expect(await count(engine, database)).to.equal(written);
    });
  }

  it('returns 503 to reads and writes while no host is reachable (AD-191)', async () => {
    await host.end('SIGKILL');
    expectRefused(await root.get(THINGS), 503, 'service_unavailable');
    expectRefused(await root.post(THINGS, { name: 'x' }), 503, 'service_unavailable');
    expect(await count(engine, database)).to.equal(0);
  });
});

async function newDatabase(engine: Engine): Promise<string> {
  return engine === 'sqlite' ? join(tempDir('vault'), 'vault.db') : (await startPostgres()).createDatabase();
}

async function count(engine: Engine, database: string): Promise<number> {
  if (engine === 'sqlite') {
    const connection = new Database(database);
    const row = connection.prepare('select count(*) as n from things').get() as { readonly n: number };
    connection.close();
    return row.n;
  }
  const client = new Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ n: string }>('select count(*) as n from things');
  await client.end();
  return Number(rows[0]?.n);
}
