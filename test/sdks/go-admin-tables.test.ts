import { adminDatabase, createSqlDirectory, type Directory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Pool } from 'pg';
import { freePort } from '../support/free-port.js';
import { sendJson } from '../support/http-client.js';
import { startPostgres } from '../support/postgres.js';
import { BUILD_MS, buildGoHost, startGo } from '../support/sdk-go.js';
import { tempDir } from '../support/temp-dir.js';

const TOKEN = 'a-shared-token-of-the-test';
const LIST = 'acme.shop.products';
const DEVICE = { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' };
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** A database as both SDKs open it. */
interface Shared {
  /** HOST_DATABASE of the Go host. */
  readonly name: string;
  readonly open: () => Opened;
}

interface Opened {
  readonly directory: Directory;
  /** Remembers an import; returns what is remembered of it. */
  readonly beginImport: (importId: Buffer, records: number) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

type Tables = ConstructorParameters<typeof Kysely<Record<string, Record<string, unknown>>>>[0]['dialect'];

function opened(engine: 'sqlite' | 'postgres', dialect: Tables): Opened {
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect });
  const directory = createSqlDirectory(adminDatabase(db, engine));
  const beginImport = (importId: Buffer, records: number) =>
    db.transaction().execute(async (trx) => directory.imports?.begin(importId.toString('hex'), records, trx));
  return { directory, beginImport, close: () => db.destroy() };
}

const DATABASES: Readonly<Record<string, () => Promise<Shared>>> = {
  SQLite: () => {
    const file = join(tempDir('go-tables'), 'shop.db');
    return Promise.resolve({
      name: `sqlite:${file}`,
      open: () => opened('sqlite', new SqliteDialect({ database: new Database(file) })),
    });
  },
  PostgreSQL: async () => {
    const url = `${await (await startPostgres()).createDatabase()}?sslmode=disable`;
    const open = () => opened('postgres', new PostgresDialect({ pool: new Pool({ connectionString: url, max: 4 }) }));
    return { name: url, open };
  },
};

describe('a host that changes its language from TypeScript to Go', function () {
  this.timeout(BUILD_MS);

  before(async () => {
    await buildGoHost('adminhost');
  });

  for (const [name, create] of Object.entries(DATABASES)) {
    it(`keeps administrators who are signed in, on ${name}, and can change back (HC-60)`, async () => {
      const shared = await create();
      const before = shared.open();
      const { id, sessionId, viewId } = await begun(before.directory);
      const [imported, importedLater] = [randomBytes(32), randomBytes(32)];
      expect(await before.beginImport(imported, 2)).to.equal(undefined);
      await before.close();

      const http = `127.0.0.1:${await freePort()}`;
      const env = { HOST_DATABASE: shared.name, HOST_TOKEN: TOKEN, HOST_ADDRESS: '127.0.0.1:0', HOST_HTTP: http };
      const host = await startGo('adminhost', env, http);
      const call = async (rpc: string, request: object): Promise<Record<string, unknown>> => {
        const url = `http://${http}/gatehouse.host.v1.${rpc}`;
        const answer = await sendJson(url, request, { authorization: `Bearer ${TOKEN}` });
        expect(answer.status, `${rpc}: ${answer.body}`).to.equal(200);
        return answer.json();
      };

      const at = new Date().toISOString();
      const token = { administratorId: id, tokenVersion: 1, tokenId: randomUUID(), sessionId };
      const { administrator } = await call('AdminDirectoryService/AuthenticateToken', { token, at });
      expect(administrator).to.include({ login: 'ada', displayName: 'Ada', hasSecondFactor: true });
      const { sessions } = await call('AdminSessionService/ListSessions', { administratorId: id, at });
      expect(sessions).to.have.length(1);
      expect(
        await call('AdminAccountService/GetPreferences', { administratorId: id, keys: ['appearance'] }),
      ).to.deep.equal({
        preferences: [{ key: 'appearance', document: '{"theme":"dark"}' }],
      });
      const use = { administratorId: id, sealedSecret: 'sealed', recoveryHash: hashOf('one') };
      expect((await call('AdminSecondFactorService/UseSecondFactor', use)).accepted).to.equal(true);
      expect((await call('AdminSecondFactorService/UseSecondFactor', use)).accepted).to.not.equal(true);
      const change = {
        administratorId: id,
        list: LIST,
        id: viewId,
        version: 1,
        shared: true,
        name: 'Ours',
        query: 'page=2',
      };
      expect((await call('AdminViewService/SaveView', change)).view).to.include({ name: 'Ours', ownerId: id });
      const caller = { administratorId: id, login: 'ada', superuser: true, locale: 'en' };
      const importOf = (importId: Buffer, sku: string) =>
        call('AdminBulkService/ImportRecords', {
          ...{ caller, controller: LIST, importId: importId.toString('base64') },
          records: [{ values: ['sku', 'title'].map((column) => ({ column, value: { stringValue: sku } })) }],
        });
      expect(await importOf(imported, 'OLD')).to.deep.equal({ imported: { created: 2 } });
      expect(await importOf(importedLater, 'NEW')).to.deep.equal({ imported: { created: 1 } });
      await call('AdminAccountService/UpdateProfile', { administratorId: id, displayName: 'Ada L.', locale: 'de' });
      await host.end();

      const after = shared.open();
      expect(await after.directory.migrate()).to.deep.equal([]);
      const reference = { administratorId: id, tokenVersion: 1, tokenId: randomUUID(), sessionId };
      expect(await after.directory.authenticate(reference, new Date())).to.include({
        displayName: 'Ada L.',
        locale: 'de',
      });
      expect(await after.directory.secondFactors?.find(id)).to.deep.equal({
        sealedSecret: 'sealed',
        recoveryCodesLeft: 1,
      });
      const views = await after.directory.views?.list('999999', LIST);
      expect(views?.map(({ name: title, query, version }) => ({ title, query, version }))).to.deep.equal([
        { title: 'Ours', query: 'page=2', version: 2 },
      ]);
      expect(await after.beginImport(importedLater, 1)).to.equal(1);
      await after.close();
    });
  }
});

/** An administrator with a session, a second factor, a preference and a view. */
async function begun(directory: Directory) {
  await directory.migrate();
  const passwordHash = `$2b$10$${'a'.repeat(53)}`;
  const made = await directory.create({ login: 'ada', email: 'ada@example.test', passwordHash, superuser: true });
  if ('refused' in made) expect.fail(`not created: ${made.refused}`);
  const { id } = made;
  const { accounts, secondFactors, sessions, views } = directory;
  await accounts?.updateProfile(id, { displayName: 'Ada', locale: 'en' });
  await accounts?.setPreference(id, { key: 'appearance', document: '{"theme":"dark"}' });
  await secondFactors?.set({
    ...{ administratorId: id, tokenVersion: 0, sealedSecret: 'sealed', step: 58_000_000 },
    recoveryHashes: [hashOf('one'), hashOf('two')],
  });
  const [sessionId, at] = [randomUUID(), new Date()];
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const session = { administratorId: id, tokenVersion: 1, sessionId, device: DEVICE, at, expiresAt };
  expect(await sessions?.open(session)).to.equal(true);
  const view = { administratorId: id, list: LIST, id: undefined, version: 0, shared: true, name: 'Mine', query: '' };
  const saved = await views?.save(view);
  if (saved === undefined || typeof saved === 'string') expect.fail('the view is not saved');
  return { id, sessionId, viewId: saved.id };
}
