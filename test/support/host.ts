import {
  createHost,
  createHostHandler,
  type Backend,
  type HostHandler,
  type OAuthOptions,
  type SignIn,
  type TransactionBundle,
} from '@gatehouse/host';
import type { AdminOptions } from '@gatehouse/host/admin';
import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  sqliteDatabase,
  type OpaqueTokenIssuer,
} from '@gatehouse/host/sql';
import Database from 'libsql';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { Pool } from 'pg';
import { checkBundle } from './bundle-age.js';
import { tempDir } from './temp-dir.js';

checkBundle(fileURLToPath(new URL('../../../sdk/typescript/dist', import.meta.url)), 'index.js');

/** Every address that begins with 127 belongs to this machine. */
export type Loopback = `127.0.0.${number}:${number}`;

export interface HostSettings {
  readonly address: Loopback;
  readonly oauth: OAuthOptions;
  /** A postgres:// URL, or the path of an SQLite file. Default: a new SQLite file. */
  readonly database?: string;
  /**
   * Called at every step of every transaction: "begin", "before codes.spend", "after codes.spend", "before commit",
   * "after commit". If it throws, the host fails with that error; while it waits, the transaction waits.
   */
  readonly onStep?: (step: string) => void | Promise<void>;
  /** Puts a fault between the host and its backend. */
  readonly around?: (backend: Backend) => Backend;
  /** The signed-in user, for the built-in consent page. */
  readonly signIn?: SignIn;
  readonly admin?: AdminOptions;
  /** The host's error messages, one text per line. Default: ignored. */
  readonly complain?: (line: string) => void;
  /** Makes it a host over HTTP with that shared token. Default: gRPC, without a token. */
  readonly token?: string;
  /** Accepted beside `token`. */
  readonly previousToken?: string;
}

/** A host made of the SDK's own parts, on a real database. */
export interface TestHost {
  readonly issuer: OpaqueTokenIssuer;
  /** The number of transactions that Gatehouse requested. */
  transactions(): number;
  /** Every step since the start, as passed to onStep. */
  readonly steps: readonly string[];
  /** The actions of an application's own administration. */
  revokeClient(clientId: string): Promise<void>;
  execute(sql: string): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function startHost(settings: HostSettings): Promise<TestHost> {
  const { database, execute, disconnect } = connect(settings.database ?? join(tempDir('host'), 'host.db'));
  await migrate(database);
  const issuer = createOpaqueTokenIssuer(database);
  const steps: string[] = [];
  const ready = createSqlBackend({ database, issuer });
  const backend = observed(settings.around?.(ready) ?? ready, async (step) => {
    steps.push(step);
    await settings.onStep?.(step);
  });
  const complain = (...what: unknown[]): void => settings.complain?.(inspect(what));
  const logger = { info: () => undefined, warn: complain, error: complain };
  const options = {
    applicationName: 'Test application',
    oauth: settings.oauth,
    backend,
    ...(settings.signIn === undefined ? {} : { signIn: settings.signIn }),
    ...(settings.admin === undefined ? {} : { admin: settings.admin }),
    logger,
  };
  const host =
    settings.token === undefined
      ? createHost({ ...options, address: settings.address, drainTimeout: '1s' })
      : overHttp(createHostHandler({ ...options, ...tokensOf(settings, settings.token) }), settings.address);
  await host.listen();
  return {
    issuer,
    transactions: () => steps.filter((step) => step === 'begin').length,
    steps,
    revokeClient: async (clientId) => {
      await execute(`update gatehouse_clients set revoked_at = 1 where client_id = '${clientId}'`);
    },
    execute,
    close: async () => {
      await host.close();
      await disconnect();
    },
  };
}

function tokensOf({ previousToken }: HostSettings, token: string) {
  return { token, ...(previousToken === undefined ? {} : { previousToken }) };
}

/** The handler on a server of Node. */
function overHttp(handler: HostHandler, address: HostSettings['address']) {
  const server = createServer((request, response) => handler(request, response));
  return {
    async listen() {
      const [name, port] = address.split(':');
      server.listen(Number(port), name);
      await once(server, 'listening');
    },
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function connect(url: string) {
  if (url.startsWith('postgres:')) {
    const pool = new Pool({ connectionString: url, max: 20, pipeline: true });
    return {
      database: postgresDatabase(pool),
      execute: async (sql: string): Promise<unknown[]> => (await pool.query<object>(sql)).rows,
      disconnect: () => pool.end(),
    };
  }
  const connection = new Database(url);
  // A separate connection, so that a test does not write inside one of the host's transactions.
  const aside = new Database(url);
  return {
    database: sqliteDatabase(connection, { synchronous: 'normal' }),
    execute: async (sql: string): Promise<unknown[]> => {
      const statement = aside.prepare(sql);
      return statement.reader ? statement.all() : [statement.run()];
    },
    disconnect: async () => {
      connection.close();
      aside.close();
    },
  };
}

type Step = (step: string) => Promise<void>;

function observed(backend: Backend, step: Step): Backend {
  return {
    async transaction(work, options) {
      await step('begin');
      const result = await backend.transaction(async (bundle) => {
        const done = await work(observedBundle(bundle, step));
        await step('before commit');
        return done;
      }, options);
      await step('after commit');
      return result;
    },
  };
}

function observedBundle(bundle: TransactionBundle, step: Step): TransactionBundle {
  return {
    clients: observedStore('clients', bundle.clients, step),
    codes: observedStore('codes', bundle.codes, step),
    refreshTokens: observedStore('refreshTokens', bundle.refreshTokens, step),
    accessTokens: observedStore('accessTokens', bundle.accessTokens, step),
  };
}

function observedStore<Store extends object>(name: string, store: Store, step: Step): Store {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        await step(`before ${name}.${String(property)}`);
        const result: unknown = await Reflect.apply(member, target, given);
        await step(`after ${name}.${String(property)}`);
        return result;
      };
    },
  });
}
