import { send } from './http-client.js';
import type { RawRequest } from './mutations.js';
import type { RegisteredClient } from './oauth-flow.js';
import type { Stack } from './stack.js';

const FORM = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  encoding: 'form',
} as const;
const GET = { method: 'GET', headers: {}, encoding: 'query' } as const;

/** A valid request of every kind, by a client with method client_secret_post. The built-in consent page is enabled. */
export async function validRequests(
  { flow, issuer, resource }: Stack,
  client: RegisteredClient,
): Promise<RawRequest[]> {
  const { code, verifier } = await flow.code(client);
  const { access_token, refresh_token } = await flow.tokens(client);
  const { parameters } = flow.authorizeRequest(client, { scope: 'read', resource });
  const { requestId } = await flow.pending(client);
  const page = await send(`${issuer}/connect?request=${requestId}`);
  const csrfToken = /name="csrf_token" value="([^"]+)"/.exec(page.body)![1]!;
  const credentials = { client_id: client.clientId, client_secret: client.secret! };
  const exchange = {
    ...credentials,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
    resource,
  };
  const refresh = { ...credentials, grant_type: 'refresh_token', refresh_token, scope: 'read' };
  const revoke = { ...credentials, token: access_token, token_type_hint: 'access_token' };
  const register = {
    redirect_uris: 'https://client.example/callback',
    client_name: 'Näme',
    scope: 'read',
    grant_types: 'authorization_code',
    token_endpoint_auth_method: 'none',
    client_uri: 'https://client.example',
    contacts: 'me@client.example',
    software_id: 'x',
  };
  return [
    { ...GET, path: '/oauth/mcp/authorize', pairs: Object.entries(parameters) },
    { ...FORM, path: '/oauth/mcp/token', pairs: Object.entries(exchange) },
    { ...FORM, path: '/oauth/mcp/token', pairs: Object.entries(refresh) },
    { ...FORM, path: '/oauth/mcp/revoke', pairs: Object.entries(revoke) },
    {
      method: 'POST',
      path: '/oauth/mcp/register',
      headers: { 'content-type': 'application/json' },
      encoding: 'json',
      pairs: Object.entries(register),
    },
    { ...GET, path: '/.well-known/oauth-authorization-server', pairs: [] },
    { ...GET, path: '/.well-known/oauth-protected-resource/mcp', pairs: [] },
    { ...GET, path: '/connect', pairs: [['request', requestId]] },
    // Without a scope the server rejects it, and the request remains for the next mutation.
    {
      ...FORM,
      path: `/connect?request=${requestId}`,
      headers: { ...FORM.headers, origin: issuer },
      pairs: Object.entries({ csrf_token: csrfToken, decision: 'grant' }),
    },
    { ...GET, path: '/readyz', pairs: [] },
  ];
}
