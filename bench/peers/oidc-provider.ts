import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
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
import { sqliteStore } from './oidc-sqlite-adapter.js';

/** oidc-provider with an adapter over a map, or over SQLite when BENCH_SQLITE names a file. No ID tokens. */
function memoryAdapter(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const key = (id: string): string => `${model}:${id}`;
    return {
      upsert: async (id, payload) => void rows.set(key(id), payload),
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid),
      findByUserCode: async () => undefined,
      destroy: async (id) => void rows.delete(key(id)),
      async consume(id) {
        const row = rows.get(key(id));
        if (row !== undefined) row.consumed = Math.floor(Date.now() / 1000);
      },
      revokeByGrantId: async () => undefined,
    };
  };
}

const sqliteFile = process.env['BENCH_SQLITE'];
const sqlite = sqliteFile === undefined ? undefined : sqliteStore(sqliteFile);
const CLIENT = 'bench';
const provider = new Provider('http://localhost:1', {
  adapter: sqlite?.adapter ?? memoryAdapter(),
  clients: [
    {
      client_id: CLIENT,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    },
  ],
  clientDefaults: { application_type: 'native' },
  scopes: ['read', 'write', 'ai', 'offline_access'],
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  features: { devInteractions: { enabled: false }, registration: { enabled: true }, revocation: { enabled: true } },
  interactions: { url: (_ctx, interaction) => `/connect?request=${interaction.uid}` },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  cookies: { keys: ['bench'] },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 600,
    Grant: 86400,
    Interaction: 600,
    RefreshToken: 86400,
    Session: 86400,
  },
});

async function grantFor(accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: CLIENT });
  grant.addOIDCScope(SCOPE);
  return grant.save();
}

async function credential(model: 'AuthorizationCode' | 'RefreshToken', index: number): Promise<string> {
  const client = await provider.Client.find(CLIENT);
  if (client === undefined) throw new Error('the client is missing');
  const accountId = `user-${String(index)}`;
  const shared = { accountId, client, grantId: await grantFor(accountId), scope: SCOPE, gty: 'authorization_code' };
  const made =
    model === 'AuthorizationCode'
      ? new provider.AuthorizationCode({
          ...shared,
          redirectUri: REDIRECT_URI,
          codeChallenge: CHALLENGE,
          codeChallengeMethod: 'S256',
        })
      : new provider.RefreshToken({ ...shared, rotations: 0, iiat: Math.floor(Date.now() / 1000) });
  return made.save();
}

if (sqlite !== undefined) {
  // All writes of a request, and those of other requests of the same moment, share one commit before their answers.
  provider.use(async (_ctx, next) => {
    await next();
    await sqlite.durable();
  });
}

/** The requests of one round are created in one commit: the benchmark does not measure their creation. */
async function prepared<T>(work: () => Promise<T>): Promise<T> {
  const made = await work();
  await sqlite?.durable();
  return made;
}

const server = provider.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  servePreparations({ port, synchronous: sqlite?.synchronous }, async ({ scenario, count }) => {
    switch (scenario) {
      case 'metadata':
        return [{ method: 'GET', path: '/.well-known/openid-configuration' }];
      case 'register':
        return times(count, (index) => registration('/reg', index));
      case 'authorize':
        return times(count, (index) => authorization('/auth', CLIENT, index));
      case 'exchange':
        return prepared(() =>
          times(count, async (index) => exchange('/token', CLIENT, await credential('AuthorizationCode', index))),
        );
      case 'refresh':
        return prepared(() =>
          times(count, async (index) => refresh('/token', CLIENT, await credential('RefreshToken', index))),
        );
    }
  });
});
