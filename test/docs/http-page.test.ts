import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.js';
import { startNginx, type Nginx } from '../support/nginx.js';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/hosts/http.md', import.meta.url)), 'utf8');

/** A server that answers with its name, and remembers what it was asked. */
class Asked {
  last: IncomingMessage | undefined;
  readonly #server: Server;

  constructor(name: string) {
    this.#server = createServer((request, response) => {
      this.last = request;
      const length = Number(request.headers['x-state-length'] ?? 0);
      response.writeHead(200, length === 0 ? {} : { location: 's'.repeat(length) }).end(name);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('nginx as docs/hosts/http.md configures it', () => {
  const gatehouse = new Asked('gatehouse');
  const application = new Asked('application');
  let nginx: Nginx;
  let port: number;
  before(async () => {
    const block = /^```nginx\n([\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? '';
    port = await freePort();
    const places = {
      'server 127.0.0.1:8081': `server 127.0.0.1:${await gatehouse.listen()}`,
      'listen 8080': `listen 127.0.0.1:${port}`,
      'http://127.0.0.1:8000': `http://127.0.0.1:${await application.listen()}`,
    };
    for (const from of Object.keys(places)) expect(block, 'the block of the page').to.contain(from);
    const placed = Object.entries(places).reduce((changed, [from, to]) => changed.replace(from, to), block);
    nginx = await startNginx(port, placed);
  });
  after(async () => {
    await nginx.stop();
    gatehouse.close();
    application.close();
    expect(nginx.log()).to.equal('');
  });

  /** "200 application". Sends the path as it is. */
  const answer = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (body += part));
        response.once('end', () => resolve(`${response.statusCode ?? 0} ${body}`));
      });
      sent.once('error', reject);
      sent.end();
    });

  it('forwards every path of the table that it enables, and nothing else (HC-12)', async () => {
    const table = [...PAGE.matchAll(/^\| (`.*) +\| (.+?) +\|$/gm)].map(([, path = '', when = '']) => ({ path, when }));
    const always = table.filter(({ when }) => when === 'always' || when === 'with the admin backend');
    const paths = always.flatMap(({ path }) => [...path.matchAll(/`(\/[^`]+)`/g)].map(([, each = '']) => each));
    expect(paths).to.include.members(['/oauth/mcp/', '/backend', '/.well-known/oauth-protected-resource']);
    for (const path of [...paths, ...paths.map((each) => `${each.replace(/\/$/, '')}/below?a=%2F&b`)]) {
      expect(await answer(path), path).to.equal('200 gatehouse');
      expect(gatehouse.last?.url, 'not decoded and not normalized').to.equal(path);
    }
    for (const path of ['/', '/backends', '/oauth', '/metrics', '/readyz', '/oauth/mcp', '/a/backend', '/Backend']) {
      expect(await answer(path), path).to.equal('200 application');
    }
  });

  it('keeps the host from browsers', async () => {
    for (const path of [
      '/gatehouse/gatehouse.host.v1.HostService/Describe',
      '//gatehouse/x',
      '/%67atehouse/x',
      '/a/../gatehouse/x',
    ]) {
      expect(await answer(path), path).to.match(/^404 /);
    }
  });

  it('passes on a redirect that repeats a long state (AS-62)', async () => {
    expect(await answer('/oauth/mcp/authorize', { 'x-state-length': '12000' })).to.equal('200 gatehouse');
  });

  it('replaces the forwarding headers of clients by its own (AS-181)', async () => {
    await answer('/oauth/mcp/token', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
    expect(gatehouse.last?.headers).to.include({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });
});
