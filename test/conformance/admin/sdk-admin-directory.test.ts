import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { sql } from 'kysely';
import { eventually } from '../../support/eventually.js';
import { adminDirectoryConformance } from './directory.js';
import { ENGINES, newPostgresShop } from './databases.js';

for (const { engine, open, openShop } of ENGINES) {
  describe(`the SDK's administrators on ${engine} (admin_directory.proto)`, () =>
    adminDirectoryConformance(openShop, open));
}

describe('an administrator whom the application removes in the meantime, on PostgreSQL (admin_directory.proto: SetPassword)', () => {
  it('is unknown, without a failure', async () => {
    const test = await newPostgresShop();
    const db = test.connect();
    const directory = createSqlDirectory(adminDatabase(test.connect(), 'postgres'));
    const passwordHash = `$2b$10$${'a'.repeat(53)}`;
    await directory.create({ login: 'ada', email: 'ada@example.test', passwordHash, superuser: false });
    const changed = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('backend_users').where('login', '=', 'ada').execute();
      const change = directory.setPassword('ada', passwordHash);
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(rows).to.have.length(1);
      });
      return { change };
    });
    expect(await changed.change).to.equal(undefined);
    await test.close();
  });
});
