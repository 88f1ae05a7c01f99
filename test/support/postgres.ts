import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import { startChild, untilReady, run } from './child.js';
import { freePort } from './free-port.js';
import { tempDir } from './temp-dir.js';

export interface PostgresServer {
  readonly port: number;
  /** Of its first process; the others are its children. */
  readonly pid: number;
  /**
   * Creates an empty database and returns its connection URL. One per suite keeps suites independent.
   *
   * @param options as SQL of CREATE DATABASE; by default the locale is C, where lower() only knows ASCII
   */
  createDatabase(options?: string): Promise<string>;
}

/** Tests need no durability across a machine crash, and no vacuum of databases that live for seconds. */
const WITHOUT_DURABILITY = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

let server: Promise<PostgresServer> | undefined;

/**
 * A real PostgreSQL on a loopback port in a temporary directory. The first call starts it and all suites of the process
 * share it, because initdb takes seconds. It ends with the process.
 */
export function startPostgres(): Promise<PostgresServer> {
  return (server ??= start());
}

/** A separate one with durable commits, as in production: for measurements. */
export function startDurablePostgres(): Promise<PostgresServer> {
  return start({ fsync: 'on', full_page_writes: 'on' });
}

async function start(durability: Readonly<Record<string, string>> = WITHOUT_DURABILITY): Promise<PostgresServer> {
  const bin = findBinaries();
  const data = tempDir('postgres');
  const identity = await unprivilegedUser();
  if (identity) chownSync(data, identity.uid, identity.gid);
  const as = { cwd: data, ...(identity && { user: identity.name }) };

  await run(join(bin, 'initdb'), ['-D', data, '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], as);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...durability,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // SIGQUIT: the postmaster also removes its workers and its shared memory.
  const child = await startChild(join(bin, 'postgres'), ['-D', data, ...args], { ...as, lastSignal: 'SIGQUIT' });
  const login = ['-h', '127.0.0.1', '-p', String(port), '-U', 'gatehouse'];
  await untilReady(child, 'postgres', () => run(join(bin, 'pg_isready'), [...login, '-d', 'postgres']));
  child.unref();
  const copying = await asFiles(bin);
  const url = `postgres://gatehouse@127.0.0.1:${port}`;
  const own = lastingPool(`${url}/postgres`, { max: 1 });

  return {
    port,
    pid: child.pid,
    async createDatabase(options = '') {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await own.query(`create database ${name} ${copying} ${options}`);
      return `${url}/${name}`;
    },
  };
}

/** The process ends although it is connected, and so does the server. After a lost connection, the pool opens another one. */
export function lastingPool(connectionString: string, settings: PoolConfig): Pool {
  const pool = new Pool({ connectionString, allowExitOnIdle: true, ...settings });
  pool.on('error', ignore);
  return pool;
}

/** A listener for errors of a pool: without one, they end the process. */
export function ignore(): void {
  // The pool opens another connection.
}

/**
 * The option that copies a new database file by file, which takes a fifth of the processor time of the default
 * since version 15: a copy through the log, page by page. Older versions have no such option, and always copy files.
 */
async function asFiles(bin: string): Promise<string> {
  const [, major] = /(\d+)/.exec(await run(join(bin, 'postgres'), ['--version'])) ?? [];
  return Number(major) >= 15 ? 'strategy file_copy' : '';
}

/** Debian keeps the server's programs outside the PATH, in one directory per major version. Uses the newest. */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const found = candidates.find((directory) => existsSync(join(directory, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed: scripts/test-servers.sh installs it');
  return found;
}

/** PostgreSQL refuses to run as root. Undefined if the tests do not run as root either. */
async function unprivilegedUser(): Promise<{ name: string; uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const name = 'postgres';
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { name, uid: Number(uid), gid: Number(gid) };
}
