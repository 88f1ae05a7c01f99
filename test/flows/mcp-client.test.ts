import { auth, refreshAuthorization, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from 'chai';
import { freePort } from '../support/free-port.js';
import { send } from '../support/http-client.js';
import { MemoryProvider } from '../support/mcp-provider.js';
import { startMcpServer, type McpEndpoint } from '../support/mcp-server.js';
import { USER } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const SUITES = [
  { engine: 'uws', state: 'memory', database: 'sqlite' },
  { engine: 'node', state: 'redis', database: 'postgres' },
] as const;

for (const suite of SUITES) {
  describe(`the MCP SDK's client, engine ${suite.engine}, state in ${suite.state}, host on ${suite.database}`, () => {
    let stack: Stack;
    let mcp: McpEndpoint;
    before(async () => {
      const port = await freePort();
      stack = await startStack({ shared: true, ...suite, resource: `http://127.0.0.1:${port}/mcp` });
      const metadata = `${stack.issuer}/.well-known/oauth-protected-resource/mcp`;
      mcp = await startMcpServer(port, metadata, (token) => stack.host.issuer.verify(token));
    });
    after(async () => {
      await mcp.close();
      await stack.stop();
    });

    for (const authMethod of ['none', 'client_secret_post', 'client_secret_basic']) {
      it(`${authMethod}: discovers, registers, gets consent, calls a tool, refreshes, detects reuse, revokes`, async () => {
        const provider = new MemoryProvider(authMethod);
        await expectUnauthorized(whoami(provider));

        const code = await consentTo(provider);
        await new StreamableHTTPClientTransport(new URL(stack.resource), { authProvider: provider }).finishAuth(code);
        expect(await whoami(provider)).to.equal(`${USER}: read write ai offline_access`);

        const first = keep(provider.saved!);
        await expireAccessTokens();
        expect(await whoami(provider)).to.contain(USER);
        const second = keep(provider.saved!);
        expect(second.access_token).to.not.equal(first.access_token);
        expect(provider.registrations).to.equal(1);

        await expectInvalidGrant(refreshWith(provider, first.refresh_token!));
        await expectUnauthorized(whoami(provider));
        expect(provider.saved, 'invalid_grant makes the SDK drop the tokens').to.equal(undefined);
        expect(provider.registrations, 'and keep the client').to.equal(1);

        const again = await consentTo(provider);
        expect(await auth(provider, { serverUrl: stack.resource, authorizationCode: again })).to.equal('AUTHORIZED');
        expect((await stack.consent.revoke(keep(provider.saved!).access_token)).revoked).to.equal(true);
        await expectUnauthorized(whoami(provider));
      });
    }

    it('registers again automatically when its client was removed (AS-1, AS-112)', async () => {
      const provider = new MemoryProvider('none');
      await expectUnauthorized(whoami(provider));
      const code = await consentTo(provider);
      await auth(provider, { serverUrl: stack.resource, authorizationCode: code });
      keep(provider.saved!);
      await stack.host.revokeClient(provider.client!.client_id);
      await expireAccessTokens();
      await expectUnauthorized(whoami(provider));
      expect(provider.registrations).to.equal(2);
    });

    /** One tool call over a separate connection. */
    async function whoami(provider: MemoryProvider): Promise<string> {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(stack.resource), { authProvider: provider });
      try {
        await client.connect(transport);
        const { content } = await client.callTool({ name: 'whoami' });
        return (content as { text: string }[])[0]!.text;
      } finally {
        await client.close();
      }
    }

    /** The user's browser: follows the client's link, and consents. */
    async function consentTo(provider: MemoryProvider): Promise<string> {
      const { headers } = await send(provider.authorizationUrl!.href);
      const requestId = new URL(headers.location!).searchParams.get('request')!;
      const { redirectUrl } = await stack.flow.grant(requestId);
      const parameters = new URL(redirectUrl!).searchParams;
      expect(parameters.get('state')).to.equal('state of the MCP client');
      expect(parameters.get('iss')).to.equal(stack.issuer);
      const code = parameters.get('code')!;
      stack.flow.secrets.add(requestId).add(code).add(provider.codeVerifier());
      const secret = provider.client?.client_secret;
      if (secret !== undefined) stack.flow.secrets.add(secret);
      return code;
    }

    function keep(tokens: OAuthTokens): OAuthTokens {
      stack.flow.secrets.add(tokens.access_token).add(tokens.refresh_token!);
      return tokens;
    }

    async function expireAccessTokens(): Promise<void> {
      await stack.host.execute('update gatehouse_access_tokens set expires_at = 1');
    }

    async function refreshWith(provider: MemoryProvider, refreshToken: string): Promise<OAuthTokens> {
      const metadata = await send(`${stack.issuer}/.well-known/oauth-authorization-server`);
      return refreshAuthorization(stack.issuer, {
        metadata: metadata.json() as unknown as AuthorizationServerMetadata,
        clientInformation: provider.client!,
        refreshToken,
        resource: stack.resource,
      });
    }
  });
}

async function expectUnauthorized(work: Promise<unknown>): Promise<void> {
  const error = await work.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(UnauthorizedError);
}

async function expectInvalidGrant(work: Promise<unknown>): Promise<void> {
  const error = await work.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(InvalidGrantError);
}
