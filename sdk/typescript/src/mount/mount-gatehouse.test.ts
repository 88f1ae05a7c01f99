import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Mount, MountOptions } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';

const TOKEN = '/oauth/mcp/token';

describe('mountGatehouse (spec: "mounted by the application in a raw route group")', () => {
  const servers: Server[] = [];
  let mount: Mount | undefined;

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** An application in front of a daemon that answers as told. Returns the application's port. */
  async function application(daemon: RequestListener, options: Partial<MountOptions> = {}): Promise<number> {
    const daemonPort = await serve(daemon);
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

  it('forwards the paths of Gatehouse, and leaves all others to the application', async () => {
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

  it('forwards the consent page, the admin backend and an issuer with a path where the application says so', async () => {
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

  it('without a next function answers 404 to what is not of Gatehouse', async () => {
    const made = mountGatehouse({ target: 'http://127.0.0.1:1' });
    expect((await get(await serve(made), '/other')).status).to.equal(404);
  });

  it('passes method, Host, body and repeated headers on, and takes out what belongs to one connection', async () => {
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
    expect(received?.headers).to.include({
      host: 'notes.example',
      'content-length': '5',
      'x-forwarded-for': '127.0.0.1',
    });
    expect(received?.headersDistinct['x-a']).to.deep.equal(['1', '2']);
    expect(received?.headers).not.to.have.any.keys('x-b', 'te', 'transfer-encoding');
  });

  it('adds the peer to X-Forwarded-For, and leaves what it cannot judge', async () => {
    const port = await application((request, response) => response.end(request.headers['x-forwarded-for']));
    const headers = ['Host', 'a', 'X-Forwarded-For', '203.0.113.7', 'X-Forwarded-For', 'forged'];
    expect((await send(port, { path: TOKEN, headers })).body).to.equal('203.0.113.7, forged, 127.0.0.1');
  });

  it('passes status, headers, several cookies and the body back, without what belongs to one connection', async () => {
    const port = await application((_request, response) => {
      response.writeHead(401, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'WWW-Authenticate', 'Basic', 'X-C', '1']);
      response.write('hel');
      response.end('lo');
    });
    const answer = await get(port, TOKEN);
    expect(answer).to.include({ status: 401, body: 'hello' });
    expect(answer.headers).to.deep.include({ 'set-cookie': ['a=1', 'b=2'], 'www-authenticate': 'Basic', 'x-c': '1' });
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

  it('a GET with a chunked body stays one request: its body is not read as the next one', async () => {
    const seen: string[] = [];
    const port = await application((request, response) => {
      seen.push(request.url ?? '');
      request.resume().on('end', () => response.end());
    });
    const smuggled = 'GET /oauth/mcp/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    socket.write(`GET ${TOKEN} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`);
    await once(socket.resume(), 'close');
    await get(port, TOKEN);
    expect(seen).to.deep.equal([TOKEN, TOKEN]);
  });

  it('a browser that goes away ends the request to Gatehouse', async () => {
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

  it('half a body does not become a whole one when the browser goes away', async () => {
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

  it('an answer that breaks off breaks off for the browser too', async () => {
    const port = await application((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('part', () => response.destroy());
    });
    const outcome = await get(port, TOKEN).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error);
  });

  it('Gatehouse away: 502 temporarily_unavailable as JSON, at once, also for a request with a large body', async () => {
    const made = mountGatehouse({ target: 'http://127.0.0.1:1' });
    const port = await serve(made);
    for (const body of ['', 'x'.repeat(300_000)]) {
      const answer = await send(port, { method: 'POST', path: TOKEN }, body);
      expect(answer.status).to.equal(502);
      expect(answer.headers).to.include({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(JSON.parse(answer.body)).to.include({ error: 'temporarily_unavailable' });
    }
  });

  it('Gatehouse silent: the same, after the timeout', async () => {
    const port = await application(() => undefined, { timeout: 30 });
    expect((await get(port, TOKEN)).status).to.equal(502);
  });

  it('an answer given before the body was read, with the connection closed (413), arrives', async () => {
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

  it('refuses a target that it cannot forward to', () => {
    expect(() => mountGatehouse({ target: 'https://gatehouse.example' })).to.throw(/target must be an http: URL/);
  });
});

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
