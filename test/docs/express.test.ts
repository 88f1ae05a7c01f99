import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { Browser, type ShownPage } from '../../demo/client/browser.js';
import { allow, Callback } from '../../demo/client/consent.js';
import { MemoryProvider } from '../../demo/client/provider.js';
import type { Child } from '../support/child.js';
import { send } from '../support/http-client.js';
import { startWebsite, type Website } from '../support/website.js';
import { FollowedPage } from './followed-page.js';

const ADA = { login: 'ada', password: 'demo-password' };

describe('docs/express.md, followed in an empty folder', () => {
  let page: FollowedPage;
  let application: Child;
  let daemon: Child;
  let origin: string;
  /** The redirect URI of the page. Its reader takes only the code from it. */
  let nothing: Website;
  before(async () => {
    page = await FollowedPage.follow('docs/express.md');
    origin = `http://localhost:${page.port('8080')}`;
    application = await page.startApplication('app.js', origin);
    daemon = await page.startDaemon();
    nothing = await startWebsite((_request, response) => void response.writeHead(404).end());
  });
  after(async () => {
    expect(await daemon.end()).to.deep.equal({ code: 0, signal: null });
    expect(await application.end()).to.deep.equal({ code: 0, signal: null });
    await nothing.close();
  });

  it('the commands lead from a 401 to a tool call', async () => {
    const ask = page.commands('ask').replace('http://127.0.0.1:7777', nothing.origin);
    const lines = (await page.shell(`${ask}\nprintf '%s\\n' "$client" "$verifier"`)).trim().split('\n');
    expect(lines[0]).to.contain(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`);
    expect(lines[1]).to.contain(`"authorization_servers":["${origin}"]`);
    expect(lines[2]).to.contain(`"registration_endpoint":"${origin}/oauth/mcp/register"`);
    const [link = '', client = '', verifier = ''] = lines.slice(3);

    const browser = new Browser(origin);
    const shown = await openConsentPage(browser, link);
    const end = await browser.submit(shown, '/connect', { scope: ['read', 'offline_access'] }, 'allow');
    const code = end.url.searchParams.get('code') ?? '';
    const token = page.commands('token').replace('PASTE_THE_CODE', code);
    const env = { base: origin, callback: `${nothing.origin}/callback`, client, verifier };
    const [answer = '', result = ''] = (await page.shell(token, env)).trim().split('\n');
    expect(JSON.parse(answer)).to.include({ token_type: 'Bearer', scope: 'read offline_access' });
    expect(JSON.parse(answer)).to.have.property('refresh_token');
    expect(result).to.contain('Water the plants.');
  });

  it('a token that is not valid gets invalid_token, a request without one does not (RFC 6750 §3.1)', async () => {
    const challengeFor = async (headers: Readonly<Record<string, string>>) => {
      const { status, headers: received } = await send(`${origin}/mcp`, { method: 'POST', headers, body: '' });
      return `${status} ${received['www-authenticate']}`;
    };
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    expect(await challengeFor({})).to.equal(`401 Bearer ${metadata}`);
    expect(await challengeFor({ authorization: 'Bearer x' })).to.equal(`401 Bearer error="invalid_token", ${metadata}`);
  });

  it('a real MCP client gets the tools that the user allowed', async () => {
    const callback = await Callback.listen();
    const provider = new MemoryProvider(callback.url);
    const connect = async (): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider });
      await client.connect(transport);
      return client;
    };
    const refused = await connect().catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UnauthorizedError);

    const browser = new Browser(origin);
    const consentPage = await openConsentPage(browser, String(provider.authorizationUrl));
    const code = await allow(browser, callback, provider, consentPage, ['read']);
    await new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider }).finishAuth(code);
    callback.close();

    const client = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).to.deep.equal(['list_notes']);
    await client.close();
  });

  it('the consent page denies, rejects forms of other sites, and forgets a request that was answered', async () => {
    const ask = page.commands('ask').replace('http://127.0.0.1:7777', nothing.origin);
    const link = (await page.shell(ask)).trim().split('\n').at(-1) ?? '';
    const browser = new Browser(origin);
    const shown = await openConsentPage(browser, link);
    expect(shown.headers.get('content-security-policy')).to.contain("frame-ancestors 'none'");
    const foreign = await browser.open(shown.url, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(foreign.status).to.equal(403);
    const denied = await browser.submit(shown, '/connect', {}, 'deny');
    expect(denied.url.searchParams.get('error')).to.equal('access_denied');
    expect((await browser.open(shown.url)).status).to.equal(404);
    expect((await browser.open(`${origin}/connect?request=invented`)).status).to.equal(404);
  });

  async function openConsentPage(browser: Browser, link: string): Promise<ShownPage> {
    const signIn = await browser.open(link);
    const shown = await browser.submit(signIn, '/connect/sign-in', ADA);
    expect(shown.status, shown.text).to.equal(200);
    return shown;
  }
});
