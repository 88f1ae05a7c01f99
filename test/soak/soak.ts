import { createOpaqueTokenIssuer, postgresDatabase } from '@gatehouse/host/sql';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createShopOnPostgres } from '../support/admin/shop-database.js';
import { ADMIN_SECRET, SHOP_ROOT } from '../support/admin-stack.js';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { mortalHost, type MortalHost } from '../support/mortal-host.js';
import { DAEMON_SETTINGS, startNginxTwoDaemons } from '../support/nginx.js';
import { OAuthFlow } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { startRedis } from '../support/redis.js';
import { faultsOf } from './faults.js';
import { Ledger } from './ledger.js';
import type { Lineage } from './lineage.js';
import { sample } from './samples.js';
import { searchWithoutHit } from './searches.js';
import { useGatehouse } from './user.js';

const USERS = 8;
/** Enough to make a search take a good part of a second. */
const ITEMS = 100_000;

export interface SoakSettings {
  readonly seconds: number;
  /** Names of faults. Default: all of them. */
  readonly only?: readonly string[];
  /** Seconds, host.deadline of the daemons. Default: 5, as in the daemon's own. */
  readonly hostDeadline?: number;
  /** Seconds, redis.command_timeout of the daemons. Default: 1, as in the daemon's own. */
  readonly redisTimeout?: number;
  /** Milliseconds between two requests of a user. Default: 20. */
  readonly pauseMs?: number;
  readonly say?: (line: string) => void;
}

/**
 * Mixed load on three daemons behind nginx, two hosts on one PostgreSQL, and one Redis, while each of them is stopped,
 * killed and paused, a snapshot is open and an administrator searches. At the end, uses every remaining connection once
 * more.
 */
export async function soak(settings: SoakSettings): Promise<Ledger> {
  const { seconds, only, hostDeadline = 5, redisTimeout = 1, pauseMs = 20, say = () => undefined } = settings;
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const database = await (await startPostgres()).createDatabase();
    const pool = new Pool({ connectionString: database, max: 5, pipeline: true });
    stops.push(() => pool.end());
    await createShopOnPostgres(database, ITEMS);
    const redis = await startRedis();
    stops.push(() => redis.kill());
    const port = await freePort();
    const hostPorts = [await freePort(), await freePort()] as const;
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const origin = `http://127.0.0.1:${port}`;
    const options = {
      issuer: origin,
      resource: `${origin}/mcp`,
      dcrClientCap: 1_000_000,
      refreshRetryWindow: '1m',
    } as const;
    const hostAt = (own: number): MortalHost => mortalHost(`127.0.0.1:${own}`, options, database, { shop: true });
    const hosts = [hostAt(hostPorts[0]), hostAt(hostPorts[1])] as const;
    stops.push(() => Promise.all(hosts.map((host) => host.kill())));
    await Promise.all(hosts.map((host) => host.start()));

    const daemons: Gatehouse[] = [];
    const all: Gatehouse[] = [];
    const serving = new Set<Gatehouse>();
    const start = async (index: number): Promise<void> => {
      const daemon = await startGatehouse({
        hostAddress: hostPorts.map((own) => `127.0.0.1:${own}`).join(','),
        port: ports[index]!,
        redisUrl: redis.url,
        config: {
          ...DAEMON_SETTINGS,
          ...adminSettings(origin),
          'log.level': 'info',
          'host.deadline': `${hostDeadline}s`,
          'redis.command_timeout': `${redisTimeout}s`,
          // Longer than nginx keeps a connection, also if nginx gets no CPU for seconds.
          'shutdown.delay': '5s',
        },
      });
      daemons[index] = daemon;
      all.push(daemon);
      await daemon.untilReady();
      serving.add(daemon);
    };
    const stop = async (index: number): Promise<void> => {
      serving.delete(daemons[index]!);
      await daemons[index]!.stop();
    };
    const kill = async (index: number): Promise<void> => {
      serving.delete(daemons[index]!);
      await daemons[index]!.process.end('SIGKILL');
    };
    stops.push(() => Promise.all(daemons.map((daemon) => daemon.process.end('SIGKILL'))));
    await Promise.all(ports.map((_, index) => start(index)));
    const nginx = await startNginxTwoDaemons(port, ports);
    stops.push(() => nginx.stop());

    const ledger = new Ledger(
      () => all.map((daemon) => daemon.log()),
      hostDeadline * 1000,
      () => nginx.log(),
    );
    const search = (ms: number): Promise<void> => searchWithoutHit(origin, ledger, ms);
    const faults = faultsOf(
      { hosts, redis, pool, daemons, start, stop, kill, search, hostsInUse: () => hostsInUse(daemons, hosts.length) },
      seconds,
    );
    const unknown = only?.find((name) => !faults.has(name));
    if (unknown !== undefined) {
      throw new Error(`there is no fault "${unknown}"; the faults are: ${[...faults.keys()].join(', ')}`);
    }
    let isOver = false;
    const flowOf = (): OAuthFlow => new OAuthFlow(origin, consentOf(serving));
    const users = Array.from({ length: USERS }, () => useGatehouse(flowOf(), ledger, () => isOver, pauseMs));
    const sampling = setInterval(() => void sample(ledger, daemons, hosts), 1000);
    stops.push(async () => clearInterval(sampling));

    const endsAt = performance.now() + seconds * 1000;
    const isLate = (): boolean => performance.now() >= endsAt;
    for (let round = 1; round === 1 || !isLate(); round++) {
      for (const [name, fault] of faults) {
        if (only?.includes(name) === false) continue;
        // Every fault once, however long that takes.
        if (round > 1 && isLate()) break;
        say(`${Math.max(0, Math.round((endsAt - performance.now()) / 1000))} s left: ${name}`);
        const phase = ledger.begin(name);
        await fault();
        phase.to = performance.now();
        await sleep((seconds * 1000 * 3) / 100);
      }
    }

    isOver = true;
    const issuer = createOpaqueTokenIssuer(postgresDatabase(pool));
    const left = (await Promise.all(users)).filter((lineage) => lineage !== undefined);
    for (const lineage of left) await audit(lineage, issuer, ledger);
    return ledger;
  } finally {
    for (const end of stops.reverse()) await end().catch(() => undefined);
  }
}

/** A daemon may be ready with one host. */
async function hostsInUse(daemons: readonly Gatehouse[], count: number): Promise<void> {
  const all = daemons.map(({ metricsOrigin }) =>
    eventually(async () => {
      const { body } = await send(`${metricsOrigin}/metrics`);
      const inUse = body.match(/^gatehouse_host_in_use\S* 1$/gm)?.length ?? 0;
      if (inUse < count) throw new Error(`a daemon uses ${inUse} of ${count} hosts`);
    }),
  );
  await Promise.all(all);
}

function adminSettings(origin: string): Readonly<Record<string, string>> {
  return {
    'app.url': origin,
    'app.env': 'development',
    'backend.cookie_secure': 'false',
    'backend.root': SHOP_ROOT,
    'admin.jwt.secret': ADMIN_SECRET,
    'admin.password.bcrypt_cost': '4',
  };
}

/** A client's refresh token at the end has to work: it returns a live access token. */
async function audit(
  lineage: Lineage,
  issuer: ReturnType<typeof createOpaqueTokenIssuer>,
  ledger: Ledger,
): Promise<void> {
  const outcome = await eventually(async () => {
    const tried = await lineage.refresh(1);
    if (tried === 'again') throw new Error('a refresh at the end has no answer');
    return tried;
  });
  if (outcome === 'refreshed' && (await issuer.verify(lineage.tokens!.access_token)) !== undefined) {
    ledger.explain('in use at the end, and works');
  } else ledger.ended(lineage);
}

/** Consent bypasses nginx and goes to a daemon that is not about to stop. */
function consentOf(serving: ReadonlySet<Gatehouse>): OAuthFlow['consent'] {
  const call =
    (method: string) =>
    async (...given: unknown[]) => {
      const candidates = [...serving];
      const { consentAddress } = candidates[Math.floor(Math.random() * candidates.length)]!;
      const client = connectConsent(consentAddress) as unknown as Record<
        string,
        (...args: unknown[]) => Promise<unknown>
      >;
      try {
        return await client[method]!(...given);
      } finally {
        void client['close']?.();
      }
    };
  return new Proxy({}, { get: (_, method) => call(String(method)) }) as OAuthFlow['consent'];
}
