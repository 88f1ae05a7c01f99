import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, sqliteDatabase } from '@gatehouse/host/sql';
import Database from 'libsql';
import { tempDir } from '../../test/support/temp-dir.js';
import { CHALLENGE, REDIRECT_URI, SCOPE } from '../peers/peer.js';
import { sqliteStore, type Store } from '../stores.js';

/** Hosts accept a cap of at most a million clients: this many places stay free for those that the benchmark registers. */
const MOST_CLIENTS = 900_000;
/** Rows in one commit, so that the log of the file stays small. */
const BATCH = 50_000;
const DAY = 24 * 3_600_000;

/** Live rows of every table, from number :from to :to. None expires soon, and every client has consent. */
const FILLS = [
  `insert into gatehouse_clients (client_id, client_name, redirect_uris, token_endpoint_auth_method, scopes, grant_types,
      registered_at, consented_at, self_registered, metadata)
    select 'scale-' || n, 'Client ' || n, '["${REDIRECT_URI}"]', 'none', '${SCOPE}', 'authorization_code refresh_token',
      :now, :now, 1, '{}' from numbers where n <= ${String(MOST_CLIENTS)}`,
  `insert into gatehouse_codes (code_hash, client_id, user_id, redirect_uri, code_challenge, scopes, resource, issued_at, expires_at)
    select randomblob(32), 'scale-' || n, 'user-' || n, '${REDIRECT_URI}', '${CHALLENGE}', '${SCOPE}', '', :now, :later
    from numbers`,
  `insert into gatehouse_lineages (lineage_id, client_id, user_id, scopes, resource, started_at, refreshed_at, expires_at)
    select printf('0scale-%012d', n), 'scale-' || n, 'user-' || n, '${SCOPE}', '', :now, :now, :later from numbers`,
  `insert into gatehouse_refresh_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, issued_at, expires_at,
      lineage_started_at)
    select randomblob(32), printf('0scale-%012d', n), 'scale-' || n, 'user-' || n, '${SCOPE}', '', :now, :later, :now
    from numbers`,
  `insert into gatehouse_access_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at)
    select randomblob(32), printf('0scale-%012d', n), 'scale-' || n, 'user-' || n, '${SCOPE}', '', :later from numbers`,
];

const directory = tempDir('bench');
const filled = new Map<number, Promise<string>>();

/** A store whose tables have that many live rows. The file is filled once; every store gets a copy. */
export async function filledSqliteStore(rows: number): Promise<Store> {
  const template = filled.get(rows) ?? fill(join(directory, `rows-${String(rows)}.db`), rows);
  filled.set(rows, template);
  const store = await sqliteStore();
  await copyFile(await template, store.env['BENCH_SQLITE'] ?? '');
  return store;
}

async function fill(file: string, rows: number): Promise<string> {
  const connection = new Database(file);
  await migrate(sqliteDatabase(connection));
  const now = Date.now();
  for (let from = 1; from <= rows; from += BATCH) {
    const parameters = { from, to: Math.min(from + BATCH - 1, rows), now, later: now + 30 * DAY };
    connection.exec('begin');
    for (const statement of FILLS) {
      const numbers = 'with recursive numbers (n) as (select :from union all select n + 1 from numbers where n < :to)';
      connection.prepare(`${numbers} ${statement}`).run(parameters);
    }
    connection.exec('commit');
  }
  // One file, without WAL's extra files.
  connection.exec('pragma journal_mode = delete');
  connection.close();
  return file;
}
