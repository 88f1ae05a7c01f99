import {
  auth,
  extractWWWAuthenticateParams,
  refreshAuthorization,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { randomUUID } from 'node:crypto';
import type { Browser, ShownPage } from './browser.js';
import type { Callback } from './consent.js';
import { allow, LOGIN, openConsentPage } from './consent.js';
import type { MemoryProvider } from './provider.js';
import type { Steps } from './steps.js';
import { expect, short } from './steps.js';

/** One raw MCP request, without the SDK, which would sign in again after an error. */
export function postToMcp(url: string, token?: string, tool = 'list_notes'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: randomUUID(),
      method: 'tools/call',
      params: { name: tool, arguments: {} },
    }),
  });
}

export interface Flow {
  readonly issuer: string;
  readonly steps: Steps;
  readonly callback: Callback;
  readonly browser: Browser;
  readonly provider: MemoryProvider;
  readonly client: () => Client;
}

const GRANTED = ['read', 'write', 'offline_access'];

/** The whole life of a connection, from the first 401 to the last. */
export async function runFlow(flow: Flow): Promise<void> {
  const { steps, provider } = flow;
  const mcpUrl = `${flow.issuer}/mcp`;
  await connect(flow, mcpUrl);
  await steps.run('Call tools over MCP', () => callTools(flow, mcpUrl));
  await steps.run('Call a tool that the user did not allow', async () => {
    const refused = await postToMcp(mcpUrl, provider.pair().access, 'summarise_notes');
    const { error, scope } = extractWWWAuthenticateParams(refused);
    expect(
      refused.status === 403 && error === 'insufficient_scope',
      `expected 403 insufficient_scope, got ${refused.status}`,
    );
    return [`403 insufficient_scope, required scope: ${String(scope)}`];
  });

  const spent = provider.pair().refresh;
  await steps.run('Refresh: get a new pair of tokens and spend the old refresh token', async () => {
    expect((await auth(provider, { serverUrl: mcpUrl })) === 'AUTHORIZED', 'the refresh did not yield tokens');
    expect(provider.pair().refresh !== spent, 'the refresh token was not rotated');
    await expectStatus(mcpUrl, provider.pair().access, 200);
    return [`refresh token ${short(spent)} became ${short(provider.pair().refresh)}`];
  });
  await steps.run('Replay the spent refresh token, as a thief would', async () => {
    await expectInvalidGrant(flow, spent);
    await expectInvalidGrant(flow, provider.pair().refresh);
    await expectStatus(mcpUrl, provider.pair().access, 401);
    return [
      'invalid_grant, and the whole lineage is revoked:',
      'the thief gets nothing, and the newest tokens are rejected too',
    ];
  });

  await reconnect(flow, mcpUrl);
  await steps.run('The user disconnects the app on the page “Connected apps”', async () => {
    const page = await flow.browser.open(`${flow.issuer}/apps`);
    await disconnect(flow.browser, page, provider.clientMetadata.client_name ?? '');
    await expectStatus(mcpUrl, provider.pair().access, 401);
    await expectInvalidGrant(flow, provider.pair().refresh);
    return ['access token refused with 401, refresh token with invalid_grant'];
  });

  await reconnect(flow, mcpUrl);
  await steps.run('The client revokes its token itself (RFC 7009)', async () => {
    await revoke(flow);
    await expectStatus(mcpUrl, provider.pair().access, 401);
    await expectInvalidGrant(flow, provider.pair().refresh);
    return ['access token refused with 401, refresh token with invalid_grant'];
  });
  // Leaves a connection for the user to see, and to disconnect, on the page “Connected apps”.
  await reconnect(flow, mcpUrl);
}

async function connect(flow: Flow, mcpUrl: string): Promise<void> {
  const { steps, provider, browser, callback } = flow;
  await steps.run('Ask the MCP endpoint without a token', async () => {
    const refused = await postToMcp(mcpUrl);
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(refused.status === 401 && resourceMetadataUrl, `expected 401 with resource_metadata, got ${refused.status}`);
    return [`401, resource metadata at ${resourceMetadataUrl.href}`];
  });
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider });
  await steps.run('Discover the authorization server and register', async () => {
    await expectUnauthorized(flow.client().connect(transport));
    const metadata = provider.discovery?.authorizationServerMetadata;
    expect(metadata?.issuer === flow.issuer, `the metadata's issuer is ${String(metadata?.issuer)}`);
    return [
      `authorization server ${metadata.issuer}`,
      `token endpoint ${metadata.token_endpoint}`,
      `registered as ${String(provider.client?.client_id)}`,
    ];
  });
  let page: ShownPage | undefined;
  await steps.run('Open the authorize endpoint in a browser, sign in', async () => {
    page = await openConsentPage(browser, provider);
    return [`signed in as ${LOGIN.email}, consent page at ${page.url.pathname}`];
  });
  let code = '';
  await steps.run('Consent: allow everything except “ai”', async () => {
    expect(page, 'there is no consent page');
    expect(page.text.includes(new URL(callback.url).hostname), 'the consent page does not show where access goes');
    code = await allow(browser, callback, provider, page, GRANTED);
    return [`a code arrived at ${callback.url}, with the correct state and iss`];
  });
  await steps.run('Exchange the code for tokens', async () => {
    await transport.finishAuth(code);
    const { access, refresh, scope, expiresIn } = provider.pair();
    expect(scope.split(' ').sort().join() === [...GRANTED].sort().join(), `the scope is "${scope}"`);
    return [`access token ${short(access)}, ${expiresIn} s`, `refresh token ${short(refresh)}`, `scope ${scope}`];
  });
}

/** The client is already registered and the user signed in, so only the consent page is left. */
async function reconnect(flow: Flow, mcpUrl: string): Promise<void> {
  const { steps, provider, browser, callback } = flow;
  await steps.run('Connect again', async () => {
    provider.forgetTokens();
    expect((await auth(provider, { serverUrl: mcpUrl })) === 'REDIRECT', 'the SDK did not ask for authorization');
    const page = await openConsentPage(browser, provider);
    const authorizationCode = await allow(browser, callback, provider, page, GRANTED);
    await auth(provider, { serverUrl: mcpUrl, authorizationCode });
    await expectStatus(mcpUrl, provider.pair().access, 200);
    return [`access token ${short(provider.pair().access)} works`];
  });
}

async function callTools(flow: Flow, mcpUrl: string): Promise<string[]> {
  const client = flow.client();
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: flow.provider });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const note = `Written by the demo client at ${new Date().toISOString()}`;
    await client.callTool({ name: 'add_note', arguments: { text: note } });
    const listed = JSON.stringify(await client.callTool({ name: 'list_notes', arguments: {} }));
    expect(listed.includes(note), 'the note that add_note wrote is not in list_notes');
    return [`tools: ${tools.map(({ name }) => name).join(', ')}`, 'add_note wrote a note, list_notes shows it'];
  } finally {
    await client.close();
  }
}

/** Disconnects every connection of this client, and no other app of the user. */
async function disconnect(browser: Browser, page: ShownPage, clientName: string): Promise<void> {
  const entries = page.text.split('<li ').filter((entry) => entry.includes(`“${clientName}”`));
  expect(entries.length > 0, 'the page does not show this client');
  for (const entry of entries) {
    const [, lineage = ''] = /name="lineage" value="([^"]*)"/.exec(entry) ?? [];
    await browser.submit(page, '/apps/disconnect', { lineage });
  }
}

async function revoke(flow: Flow): Promise<void> {
  const metadata = flow.provider.discovery?.authorizationServerMetadata;
  const endpoint = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  expect(endpoint, 'the metadata names no revocation endpoint');
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      token: flow.provider.pair().access,
      client_id: flow.provider.client?.client_id ?? '',
    }),
  });
  expect(response.status === 200, `the revocation endpoint returned ${response.status}`);
}

async function expectStatus(mcpUrl: string, token: string, status: number): Promise<void> {
  const response = await postToMcp(mcpUrl, token);
  expect(response.status === status, `the MCP endpoint returned ${response.status} instead of ${status}`);
}

async function expectInvalidGrant(flow: Flow, refreshToken: string): Promise<void> {
  const { discovery, client } = flow.provider;
  const metadata = discovery?.authorizationServerMetadata;
  expect(metadata && client, 'the client has not discovered an authorization server');
  const outcome = await refreshAuthorization(flow.issuer, { metadata, clientInformation: client, refreshToken }).then(
    () => 'tokens',
    (error: unknown) => error,
  );
  expect(outcome instanceof InvalidGrantError, `an invalid refresh token yielded ${String(outcome)}`);
}

async function expectUnauthorized(connecting: Promise<void>): Promise<void> {
  const outcome = await connecting.then(
    () => 'a connection',
    (error: unknown) => error,
  );
  expect(outcome instanceof UnauthorizedError, `connecting without a token yielded ${String(outcome)}`);
}
