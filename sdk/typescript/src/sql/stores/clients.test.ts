import { expect } from 'chai';
import Database from 'libsql';
import { sqliteDatabase } from '../database/sqlite-database.js';
import { migrate } from '../migrations/migrate.js';
import { SqlClientStore } from './clients.js';

describe('a client whose row is not of our shape', () => {
  let connection: Database.Database;
  beforeEach(() => void (connection = new Database(':memory:')));
  afterEach(() => connection.close());

  for (const [column, json, problem] of [
    ['redirect_uris', '"https://client.example/callback"', 'is not a JSON list of texts'],
    ['redirect_uris', '["https://client.example/callback",1]', 'is not a JSON list of texts'],
    ['redirect_uris', 'https://client.example/callback', 'is not JSON'],
    ['metadata', 'null', 'is not a JSON object'],
    ['metadata', '[]', 'is not a JSON object'],
  ] as const) {
    it(`${column} ${json} fails, and the error says where it is stored`, async () => {
      const database = sqliteDatabase(connection);
      await migrate(database);
      const row = {
        client_id: 'c1',
        client_name: 'Example',
        redirect_uris: '["https://client.example/callback"]',
        token_endpoint_auth_method: 'none',
        scopes: 'read',
        grant_types: 'authorization_code',
        registered_at: 0,
        self_registered: 1,
        metadata: '{}',
        [column]: json,
      };
      const names = Object.keys(row);
      connection
        .prepare(`insert into gatehouse_clients (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
        .run(...Object.values(row));
      const error = await database
        .transaction((tx) => new SqlClientStore(tx).find('c1'), { readOnly: true })
        .then(
          () => undefined,
          (thrown: unknown) => thrown as Error,
        );
      expect(error?.message).to.equal(`gatehouse_clients.${column} of c1: ${problem}`);
    });
  }
});
