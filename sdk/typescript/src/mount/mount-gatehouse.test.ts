import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Duration } from '../shared/duration.js';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';
import type { MountOptions } from './mount-options.js';

const TOKEN = '/oauth/mcp/token';
/** A request after which the server closes the connection. */
const LAST = `GET ${TOKEN} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

describe('mountGatehouse (AS-2)', () => {
  const servers: Server[] = [];
  let mount: Mount | undefined;

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /**
   * An application in front of a daemon that answers as specified, with the exchange id. Returns the application's port.
   */
  async function application(daemon: RequestListener, options: Partial<MountOptions> = {}): Promise<number> {
    const daemonPort = await serve((request, response) => {
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? 'none');
      daemon(request, response);
    });
    const made = mountGatehouse({ target: `http://127.0.0.1:${daemonPort}`, ...options });
    mount = made;
    return serve((request, response) => made(request, response, () => response.end('the application')));
  }

  afterEach(async () => {
    mount?.close();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('forwards the paths of Gatehouse, and leaves all others to the application (AS-2)', async () => {
    const port = await application((request, response) => response.end(`gatehouse ${request.url}`));
    const ours = [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/app',
      '/.well-known/oauth-protected-resource/mcp?x=%2F..',
      '/oauth/mcp/authorize?a=b&a=c%20d',
      TOKEN,
    ];
    for (const path of ours) expect((await get(port, path)).body).to.equal(`gatehouse ${path}`);
    const others = ['/', '/connect', '/oauth', '/oauth/mcpx', '/oauth/other', '/admin', '/app/oauth/mcp/token', '/mcp'];
    for (const path of others) expect((await get(port, path)).body, path).to.equal('the application');
  });

  it('forwards the consent page, the admin backend and an issuer with a path if the application says so', async () => {
    const daemon: RequestListener = (_request, response) => response.end('gatehouse');
    const port = await application(daemon, { issuerPath: '/app', consentPage: true, adminPath: '/app/admin' });
    const ours = ['/app/connect?request=x', '/app/connect/grant', '/app/oauth/mcp/token', '/app/admin/x'];
    for (const path of [
      ...ours,
      '/app/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
    ]) {
      expect((await get(port, path)).body, path).to.equal('gatehouse');
    }
    expect((await get(port, '/connect')).body).to.equal('the application');
  });

  it("without a next function, returns 404 for paths that are not Gatehouse's", async () => {
    const made = mountGatehouse({ target: 'http://127.0.0.1:1' });
    expect((await get(await serve(made), '/other')).status).to.equal(404);
  });

  it('forwards method, body and repeated headers, and removes headers of one connection', async () => {
    let received: IncomingMessage | undefined;
    const port = await application((request, response) => {
      received = request;
      request.pipe(response);
    });
    const headers = [
      'Host',
      'notes.example',
      'X-A',
      '1',
      'X-A',
      '2',
      'Connection',
      'close, x-b',
      'X-B',
      '3',
      'TE',
      'gzip',
    ];
    const answer = await send(
      port,
      { method: 'POST', path: TOKEN, headers: [...headers, 'Content-Length', '5'] },
      'a=b&c',
    );
    expect(answer.body).to.equal('a=b&c');
    expect(received?.method).to.equal('POST');
    expect(received?.headers).to.include({ 'content-length': '5', 'x-forwarded-for': '127.0.0.1' });
    expect(received?.headersDistinct['x-a']).to.deep.equal(['1', '2']);
    expect(received?.headers).not.to.have.any.keys('x-b', 'te', 'transfer-encoding');
  });

  it("replaces the client's Host and X-Forwarded-For with its own", async () => {
    let received: IncomingMessage | undefined;
    const port = await application((request, response) => {
      received = request;
      response.end();
    });
    const forged = ['Host', 'a', 'X-Forwarded-For', '203.0.113.7', 'Forwarded', 'for=203.0.113.7', 'X-Real-IP', '::1'];
    await send(port, { path: TOKEN, headers: [...forged, 'X_Forwarded_For', '203.0.113.7', 'X-Forwarded-Host', 'b'] });
    expect(received?.headers.host).to.match(/^127\.0\.0\.1:\d+$/);
    expect(received?.headersDistinct['x-forwarded-for']).to.deep.equal(['127.0.0.1']);
    expect(received?.headers).not.to.have.any.keys('forwarded', 'x-real-ip', 'x_forwarded_for', 'x-forwarded-host');
  });

  it('sends the address that a trusted proxy saw, and none of the addresses to its left', async () => {
    const port = await application((request, response) => response.end(request.headers['x-forwarded-for']), {
      trustedProxies: ['127.0.0.0/8'],
    });
    const headers = [
      'Host',
      'a',
      'X-Forwarded-For',
      'forged, 198.51.100.1',
      'X-Forwarded-For',
      '203.0.113.7, 127.0.0.9',
    ];
    expect((await send(port, { path: TOKEN, headers })).body).to.equal('203.0.113.7');
  });

  it('relays status, headers, several cookies and the body, without headers of one connection', async () => {
    const port = await application((_request, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.writeHead(401, {
        'WWW-Authenticate': 'Basic',
        'X-C': '1',
        Connection: 'X-D, content-length',
        'X-D': '1',
      });
      response.write('hel');
      response.end('lo');
    });
    const answer = await get(port, TOKEN);
    expect(answer).to.include({ status: 401, body: 'hello' });
    expect(answer.headers).to.deep.include({ 'set-cookie': ['a=1', 'b=2'], 'www-authenticate': 'Basic', 'x-c': '1' });
    expect(answer.headers).not.to.have.any.keys('gatehouse-exchange', 'x-d');
  });

  it('streams both ways: the first bytes arrive before the last are sent', async () => {
    const port = await application((request, response) => {
      request.on('data', (chunk: Buffer) => response.write(chunk));
      request.on('end', () => response.end());
    });
    const open = httpRequest({ port, method: 'POST', path: TOKEN });
    open.write('first');
    const [answer] = (await once(open, 'response')) as [IncomingMessage];
    const [chunk] = (await once(answer, 'data')) as [Buffer];
    expect(chunk.toString()).to.equal('first');
    open.end('second');
    expect(((await once(answer, 'data')) as [Buffer])[0].toString()).to.equal('second');
  });

  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    for (const framing of ['Transfer-Encoding: chunked', 'Content-Length: 5']) {
      it(`rejects a body on ${method} (${framing}) with 400, and closes (RFC 9110 §9.3.1)`, async () => {
        const seen: string[] = [];
        const port = await application((request, response) => {
          seen.push(request.url ?? '');
          response.end();
        });
        const body = framing.startsWith('T') ? '5\r\nhello\r\n0\r\n\r\n' : 'hello';
        const next = `GET ${TOKEN} HTTP/1.1\r\nHost: a\r\n\r\n`;
        const answer = await raw(port, `${method} ${TOKEN} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}${next}`);
        expect(answer).to.match(/^HTTP\/1\.1 400 /);
        expect(answer.match(/HTTP\/1\.1 /g)).to.have.length(1);
        expect(seen).to.deep.equal([]);
      });
    }
  }

  for (const [what, header] of [
    ['sized', 'Content-Length: 5'],
    ['chunked', 'Transfer-Encoding: chunked'],
  ] as const) {
    it(`frames a ${what} body on DELETE regardless of the Connection header (RFC 9110 §7.6.1)`, async () => {
      const port = await application((request, response) => {
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        response.write(`${String(length)} ${String(coding)} `);
        request.pipe(response);
      });
      const body = what === 'sized' ? 'hello' : '5\r\nhello\r\n0\r\n\r\n';
      const names = 'close, content-length, transfer-encoding, host';
      const head = `DELETE ${TOKEN} HTTP/1.1\r\nHost: a\r\n${header}\r\nConnection: ${names}\r\n\r\n`;
      expect(await raw(port, head + body))
        .to.contain(what === 'sized' ? '5 undefined ' : 'undefined chunked ')
        .and.contain('hello');
    });
  }

  it('lets the Connection header remove only extension headers that Gatehouse does not read', async () => {
    let received: IncomingMessage | undefined;
    const port = await application((request, response) => {
      received = request;
      response.end();
    });
    const kept = [
      'authorization',
      'cookie',
      'content-type',
      'origin',
      'sec-fetch-site',
      'x-requested-with',
      'x-request-id',
    ];
    const removed = ['x-a', 'x-custom-hop'];
    const headers = [...kept, ...removed].flatMap((name) => [name, 'value-of-sixteen']);
    await send(port, {
      path: TOKEN,
      headers: ['Host', 'a', 'Connection', [...kept, ...removed].join(', '), ...headers],
    });
    expect(received?.headers)
      .to.include.keys(...kept)
      .and.not.to.have.any.keys(...removed);
  });

  it("rejects a head that Gatehouse would reject (431), even if only the mount's headers make it too large", async () => {
    const port = await application((_request, response) => response.end('forwarded'));
    const headers = (count: number): string[] => Array.from({ length: count }, (_, i) => [`X-${i}`, '1']).flat();
    // The mount adds Host, Connection, the exchange id and X-Forwarded-For.
    expect((await send(port, { path: TOKEN, headers: ['Host', 'a', ...headers(60)] })).status).to.equal(200);
    expect((await send(port, { path: TOKEN, headers: ['Host', 'a', ...headers(61)] })).status).to.equal(431);
    expect((await send(port, { path: `${TOKEN}?${'q'.repeat(15_000)}` })).status).to.equal(200);
    expect((await send(port, { path: `${TOKEN}?${'q'.repeat(16_200)}` })).status).to.equal(431);
  });

  it('rejects more headers than node:http exposes (431), because a dropped one may frame the body', async () => {
    const port = await application((_request, response) => response.end('forwarded'));
    const post = (headers: string): string =>
      `POST ${TOKEN} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: 5\r\n\r\nhello`;
    // None of these is forwarded, so none counts towards Gatehouse's limit.
    expect(await raw(port, post('TE:1\r\n'.repeat(62)) + LAST)).to.match(/^HTTP\/1\.1 200 /);
    for (const count of [63, 1000, 2001]) {
      expect(await raw(port, post('TE:1\r\n'.repeat(count))), String(count)).to.match(/^HTTP\/1\.1 431 /);
    }
    servers.at(-1)!.maxHeadersCount = 11;
    expect(await raw(port, post('TE:1\r\n'.repeat(8)) + LAST)).to.match(/^HTTP\/1\.1 200 /);
    expect(await raw(port, post('TE:1\r\n'.repeat(9)))).to.match(/^HTTP\/1\.1 431 /);
  });

  for (const [what, bytes, status] of [
    ['a method that Gatehouse does not implement', `PROPFIND ${TOKEN} HTTP/1.1\r\nHost: a\r\n\r\n`, 501],
    ['a target with a fragment', `GET ${TOKEN}?#x HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
    [
      'a coding in addition to chunked',
      `POST ${TOKEN} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a length of 11 digits', `POST ${TOKEN} HTTP/1.1\r\nHost: a\r\nContent-Length: 00000000005\r\n\r\nhello`, 400],
  ] as const) {
    it(`rejects ${what}, and closes the connection`, async () => {
      const port = await application((_request, response) => response.end('forwarded'));
      expect(await raw(port, bytes)).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
    });
  }

  it('reports that the application has already read the body', async () => {
    const made = (mount = mountGatehouse({ target: 'http://127.0.0.1:1' }));
    const port = await serve((request, response) => {
      request.resume().on('end', () => made(request, response));
    });
    const answer = await send(
      port,
      { method: 'POST', path: TOKEN, headers: ['Host', 'a', 'Content-Length', '2'] },
      'ab',
    );
    expect(answer.status).to.equal(500);
    expect(answer.body).to.contain('before body parsers');
  });

  it('ends the request to Gatehouse when the browser disconnects', async () => {
    let arrived = (_request: IncomingMessage): void => undefined;
    const arrival = new Promise<IncomingMessage>((resolve) => {
      arrived = resolve;
    });
    const port = await application((request) => arrived(request));
    const open = httpRequest({ port, path: TOKEN }).on('error', () => undefined);
    open.end();
    const upstream = await arrival;
    open.destroy();
    await once(upstream.socket, 'close');
  });

  it('never completes a truncated body when the browser disconnects', async () => {
    let ended = false;
    let gone = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    let arrived = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const port = await application((request) => {
      request.on('data', arrived);
      request.on('end', () => (ended = true));
      request.on('close', gone);
      request.on('error', () => undefined);
    });
    const open = httpRequest({ port, method: 'POST', path: TOKEN }).on('error', () => undefined);
    open.write('half');
    await arrival;
    open.destroy();
    await closed;
    expect(ended).to.equal(false);
  });

  it("aborts the browser's response when Gatehouse aborts its answer", async () => {
    const port = await application((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('part', () => response.destroy());
    });
    const outcome = await get(port, TOKEN).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error);
  });

  it('returns 502 temporarily_unavailable as JSON immediately if Gatehouse is unavailable, also for a large body', async () => {
    const made = mountGatehouse({ target: 'http://127.0.0.1:1' });
    const port = await serve(made);
    for (const body of ['', 'x'.repeat(300_000)]) {
      const answer = await send(port, { method: 'POST', path: TOKEN }, body);
      expect(answer.status).to.equal(502);
      expect(answer.headers).to.include({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(JSON.parse(answer.body)).to.include({ error: 'temporarily_unavailable' });
    }
  });

  it('returns the same after the configured timeout if Gatehouse is silent', async () => {
    const finished: string[] = [];
    const ask = async (timeout: Duration, name: string): Promise<void> => {
      const port = await application(() => undefined, { timeout });
      expect((await get(port, TOKEN)).status).to.equal(502);
      finished.push(name);
    };
    // With the same timeout for all, it would end before the second of the others. As it is, it ends with the servers.
    ask('1h', 'patient').catch(() => undefined);
    await ask(100, 'impatient');
    await ask('100ms', 'impatient');
    expect(finished).to.deep.equal(['impatient', 'impatient']);
  });

  it('relays an answer given before the body was read, even if the connection closes (413)', async () => {
    const port = await application((_request, response) => {
      response.writeHead(413, { connection: 'close' }).end('too large');
    });
    const answer = await send(
      port,
      { method: 'POST', path: TOKEN, headers: ['Host', 'a', 'Content-Length', '10'] },
      '0123456789',
    );
    expect(answer).to.include({ status: 413, body: 'too large' });
  });
});

/** Sends bytes, and returns all received bytes until the server closes. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(bytes);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
function get(port: number, path: string): Promise<Answer> {
  return send(port, { path });
}
async function send(port: number, options: object, body = ''): Promise<Answer> {
  const request = httpRequest({ host: '127.0.0.1', port, ...options });
  const answered = once(request, 'response');
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await answered) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() };
}
