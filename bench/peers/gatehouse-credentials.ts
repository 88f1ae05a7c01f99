import { createHash, randomBytes } from 'node:crypto';
import type { TransactionBundle } from '@gatehouse/host';
import { createOpaqueTokenIssuer, createSqlBackend, postgresDatabase, sqliteDatabase } from '@gatehouse/host/sql';
import Database from 'libsql';
import { Pool } from 'pg';
import { orderedId } from '../../daemon/core/crypto.js';
import { CLIENT, RESOURCE } from './gatehouse-client.js';
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

/**
 * Prepares Gatehouse's requests: writes codes and refresh tokens to the database of its host. A process of its own, so that
 * CPU and memory of the host are those of serving.
 */
const TOKEN_PATH = '/oauth/mcp/token';
const BATCH = 500;
const HOUR = 3_600_000;

const url = process.env['BENCH_POSTGRES'];
const database =
  url === undefined
    ? sqliteDatabase(new Database(process.env['BENCH_SQLITE'] ?? ':memory:'))
    : postgresDatabase(new Pool({ connectionString: url, max: 1 }));
const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });

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
      { cap: 0, evictOldestUnconsented: false, replaceExisting: true },
    )
    .then(() => undefined),
);

servePreparations({}, async ({ scenario, count, expired = false }) => {
  const life = expired ? -HOUR : HOUR;
  switch (scenario) {
    case 'metadata':
      return [{ method: 'GET', path: '/.well-known/oauth-authorization-server' }];
    case 'register':
      return times(count, (index) => registration('/oauth/mcp/register', index));
    case 'authorize':
      return times(count, (index) => authorization('/oauth/mcp/authorize', CLIENT, index));
    case 'exchange':
      return (await credentials(count, life, createCode)).map((code) => exchange(TOKEN_PATH, CLIENT, code));
    case 'refresh':
      return (await credentials(count, life, createRefreshToken)).map((token) => refresh(TOKEN_PATH, CLIENT, token));
  }
});

interface Credential {
  readonly hash: Buffer;
  readonly userId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

type Create = (bundle: TransactionBundle, credential: Credential) => Promise<void>;

async function credentials(count: number, life: number, create: Create): Promise<string[]> {
  const made = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  for (let start = 0; start < count; start += BATCH) {
    await write(async (bundle, now) => {
      const expiresAt = new Date(now.getTime() + life);
      for (const [offset, credential] of made.slice(start, start + BATCH).entries()) {
        const userId = `user-${String(start + offset)}`;
        await create(bundle, { hash: hashOf(credential), userId, issuedAt: now, expiresAt });
      }
    });
  }
  return made;
}

function createCode(bundle: TransactionBundle, { hash: codeHash, ...credential }: Credential): Promise<void> {
  return bundle.codes.create({
    ...credential,
    codeHash,
    clientId: CLIENT,
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    scopes,
    resource: RESOURCE,
    grantContext,
  });
}

function createRefreshToken(bundle: TransactionBundle, { hash: tokenHash, ...credential }: Credential): Promise<void> {
  return bundle.refreshTokens.create({
    ...credential,
    tokenHash,
    lineageId: orderedId(),
    clientId: CLIENT,
    scopes,
    resource: RESOURCE,
    lineageStartedAt: credential.issuedAt,
    grantContext,
    lineageRevoked: false,
  });
}

function write(work: (bundle: TransactionBundle, now: Date) => Promise<void>): Promise<void> {
  const now = new Date();
  return backend.transaction((bundle) => work(bundle, now), {
    readOnly: false,
    deadline: new Date(now.getTime() + 60_000),
  });
}
