import { createOpaqueTokenIssuer, migrate, postgresDatabase, sqliteDatabase } from '@gatehouse/host/sql';
import type { Backend, OAuthOptions } from '@gatehouse/host';
import Database from 'libsql';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Pool } from 'pg';
import { connectConsent } from '../../support/consent-client.js';
import { freePort } from '../../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../../support/gatehouse.js';
import { startHost } from '../../support/host.js';
import { send } from '../../support/http-client.js';
import { mortalHost } from '../../support/mortal-host.js';
import { OAuthFlow } from '../../support/oauth-flow.js';
import { startPostgres } from '../../support/postgres.js';
import { startRedis } from '../../support/redis.js';
import { tempDir } from '../../support/temp-dir.js';
import type { Fault } from './program.js';

/** DCRClientCap of every target: low enough for a program to reach it. */
export const CAP = 4;

export interface TargetSettings {
  readonly database: 'sqlite' | 'postgres';
  readonly state: 'memory' | 'redis';
  /** Whether programs cause faults. A paused host costs a deadline, so that one is short then. Default false. */
  readonly suffers?: boolean;
  /** A host with a fault of its own. It runs in this process, so nothing can be killed. */
  readonly around?: (backend: Backend) => Backend;
}

/** A daemon, its host and its database, as a program uses them. */
export interface Target {
  readonly flow: OAuthFlow;
  /** The faults that the parts may suffer. */
  readonly faults: readonly Fault[];
  /** Returns true if the application would accept the access token. */
  verify(accessToken: string): Promise<boolean>;
  revokeClient(clientId: string): Promise<void>;
  expire(of: 'code' | 'refreshToken' | 'accessToken', value: string): Promise<void>;
  /** Empties the database. */
  reset(): Promise<void>;
  /** Causes the fault and repairs it. All parts respond again when it resolves. */
  suffer(fault: Fault): Promise<void>;
  stop(): Promise<void>;
}

const TABLES = ['codes', 'refresh_tokens', 'access_tokens', 'lineages', 'clients'];
const ROWS = {
  code: ['gatehouse_codes', 'code_hash'],
  refreshToken: ['gatehouse_refresh_tokens', 'token_hash'],
  accessToken: ['gatehouse_access_tokens', 'token_hash'],
} as const;

export async function startTarget(settings: TargetSettings): Promise<Target> {
  const [port, hostPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const url =
    settings.database === 'postgres'
      ? await (await startPostgres()).createDatabase()
      : join(tempDir('model'), 'host.db');
  const redis = settings.state === 'redis' ? await startRedis() : undefined;
  const oauth: OAuthOptions = { issuer: origin, resource: `${origin}/mcp`, dcrClientCap: CAP };
  const database = connect(url);
  await migrate(database.sql);
  const issuer = createOpaqueTokenIssuer(database.sql);

  const address = `127.0.0.1:${hostPort}` as const;
  const mortal = settings.around === undefined ? mortalHost(address, oauth, url) : undefined;
  const immortal = settings.around && (await startHost({ address, oauth, database: url, around: settings.around }));
  await mortal?.start();

  const start = (): Promise<Gatehouse> =>
    startGatehouse({
      hostAddress: address,
      port,
      config: {
        'host.deadline': settings.suffers === true ? '1s' : '30s',
        'redis.command_timeout': settings.suffers === true ? '1s' : '30s',
        'consent.address': consentAddress,
      },
      ...(redis === undefined ? {} : { redisUrl: redis.url }),
    });
  const consentAddress = `127.0.0.1:${await freePort()}`;
  let gatehouse = await start();
  await gatehouse.untilReady();
  const consent = connectConsent(consentAddress);

  const happens: Record<Fault, () => Promise<void>> = {
    'kill host': async () => {
      await mortal?.kill();
      await mortal?.start();
    },
    'pause host': async () => {
      mortal?.pause();
      await met(send(`${origin}/authorize?client_id=unknown`));
      mortal?.resume();
    },
    'kill daemon': async () => {
      await gatehouse.process.end('SIGKILL');
      gatehouse = await start();
    },
    'pause Redis': async () => {
      redis?.pause();
      await met(consent.pendingRequest('unknown', 'ada'));
      redis?.resume();
    },
  };

  /** Waits until a read-only request has met the fault: it ends with the daemon's deadline. */
  async function met(request: Promise<unknown>): Promise<void> {
    await request.catch(() => undefined);
  }

  const flow = new OAuthFlow(origin, consent);
  return {
    flow,
    faults:
      mortal === undefined
        ? []
        : ['kill host', 'pause host', ...(redis === undefined ? [] : (['kill daemon', 'pause Redis'] as const))],
    verify: async (accessToken) => (await issuer.verify(accessToken)) !== undefined,
    revokeClient: (clientId) =>
      database.execute(`update gatehouse_clients set revoked_at = 1 where client_id = '${clientId}'`),
    expire: (of, value) => {
      const [table, column] = ROWS[of];
      const hash = createHash('sha256').update(value).digest('hex');
      return database.execute(`update ${table} set expires_at = 1 where ${column} = ${database.bytes(hash)}`);
    },
    async reset() {
      for (const table of TABLES) await database.execute(`delete from gatehouse_${table}`);
    },
    async suffer(fault) {
      await happens[fault]();
      await gatehouse.untilReady();
    },
    async stop() {
      consent.close();
      await gatehouse.stop();
      await mortal?.kill();
      await immortal?.close();
      await redis?.stop();
      await database.close();
    },
  };
}

/** The application's own connection to its database, separate from the host's. */
function connect(url: string) {
  if (url.startsWith('postgres:')) {
    const pool = new Pool({ connectionString: url, max: 4, pipeline: true });
    return {
      sql: postgresDatabase(pool),
      execute: async (text: string): Promise<void> => void (await pool.query(text)),
      bytes: (hex: string) => `decode('${hex}', 'hex')`,
      close: () => pool.end(),
    };
  }
  const [connection, aside] = [new Database(url), new Database(url)];
  aside.exec('pragma busy_timeout = 5000');
  return {
    sql: sqliteDatabase(connection, { synchronous: 'normal' }),
    execute: async (text: string): Promise<void> => void aside.exec(text),
    bytes: (hex: string) => `x'${hex}'`,
    close: async () => {
      connection.close();
      aside.close();
    },
  };
}
