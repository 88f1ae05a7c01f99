import { expect } from 'chai';
import Database from 'libsql';
import { sqliteDatabase } from '../database/sqlite-database.js';
import { migrate } from '../migrations/migrate.js';
import { Lineages } from './lineages.js';

const DAY = 24 * 60 * 60 * 1000;

describe('the revocation of a lineage', () => {
  let connection: Database.Database;
  beforeEach(() => void (connection = new Database(':memory:')));
  afterEach(() => connection.close());

  for (const [when, offset] of [
    ['now', 0],
    ['by a clock that is behind', -500 * DAY],
    ['by a clock that is ahead', 5 * DAY],
  ] as const) {
    it(`${when} is remembered for 400 days, the longest lifetime of an access token (opaque-token-issuer.ts)`, async () => {
      const database = sqliteDatabase(connection);
      await migrate(database);
      const before = Date.now();
      const at = new Date(before + offset);
      const revoked = await database.transaction((tx) => new Lineages(tx).revoke('l', at), { readOnly: false });
      const row = connection.prepare('select revoked_at, expires_at from gatehouse_lineages').get() as {
        readonly revoked_at: number;
        readonly expires_at: number;
      };
      expect(revoked).to.equal(true);
      expect(row.revoked_at).to.equal(at.getTime());
      const from = Math.max(offset, 0) + 400 * DAY;
      expect(row.expires_at).to.be.within(before + from, Date.now() + from);
    });
  }
});
