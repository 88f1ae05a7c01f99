import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startDurablePostgres, type PostgresServer } from '../test/support/postgres.js';
import { startRedis, startRedisCluster } from '../test/support/redis.js';
import { tempDir } from '../test/support/temp-dir.js';

/** Where a host under Gatehouse and its daemons keep what they keep. */
export interface Store {
  /** Environment of the host's process (peers/gatehouse-host.ts). */
  readonly env: Readonly<Record<string, string>>;
  /** Process ids of the servers beside the host, by name. */
  readonly servers?: ReadonlyMap<string, readonly number[]>;
  /** Settings of the daemons. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Runs once the host has created its tables. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** @param driver environment that chooses the host's driver (peers/sqlite-driver.ts) */
export async function sqliteStore(driver: Readonly<Record<string, string>> = {}): Promise<Store> {
  const directory = tempDir('bench');
  return {
    env: { ...driver, BENCH_SQLITE: join(directory, 'host.db') },
    prepare: () => Promise.resolve(),
    close: () => rm(directory, { recursive: true }),
  };
}

/** The same, with the short-lived state of the daemons in a Redis that runs beside them. */
export async function onRedis(store: Store): Promise<Store> {
  const redis = await startRedis();
  return withState(store, redis, [redis.pid()]);
}

/** The same on three masters. */
export async function onRedisCluster(store: Store): Promise<Store> {
  const cluster = await startRedisCluster();
  return withState(
    store,
    cluster,
    cluster.nodes.map((node) => node.pid()),
  );
}

function withState(
  store: Store,
  redis: { readonly url: string; stop(): Promise<void> },
  pids: readonly number[],
): Store {
  return {
    ...store,
    servers: new Map([...(store.servers ?? []), ['Redis', pids]]),
    settings: { GATEHOUSE_REDIS__URL: redis.url },
    async close() {
      await store.close();
      await redis.stop();
    },
  };
}

/** Swept rows of each table: as many as some busy hours leave. */
const SWEPT = 100_000;

const CHURN = [
  `insert into gatehouse_codes (code_hash, client_id, user_id, redirect_uri, code_challenge, scopes, resource, issued_at, expires_at)
    select sha256(n::text::bytea), 'gone', 'gone', '', '', '', '', 0, n from generate_series(1, ${String(SWEPT)}) n`,
  `insert into gatehouse_lineages (lineage_id, expires_at) select 'gone-' || n, n from generate_series(1, ${String(SWEPT)}) n`,
  `insert into gatehouse_refresh_tokens
      (token_hash, lineage_id, client_id, user_id, scopes, resource, issued_at, expires_at, lineage_started_at)
    select sha256(n::text::bytea), 'gone', 'gone', 'gone', '', '', 0, n, 0 from generate_series(1, ${String(SWEPT)}) n`,
  `insert into gatehouse_access_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at)
    select sha256(n::text::bytea), 'gone', 'gone', 'gone', '', '', n from generate_series(1, ${String(SWEPT)}) n`,
];

const SWEEP = ['codes', 'lineages', 'refresh_tokens', 'access_tokens'].map(
  (table) => `delete from gatehouse_${table} where expires_at <= ${String(SWEPT)}`,
);

let server: Promise<PostgresServer> | undefined;

/**
 * A PostgreSQL database with synced commits and swept rows. With `snapshot`, a transaction that began before the sweep stays
 * open, like a dump or a forgotten session; the index entries of the swept rows stay as long as it does.
 */
export async function postgresStore({ snapshot }: { readonly snapshot: boolean }): Promise<Store> {
  const postgres = await (server ??= startDurablePostgres());
  const url = await postgres.createDatabase();
  const idle = new Client(url);
  return {
    env: { BENCH_POSTGRES: url },
    servers: new Map([['PostgreSQL', [postgres.pid]]]),
    async prepare() {
      await idle.connect();
      for (const statement of CHURN) await idle.query(statement);
      const sweeper = new Client(url);
      await sweeper.connect();
      if (snapshot) {
        await idle.query('begin isolation level repeatable read');
        await idle.query('select count(*) from gatehouse_codes');
      }
      for (const statement of SWEEP) await sweeper.query(statement);
      await sweeper.query('analyze');
      await sweeper.end();
    },
    close: () => idle.end(),
  };
}
