import { createHash, randomBytes } from 'node:crypto';
import { createHost, type TransactionBundle } from '@gatehouse/host';
import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  sqliteDatabase,
} from '@gatehouse/host/sql';
import Database from 'libsql';
import { Pool } from 'pg';
import { orderedId } from '../../daemon/core/crypto.js';
import {
  authorization,
  CHALLENGE,
  exchange,
  REDIRECT_URI,
  refresh,
  registration,
  SCOPE,
  servePreparations,
  times,
} from './peer.js';

/** The host under Gatehouse: the SDK's backend on an SQLite file or on PostgreSQL; every commit is synced to disk. */
const ISSUER = 'http://localhost:1';
const RESOURCE = `${ISSUER}/mcp`;
const TOKEN_PATH = '/oauth/mcp/token';
const CLIENT = 'bench-client';
const BATCH = 500;
const HOUR = 3_600_000;

const url = process.env['BENCH_POSTGRES'];
const database =
  url === undefined
    ? sqliteDatabase(new Database(process.env['BENCH_SQLITE'] ?? ':memory:'))
    : postgresDatabase(new Pool({ connectionString: url, max: 20 }));
await migrate(database);
const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
const host = createHost({
  applicationName: 'Benchmark',
  address: '127.0.0.1:0',
  backend,
  oauth: { issuer: ISSUER, resource: RESOURCE, dcrClientCap: 1_000_000 },
});
const { address } = await host.listen();

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const scopes = SCOPE.split(' ');
const grantContext = Buffer.alloc(0);

await write((bundle, now) =>
  bundle.clients
    .create(
      {
        clientId: CLIENT,
        clientName: 'Benchmark',
        redirectUris: [REDIRECT_URI],
        tokenEndpointAuthMethod: 'none',
        scopes,
        grantTypes: ['authorization_code', 'refresh_token'],
        registeredAt: now,
        selfRegistered: false,
        metadata: {},
      },
      { cap: 0, evictOldestUnconsented: false, replaceExisting: false },
    )
    .then(() => undefined),
);

servePreparations({ address }, async ({ scenario, count }) => {
  switch (scenario) {
    case 'metadata':
      return [{ method: 'GET', path: '/.well-known/oauth-authorization-server' }];
    case 'register':
      return times(count, (index) => registration('/oauth/mcp/register', index));
    case 'authorize':
      return times(count, (index) => authorization('/oauth/mcp/authorize', CLIENT, index));
    case 'exchange':
      return (await credentials(count, createCode)).map((code) => exchange(TOKEN_PATH, CLIENT, code));
    case 'refresh':
      return (await credentials(count, createRefreshToken)).map((token) => refresh(TOKEN_PATH, CLIENT, token));
  }
});

type Create = (bundle: TransactionBundle, hash: Buffer, index: number, now: Date) => Promise<void>;

async function credentials(count: number, create: Create): Promise<string[]> {
  const made = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  for (let start = 0; start < count; start += BATCH) {
    await write(async (bundle, now) => {
      for (const [offset, credential] of made.slice(start, start + BATCH).entries()) {
        await create(bundle, hashOf(credential), start + offset, now);
      }
    });
  }
  return made;
}

const createCode: Create = (bundle, codeHash, index, now) =>
  bundle.codes.create({
    codeHash,
    clientId: CLIENT,
    userId: `user-${String(index)}`,
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    scopes,
    resource: RESOURCE,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + HOUR),
    grantContext,
  });

const createRefreshToken: Create = (bundle, tokenHash, index, now) =>
  bundle.refreshTokens.create({
    tokenHash,
    lineageId: orderedId(),
    clientId: CLIENT,
    userId: `user-${String(index)}`,
    scopes,
    resource: RESOURCE,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + HOUR),
    lineageStartedAt: now,
    grantContext,
    lineageRevoked: false,
  });

function write(work: (bundle: TransactionBundle, now: Date) => Promise<void>): Promise<void> {
  const now = new Date();
  return backend.transaction((bundle) => work(bundle, now), {
    readOnly: false,
    deadline: new Date(now.getTime() + 60_000),
  });
}
