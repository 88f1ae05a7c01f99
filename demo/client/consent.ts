import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, ShownPage } from './browser.js';
import type { MemoryProvider } from './provider.js';
import { expect } from './steps.js';

/** The client's redirect URI: a listener on a loopback port that the system chooses (RFC 8252 §7.3). */
export class Callback {
  #received = new URLSearchParams();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<Callback> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const callback = new Callback(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', callback.url);
      // A browser also requests an icon.
      if (pathname !== '/callback') {
        response.writeHead(404).end();
        return;
      }
      callback.#received = searchParams;
      response.setHeader('content-type', 'text/plain').end('Back at the client. You may close this window.\n');
    });
    return callback;
  }

  /** The parameters of the browser's last request; returned only once. */
  take(): URLSearchParams {
    const parameters = this.#received;
    this.#received = new URLSearchParams();
    return parameters;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const LOGIN = { email: 'ada@example.test', password: 'demo-password' };

/** Opens the authorize endpoint as the user's browser would, and signs in if asked. Ends on the consent page. */
export async function openConsentPage(browser: Browser, provider: MemoryProvider): Promise<ShownPage> {
  expect(provider.authorizationUrl, 'the SDK did not ask for authorization');
  let page = await browser.open(provider.authorizationUrl);
  if (page.url.pathname === '/sign-in') page = await browser.submit(page, '/sign-in', LOGIN);
  expect(page.url.pathname === '/connect' && page.status === 200, `expected the consent page, got ${where(page)}`);
  return page;
}

/** Ticks the scopes, presses Allow, and returns the code that arrives at the redirect URI. */
export async function allow(
  browser: Browser,
  callback: Callback,
  provider: MemoryProvider,
  page: ShownPage,
  scopes: readonly string[],
): Promise<string> {
  const end = await browser.submit(page, '/connect', { scope: scopes }, 'allow');
  expect(end.url.href.startsWith(callback.url), `expected to be at the redirect URI, got ${where(end)}`);
  const answer = callback.take();
  expect(answer.get('state') === provider.lastState, 'the returned state differs from the one that was sent');
  const issuer = provider.discovery?.authorizationServerMetadata?.issuer;
  expect(answer.get('iss') === issuer, `iss is ${String(answer.get('iss'))} instead of ${String(issuer)} (RFC 9207)`);
  const code = answer.get('code');
  expect(code, `no code arrived, but ${answer.toString()}`);
  return code;
}

function where(page: ShownPage): string {
  return `${page.status} at ${page.url.pathname}`;
}
