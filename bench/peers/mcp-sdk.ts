import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import express from 'express';
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

/** The MCP SDK's own auth router over maps, with the minimum of custom code. */
interface Grant {
  readonly clientId: string;
  readonly challenge: string;
}

const clients = new Map<string, OAuthClientInformationFull>();
const codes = new Map<string, Grant>();
const refreshTokens = new Map<string, Grant>();
const accessTokens = new Map<string, Grant>();
const pending = new Map<string, object>();
const token = (): string => randomBytes(32).toString('base64url');

function issue(grant: Grant): OAuthTokens {
  const [accessToken, refreshToken] = [token(), token()];
  accessTokens.set(accessToken, grant);
  refreshTokens.set(refreshToken, grant);
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: refreshToken,
    scope: SCOPE,
  };
}

function spend(store: Map<string, Grant>, key: string, clientId: string): Grant {
  const grant = store.get(key);
  if (grant?.clientId !== clientId) throw new Error('invalid grant');
  store.delete(key);
  return grant;
}

const provider: OAuthServerProvider = {
  clientsStore: {
    getClient: (clientId) => clients.get(clientId),
    registerClient(client) {
      const registered = { ...client, client_id: token(), client_id_issued_at: Math.floor(Date.now() / 1000) };
      clients.set(registered.client_id, registered);
      return registered;
    },
  },
  authorize(client, params, res) {
    const request = token();
    pending.set(request, { client, params });
    res.redirect(302, `/connect?request=${request}`);
    return Promise.resolve();
  },
  challengeForAuthorizationCode: (_client, code) => Promise.resolve(codes.get(code)?.challenge ?? ''),
  exchangeAuthorizationCode: async (client, code) => issue(spend(codes, code, client.client_id)),
  exchangeRefreshToken: async (client, refreshToken) => issue(spend(refreshTokens, refreshToken, client.client_id)),
  verifyAccessToken: () => Promise.reject(new Error('not measured')),
};

const app = express();
const unlimited = { rateLimit: false } as const;
app.use(
  mcpAuthRouter({
    provider,
    issuerUrl: new URL('http://localhost:1'),
    authorizationOptions: unlimited,
    tokenOptions: unlimited,
    clientRegistrationOptions: unlimited,
    revocationOptions: unlimited,
  }),
);

const client: OAuthClientInformationFull = {
  client_id: 'bench',
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'none',
  scope: SCOPE,
};
clients.set(client.client_id, client);

const server = app.listen(0, '127.0.0.1', () => {
  servePreparations({ port: (server.address() as AddressInfo).port }, async ({ scenario, count }) => {
    const grant = { clientId: client.client_id, challenge: CHALLENGE };
    switch (scenario) {
      case 'metadata':
        return [{ method: 'GET', path: '/.well-known/oauth-authorization-server' }];
      case 'register':
        return times(count, (index) => registration('/register', index));
      case 'authorize':
        return times(count, (index) => authorization('/authorize', client.client_id, index));
      case 'exchange':
        return times(count, () => {
          const code = token();
          codes.set(code, grant);
          return exchange('/token', client.client_id, code);
        });
      case 'refresh':
        return times(count, () => refresh('/token', client.client_id, issue(grant).refresh_token ?? ''));
    }
  });
});
