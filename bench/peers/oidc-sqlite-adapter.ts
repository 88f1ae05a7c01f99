import Database from 'libsql';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** One table for all models, prepared statements, the same pragmas as Gatehouse's host: the fastest setup. */
export interface SqliteStore {
  readonly adapter: AdapterFactory;
  /** Runs preparations in one transaction: the benchmark measures requests, not the creation of their credentials. */
  inOneCommit<T>(work: () => Promise<T>): Promise<T>;
}

export function sqliteStore(file: string): SqliteStore {
  const database = new Database(file);
  database.prepare('pragma journal_mode = wal').get();
  database.exec('pragma synchronous = full');
  database.exec(
    'create table rows (key text primary key, uid text, grant_id text, payload text not null, expires_at integer) without rowid',
  );
  database.exec('create index rows_uid on rows (uid)');
  database.exec('create index rows_grant_id on rows (grant_id)');
  const upsert = database.prepare('insert or replace into rows values (?, ?, ?, ?, ?)');
  const find = database.prepare('select payload from rows where key = ?');
  const findByUid = database.prepare('select payload from rows where uid = ?');
  const consume = database.prepare("update rows set payload = json_set(payload, '$.consumed', ?) where key = ?");
  const destroy = database.prepare('delete from rows where key = ?');
  const revoke = database.prepare('delete from rows where grant_id = ?');
  const payload = (row: unknown): AdapterPayload | undefined =>
    row === undefined ? undefined : (JSON.parse((row as { payload: string }).payload) as AdapterPayload);

  const adapter: AdapterFactory = (model): Adapter => {
    const key = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, row, expiresIn = 0) {
        upsert.run(key(id), row.uid ?? null, row.grantId ?? null, JSON.stringify(row), Date.now() + expiresIn * 1000);
      },
      find: async (id) => payload(find.get(key(id))),
      findByUid: async (uid) => payload(findByUid.get(uid)),
      findByUserCode: async () => undefined,
      consume: async (id) => void consume.run(Math.floor(Date.now() / 1000), key(id)),
      destroy: async (id) => void destroy.run(key(id)),
      revokeByGrantId: async (grantId) => void revoke.run(grantId),
    };
  };
  return {
    adapter,
    async inOneCommit(work) {
      database.exec('begin immediate');
      const result = await work();
      database.exec('commit');
      return result;
    },
  };
}
