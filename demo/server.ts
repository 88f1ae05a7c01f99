import { createConsentClient, createHost } from '@gatehouse/host';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, sqliteDatabase } from '@gatehouse/host/sql';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createApp } from './app.js';
import { openBlog } from './blog/blog.js';
import { readConfig } from './config.js';
import { Notes } from './db/notes.js';
import type { NotesSchema } from './db/schema.js';
import { createTables } from './db/schema.js';
import { seed } from './db/seed.js';
import { Sessions, Users } from './db/users.js';
import { verifierOf } from './mcp/bearer.js';
import { ConnectedApps } from './pages/apps.js';

/**
 * Listens on both loopback addresses, because programs resolve "localhost" to either, or on a single given address. Returns
 * a function that stops listening and waits for requests in progress.
 */
async function listen(
  handler: RequestListener,
  port: number,
  bindAddress: string | undefined,
): Promise<() => Promise<void>> {
  const hosts = bindAddress === undefined ? ['127.0.0.1', '::1'] : [bindAddress];
  const servers: Server[] = [];
  for (const host of hosts) {
    try {
      servers.push(await listenOn(handler, port, host));
    } catch (error) {
      // A machine or container without IPv6.
      const { code } = error as NodeJS.ErrnoException;
      if (host !== '::1' || (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT')) throw error;
    }
  }
  return async () => {
    await Promise.all(servers.map(close));
  };
}

function listenOn(handler: RequestListener, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(handler);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** The application process: the web application and, for the daemon, the gRPC host. */
const config = readConfig(process.env);
const mcpUrl = `${config.issuer}/mcp`;

// The application's own data, through Kysely.
const notesFile = new Database(config.database);
notesFile.exec('pragma journal_mode = wal; pragma foreign_keys = on');
const db = new Kysely<NotesSchema>({ dialect: new SqliteDialect({ database: notesFile }) });
await createTables(db);
const users = new Users(db);
const notes = new Notes(db);
await seed(users, notes);

// Clients, codes and tokens, through the SDK, in a separate file: two connections of one process that write to the same
// SQLite file would have to wait for each other.
const grants = sqliteDatabase(new Database(config.grantsDatabase));
await migrate(grants);
const issuer = createOpaqueTokenIssuer(grants);
const backend = createSqlBackend({ database: grants, issuer });

// The administrators' data, in a separate file too.
const blog = config.blogDatabase === undefined ? undefined : await openBlog(config.blogDatabase);

// Serves the daemon: the options of the authorization server, the stores, the access tokens, the records.
const host = createHost({
  applicationName: 'Acme Notes',
  address: config.grpcAddress,
  ...(config.grpcToken !== undefined && { token: config.grpcToken }),
  // Cursor registers a cursor: URI among others, and one rejected URI fails its whole registration.
  oauth: { issuer: config.issuer, resource: mcpUrl, privateUseRedirectSchemes: ['cursor'] },
  backend,
  ...(blog && { admin: blog.admin }),
});
await host.listen();

// Used by the consent page.
const consent = createConsentClient({
  address: config.consentAddress,
  ...(config.consentToken !== undefined && { token: config.consentToken }),
});

const app = createApp({
  issuer: config.issuer,
  gatehouseUrl: config.gatehouseUrl,
  users,
  sessions: new Sessions(db),
  notes,
  connectedApps: new ConnectedApps(backend),
  consent,
  verifyToken: verifierOf(issuer, mcpUrl),
});
const closeWeb = await listen(app, config.port, config.bindAddress);
console.log(`Acme Notes listens at ${config.issuer}`);

async function stop(): Promise<void> {
  await closeWeb();
  // Last, so that the daemon can finish the requests in progress.
  await host.close();
  consent.close();
  await blog?.close();
  await db.destroy();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
