import type { Capability } from '@gatehouse/proto/generated/gatehouse/host/v1/Capability';
import { migrateAdmin, type AdminOptions, type Engine } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { ApiClient } from './admin/client.js';
import { createPeople, PASSWORD } from './admin/people.js';
import { openShopDatabase } from './admin/shop-database.js';
import { SHOP, shopControllers, undecided, type ShopDecisions } from './admin/shop.js';
import { EVERY_TEST } from './every-test.js';
import { freePort } from './free-port.js';
import { MAIN, startGatehouse, type Gatehouse } from './gatehouse.js';
import { startHost, type Loopback, type TestHost } from './host.js';
import { startOlderHost } from './older-host.js';
import { startRedis, type RedisServer } from './redis.js';
import { run } from './child.js';
import { borrowDaemon } from './shared-daemon.js';
import { expectNoErrors, expectNoSecrets, expectOrderlyEnd } from './stack.js';
import { Started } from './started.js';

/** Folder that contains plugins/. */
export const SHOP_ROOT = fileURLToPath(new URL('../../../test/fixtures/admin', import.meta.url));
export const ADMIN_SECRET = 'a secret of the tests, and of the tests alone';
/** The value of the password fields in the shop's rows. */
const HELD = ['kept-secret', 'first-secret', 'second-secret'];
export { PASSWORD };

export interface AdminStackSettings {
  readonly engine?: 'uws' | 'node';
  /** Default "memory". */
  readonly state?: 'memory' | 'redis';
  /** Default "sqlite". */
  readonly database?: Engine;
  readonly config?: Readonly<Record<string, string>>;
  /**
   * Its daemon served earlier suites and serves later ones (shared-daemon.ts). For suites that neither stop nor disturb daemon or
   * Redis, count no failed attempts, expect no line of the log that appears once, and do not read the daemon's metrics.
   */
  readonly shared?: boolean;
  /** Capabilities that the host lacks, as one that is older than they are. */
  readonly withholds?: readonly Capability[];
  /** Changes the host's registration. */
  readonly admin?: (options: AdminOptions) => AdminOptions;
  /**
   * True if the suite provokes faults that daemon or host have to report as errors. Default false: any error fails the
   * suite.
   */
  readonly errorsExpected?: boolean;
}

export type Who = 'reader' | 'editor' | 'superuser';

/** A daemon process and a host in this process, with the plugin acme.shop, its tables, and three administrators. */
export interface AdminStack {
  readonly gatehouse: Gatehouse;
  readonly host: TestHost;
  readonly redis: RedisServer | undefined;
  /** "http://127.0.0.1:20123/backend" */
  readonly backend: string;
  readonly guest: ApiClient;
  /** Determines what the shop does next. A test that changes it changes it back. */
  readonly decisions: ShopDecisions;
  /** The errors that the host reported. */
  readonly complaints: readonly string[];
  /** Signs in with a Bearer token. */
  signIn(login: string, password?: string): Promise<ApiClient>;
  /**
   * Starts one more daemon on the same host and state store, and returns a client that is not signed in. The daemon
   * stops with the others.
   */
  beside(config?: Readonly<Record<string, string>>): Promise<ApiClient>;
  /**
   * Runs `gatehouse` with these arguments against the same host until it ends. Returns its output, and throws if it
   * fails.
   */
  command(...args: readonly string[]): Promise<string>;
  /** Runs SQL on the host's database, on a separate connection. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The number of running list queries in the host's database that contain this text. */
  running(text: string): Promise<number>;
  stop(): Promise<void>;
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Runs a suite on a host that keeps its data in SQLite, and on one with PostgreSQL. */
export function onBothEngines(title: string, suite: (database: Engine) => void): void {
  for (const [database, name] of Object.entries(ENGINES))
    describe(`${title}, on ${name}`, () => suite(database as Engine));
}

/** For what the database does not decide: `make test` runs the suite on one engine, and `make every-test` on both. */
export function usuallyOn(engine: Engine, title: string, suite: (database: Engine) => void): void {
  if (EVERY_TEST) onBothEngines(title, suite);
  else describe(`${title}, on ${ENGINES[engine]}`, () => suite(engine));
}

/** Ready when the promise resolves. If the daemon does not start, rejects with its output. */
export async function startAdminStack(settings: AdminStackSettings = {}): Promise<AdminStack> {
  const parts = new Started();
  const shared =
    settings.shared === true ? await borrowDaemon(settings, (at) => configOf(at, settings, MANY_ATTEMPTS)) : undefined;
  let isGivenBack = false;
  parts.add(shared, (borrowed) => (isGivenBack ? undefined : borrowed?.end()));
  const origin = shared?.gatehouse.origin ?? `http://127.0.0.1:${await freePort()}`;
  const soundAddress: Loopback = shared?.hostAddress ?? `127.0.0.1:${await freePort()}`;
  const redis =
    shared === undefined && settings.state === 'redis'
      ? parts.add(await startRedis(), (server) => server.stop())
      : shared?.redis;
  const decisions = undecided();
  const complaints: string[] = [];
  const { options, sql, running, disconnect } = await shopDatabase(settings.database ?? 'sqlite', decisions);
  parts.add(disconnect, (end) => end());
  const host = parts.add(
    await startHost({
      address: soundAddress,
      oauth: { issuer: origin, resource: `${origin}/mcp` },
      admin: settings.admin?.(options) ?? options,
      complain: (line) => complaints.push(line),
    }),
    (serving) => serving.close(),
  );
  const hostAddress =
    settings.withholds === undefined
      ? soundAddress
      : parts.add(await startOlderHost(soundAddress, settings.withholds), (proxy) => proxy.close()).address;
  const daemons: Gatehouse[] = [];
  const start = async (onPort: number, more: Readonly<Record<string, string>> = {}): Promise<Gatehouse> => {
    const started = parts.add(
      await startGatehouse({
        hostAddress,
        port: onPort,
        ...(settings.engine === undefined ? {} : { engine: settings.engine }),
        ...(redis === undefined ? {} : { redisUrl: redis.url }),
        config: configOf(origin, settings, more),
      }),
      (daemon) => daemon.stop(),
    );
    await started.untilReady();
    daemons.push(started);
    return started;
  };
  const ready = async (daemon: Gatehouse): Promise<Gatehouse> => {
    await daemon.untilReady();
    return daemon;
  };
  const first = shared === undefined ? start(Number(new URL(origin).port)) : ready(shared.gatehouse);
  const gatehouse = await first.catch(async (error: unknown) => {
    await parts.close();
    throw error;
  });
  const guest = new ApiClient(`${origin}/backend/api/v1`);

  return {
    gatehouse,
    host,
    redis,
    backend: `${origin}/backend`,
    guest,
    decisions,
    complaints,
    async signIn(login, password = PASSWORD) {
      const { status, data, body } = await guest.post('/auth/login', { login, password });
      expect(status, body).to.equal(200);
      return guest.with({ authorization: `Bearer ${data.token}` });
    },
    async beside(config = {}) {
      const { origin: besideOrigin } = await start(await freePort(), config);
      return new ApiClient(`${besideOrigin}/backend/api/v1`, {}, guest.secrets);
    },
    command: (...args) => run(process.execPath, [MAIN, ...args, '--set', `host.address=${soundAddress}`], { env: {} }),
    sql,
    running,
    async stop() {
      isGivenBack = true;
      await parts.close();
      const logs = shared === undefined ? [] : [await shared.giveBack()];
      for (const daemon of daemons) {
        expectOrderlyEnd(await daemon.process.exited, daemon.log());
        logs.push(daemon.log());
      }
      const log = logs.join('\n');
      const secrets = new Set([ADMIN_SECRET, PASSWORD, ...HELD, ...guest.secrets]);
      for (const written of [log, complaints.join('\n')]) expectNoSecrets(written, secrets);
      if (settings.errorsExpected === true) return;
      expectNoErrors(log);
      expect(complaints).to.deep.equal([]);
    },
  };
}

/** Of one login in fifteen minutes: many suites use it on a shared daemon. */
const MANY_ATTEMPTS = { 'admin.login.max_attempts': '1000' };

function configOf(
  origin: string,
  { config }: AdminStackSettings,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    'app.url': origin,
    'app.env': 'development',
    'backend.cookie_secure': 'false',
    'backend.root': SHOP_ROOT,
    'admin.jwt.secret': ADMIN_SECRET,
    'admin.password.bcrypt_cost': '4',
    'admin.login.max_attempts': '100',
    ...config,
    ...more,
  };
}

async function shopDatabase(engine: Engine, decisions: ShopDecisions) {
  const { database, sql, running, disconnect } = await openShopDatabase(engine);
  await migrateAdmin(database);
  const directory = await createPeople(database, sql);
  const options: AdminOptions = {
    database,
    directory,
    controllers: shopControllers(decisions),
    plugins: [SHOP],
  };
  return { options, sql, running, disconnect };
}
