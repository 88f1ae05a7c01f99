import { Abort } from '@gatehouse/host';
import type { HostHandlerOptions } from '@gatehouse/host';
import { migrateAdmin } from '@gatehouse/host/admin';
import type { SqlTokenIssuer } from '@gatehouse/host/sql';
import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Connection } from '../../../daemon/hostcheck/subject/connection.js';
import type { HostCheckOptions } from '../../../daemon/hostcheck/subject/connection.js';
import { ENGINES as SHOP_ENGINES } from '../../conformance/admin/databases.js';
import { ENGINES, migrated } from '../../conformance/sdk-databases.js';
import { serveHost, TOKEN } from '../../conformance/sdk-host-link.js';
import { startChild, untilReady, type Child } from '../../support/child.js';
import { freePort } from '../../support/free-port.js';
import { send } from '../../support/http-client.js';
import { startPostgres } from '../../support/postgres.js';
import { SDK_GO_WORK } from '../../support/sdk-go.js';
import { tempDir } from '../../support/temp-dir.js';
import type { ShopTables } from './shop-tables.js';
import { createShop } from './shop-tables.js';
import { shopAdmin } from './shop.js';
import type { Kysely } from 'kysely';

/** The same application on each SDK: a host of the OAuth half, or the shop with its admin backend. */
export type Half = 'oauth' | 'admin';
export type Engine = 'SQLite' | 'PostgreSQL';
export type Transport = 'gRPC' | 'HTTP with JSON';

export interface Subject {
  readonly sdk: 'TypeScript' | 'Python' | 'Go';
  readonly connection: Connection;
  close(): Promise<unknown>;
}

const PYTHON_APPS = fileURLToPath(new URL('../../../../sdk/python/tests/apps/', import.meta.url));
const PYTHON_SOURCE = fileURLToPath(new URL('../../../../sdk/python/src/', import.meta.url));
const ORIGIN = 'https://shop.example';

/** One host of each SDK, each on an empty database of its own. The Go programs must have been built. */
export async function openSubjects(half: Half, engine: Engine, transport: Transport): Promise<readonly Subject[]> {
  return Promise.all([typescript, python, go].map((open) => open(half, engine, transport)));
}

type Place = Pick<HostCheckOptions, 'address' | 'url' | 'encoding'>;

function subject(sdk: Subject['sdk'], place: Place, close: Subject['close']): Subject {
  const connection = new Connection({ ...place, token: TOKEN, timeoutMs: 30_000 });
  return {
    sdk,
    connection,
    close: async () => {
      connection.close();
      await close();
    },
  };
}

async function typescript(half: Half, engine: Engine, transport: Transport): Promise<Subject> {
  const { options, close } = half === 'oauth' ? await oauthOptions(engine) : await adminOptions(engine);
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const served = await serveHost(
    { applicationName: 'TypeScript', logger: silent, ...options },
    transport === 'gRPC' ? 'unary calls' : 'HTTP with JSON',
  );
  return subject('TypeScript', placeOf(served.at), async () => {
    await served.close();
    await close();
  });
}

function placeOf(at: Awaited<ReturnType<typeof serveHost>>['at']): Place {
  return 'url' in at ? { url: at.url, encoding: 'json' } : { address: at.address };
}

type Application = Promise<{ options: Partial<HostHandlerOptions>; close: () => Promise<unknown> }>;

async function oauthOptions(engine: Engine): Application {
  const { open } = ENGINES.find((one) => one.engine === engine)!;
  const { database, close } = await migrated(open);
  const issuer = refusing(createOpaqueTokenIssuer(database));
  const oauth = { issuer: ORIGIN, resource: `${ORIGIN}/mcp` };
  return { options: { oauth, backend: createSqlBackend({ database, issuer }) }, close };
}

/** As the hosts of the other SDKs do. */
function refusing(issuer: SqlTokenIssuer): SqlTokenIssuer {
  return {
    within(tx) {
      const inner = issuer.within(tx);
      return {
        find: (token) => inner.find(token),
        revokeLineage: (lineage, at) => inner.revokeLineage(lineage, at),
        mint: async (request) => {
          if (request.userId === 'deactivated') throw new Abort('mint_refused', 'this account is deactivated');
          return inner.mint(request);
        },
      };
    },
  };
}

async function adminOptions(engine: Engine): Application {
  const { open } = SHOP_ENGINES.find((one) => one.engine === engine)!;
  const database = await open();
  const db = database.connect() as unknown as Kysely<ShopTables>;
  const admin = shopAdmin(db, database.engine);
  await migrateAdmin(admin.database);
  await createShop(db, database.engine);
  return { options: { admin }, close: () => database.close() };
}

async function python(half: Half, engine: Engine, transport: Transport): Promise<Subject> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const name = `${half === 'admin' ? 'admin_' : ''}${transport === 'gRPC' ? 'grpc' : 'wsgi'}_host`;
  const env = {
    ...process.env,
    ...{ PYTHONPATH: PYTHON_SOURCE, PYTHONDONTWRITEBYTECODE: '1', ORIGIN, GATEHOUSE_HOST__TOKEN: TOKEN },
    ...{ HOST_ADDRESS: address, DATABASE_URL: await pythonDatabase(engine), HOST_NOTES: 'yes' },
  };
  if (transport === 'gRPC') {
    const host = await startChild('/usr/bin/python3', [join(PYTHON_APPS, `${name}.py`)], { env });
    await untilReady(host, 'the Python host', () => said(host, 'listening on'));
    return subject('Python', { address }, () => host.end());
  }
  // It ends workers that take longer to start; the default is 30 seconds.
  const settings = ['--threads', '8', '--worker-class', 'gthread', '--keep-alive', '75', '--timeout', '300'];
  const args = ['-m', 'gunicorn', '--bind', address, ...settings, '--chdir', PYTHON_APPS, `${name}:app`];
  const host = await startChild('/usr/bin/python3', args, { env });
  await untilReady(host, 'the Python host', async () => send(`http://${address}/`));
  return subject('Python', { url: `http://${address}`, encoding: 'json' }, () => host.end());
}

async function pythonDatabase(engine: Engine): Promise<string> {
  if (engine === 'SQLite') return `sqlite:///${join(tempDir('python'), 'host.db')}`;
  return (await (await startPostgres()).createDatabase()).replace('postgres:', 'postgresql:');
}

async function go(half: Half, engine: Engine, transport: Transport): Promise<Subject> {
  const [grpc, http] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const host = await startChild(`${SDK_GO_WORK}${half === 'admin' ? 'adminhost' : 'testhost'}`, [], {
    cwd: tempDir('go'),
    env: {
      ...{ HOST_DATABASE: await goDatabase(engine), HOST_ISSUER: ORIGIN, HOST_TOKEN: TOKEN },
      ...{ HOST_ADDRESS: grpc, HOST_HTTP: http, HOST_NOTES: 'yes' },
    },
  });
  await untilReady(host, 'the Go host', () => said(host, 'listening'));
  const place: Place = transport === 'gRPC' ? { address: grpc } : { url: `http://${http}`, encoding: 'json' };
  return subject('Go', place, () => host.end());
}

async function goDatabase(engine: Engine): Promise<string> {
  if (engine === 'SQLite') return `sqlite:${join(tempDir('go'), 'host.db')}`;
  return `${await (await startPostgres()).createDatabase()}?sslmode=disable`;
}

function said(host: Child, words: string): void {
  if (!host.output().includes(words)) throw new Error(`its output so far:\n${host.output()}`);
}

function ignore(): void {
  // The output of a host does not matter here.
}
