import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { OutageLog } from '../shared/outage-log.js';
import { Exchange } from './forward.js';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';
import type { MountOptions } from './mount-options.js';
import { Places, UpstreamAgent } from './upstream-connections.js';

const TOKEN = '/oauth/mcp/token';
/**
 * A loopback address that no other process uses: every address that begins with 127 belongs to this machine (Linux). So no
 * outgoing connection takes the port of a daemon that is away for a moment.
 */
const OWN_ADDRESS = `127.${64 + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

describe('mountGatehouse, forwarding', () => {
  const servers: Server[] = [];
  let mount: Mount | undefined;
  let lines: [string, Record<string, unknown>, string][];
  let logged: (() => void)[];
  let directory: string;
  beforeEach(() => {
    [lines, logged] = [[], []];
    directory = mkdtempSync(join(tmpdir(), 'mount-'));
  });
  afterEach(async () => {
    mount?.close();
    for (const server of servers.splice(0)) await stop(server);
    rmSync(directory, { recursive: true });
  });

  async function stop(server: Server): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async function serve(listener: RequestListener, where: object = { port: 0, host: '127.0.0.1' }): Promise<Server> {
    const server = createServer(listener).listen(where);
    servers.push(server);
    await once(server, 'listening');
    return server;
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  /** A daemon's listener that answers as specified, with the exchange id. */
  const answering =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? '');
      listener(request, response);
    };
  const daemonOf = (listener: RequestListener, port = 0): Promise<Server> =>
    serve(answering(listener), { port, host: OWN_ADDRESS });

  const note =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push([level, fields as Record<string, unknown>, message]);
      for (const wake of logged.splice(0)) wake();
    };
  const logger = { info: note('info'), warn: note('warn'), error: note('error') };

  async function applicationOf(daemonPort: number, options: Partial<MountOptions> = {}): Promise<number> {
    mount = mountGatehouse({ target: `http://${OWN_ADDRESS}:${daemonPort}`, logger, ...options });
    return portOf(await serve(mount));
  }

  interface Answer {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }
  async function get(where: object, path = TOKEN, headers = {}): Promise<Answer> {
    const request = httpRequest({ host: '127.0.0.1', agent: false, path, headers, ...where }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  }

  it('forwards a request with an empty body that a middleware has already read', async () => {
    const daemon = await daemonOf((_request, response) => response.end('done'));
    const mounted = mountGatehouse({ target: `http://${OWN_ADDRESS}:${portOf(daemon)}`, logger });
    mount = mounted;
    const application = await serve((request, response) => {
      request.resume().once('end', () => mounted(request, response));
    });
    const { status, body } = await get({ port: portOf(application), method: 'POST' }, TOKEN, { 'content-length': '0' });
    expect([status, body]).to.deep.equal([200, 'done']);
  });

  it('relays a redirect that repeats a long state (AS-62)', async () => {
    const location = `https://client.example/?state=${'%7B'.repeat(16_000)}`;
    const daemon = await daemonOf((_request, response) => response.writeHead(302, { location }).end());
    const port = await applicationOf(portOf(daemon));
    const request = httpRequest({ host: '127.0.0.1', port, agent: false, path: TOKEN, maxHeaderSize: 100_000 }).end();
    const [{ statusCode, headers }] = (await once(request, 'response')) as [IncomingMessage];
    expect([statusCode, headers.location === location]).to.deep.equal([302, true]);
    expect(lines).to.deep.equal([]);
  });

  describe('log (docs/operations.md, Logs of an outage)', () => {
    it('has a line with the reason when Gatehouse stops answering, and one when it answers again', async () => {
      const daemon = await daemonOf((_request, response) => response.end());
      const daemonPort = portOf(daemon);
      const port = await applicationOf(daemonPort);
      await get({ port });
      await stop(servers.splice(servers.indexOf(daemon), 1)[0]!);
      for (let i = 0; i < 3; i++) expect((await get({ port }, `${TOKEN}?code=secret`)).status).to.equal(502);
      expect(lines).to.have.length(1);
      const [level, fields, message] = lines[0]!;
      expect([level, message]).to.deep.equal([
        'warn',
        'a request got no response from Gatehouse; counting further failures',
      ]);
      expect(fields).to.include({ method: 'GET', path: TOKEN });
      expect(fields['error']).to.match(/ECONNREFUSED/);
      await daemonOf((_request, response) => response.end(), daemonPort);
      // A peer has recovered once it has answered for a second (outage-log.ts).
      for (let answered = false; lines.length === 1;) {
        const { status } = await get({ port });
        expect(status).to.equal(200);
        if (answered) await new Promise((resolve) => setTimeout(resolve, 20));
        answered = true;
      }
      // How long it was away depends on the machine; outage-log.test.ts has the exact seconds.
      const seconds = lines[1]![1]['seconds'];
      expect(seconds).to.be.a('number');
      expect(lines.slice(1)).to.deep.equal([['info', { failed: 3, seconds }, 'Gatehouse is responding again']]);
    });

    for (const [what, daemon, error] of [
      [
        'answers another request',
        (_: unknown, its: ServerResponse) => its.setHeader('gatehouse-exchange', 'x').end(),
        /id of the request/,
      ],
      ['closes', (request: IncomingMessage) => request.socket.destroy(), /socket hang up/],
      ['is silent', () => undefined, /did not respond in time/],
      [
        'switches protocols',
        (_: unknown, its: ServerResponse) => its.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
        /ended without a response/,
      ],
      [
        'breaks off',
        (_: unknown, its: ServerResponse) =>
          its.writeHead(200, { 'content-length': 9 }).write('x', () => its.destroy()),
        /aborted|ended without/,
      ],
    ] as const) {
      it(`says that Gatehouse ${what}`, async () => {
        const removing = (request: IncomingMessage, response: ServerResponse): void => void daemon(request, response);
        // Only for the silent one: on a busy machine, the others may take longer.
        const limit = what === 'is silent' ? { timeout: 200 } : {};
        const port = await applicationOf(portOf(await daemonOf(removing)), limit);
        const line = new Promise<void>((resolve) => logged.push(resolve));
        await get({ port }).catch(() => undefined);
        await line;
        expect(lines).to.have.length(1);
        expect(String(lines[0]![1]['error'])).to.match(error);
      });
    }

    it('has a reason if the target is a name with several addresses, such as localhost', async () => {
      const port = await applicationOf(1, { target: 'http://several.test:1' });
      const { lookup } = dns;
      const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
      dns.lookup = ((name: string, ...rest: [object, (error: null, all: object[]) => void]) => {
        if (name === 'several.test') setImmediate(rest[1], null, addresses);
        else lookup(name, ...(rest as [object, never]));
      }) as never;
      try {
        expect((await get({ port })).status).to.equal(502);
      } finally {
        dns.lookup = lookup;
      }
      expect(lines[0]![1]['error']).to.equal('ECONNREFUSED');
    });

    it('answers even if its logger throws (shared/logger.ts)', async () => {
      const broken = (): never => {
        throw new Error('the log is full');
      };
      const port = await applicationOf(1, { logger: { info: broken, warn: broken, error: broken } });
      expect((await get({ port })).status).to.equal(502);
    });

    it('goes to stderr as JSON if the application sets no logger', async () => {
      const port = await applicationOf(1, { logger: undefined as never });
      const written: string[] = [];
      const { write } = process.stderr;
      process.stderr.write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
      try {
        await get({ port });
      } finally {
        process.stderr.write = write;
      }
      expect(JSON.parse(written.join(''))).to.include({ level: 'warn', path: TOKEN });
    });
  });

  describe('maxConnections', () => {
    /** A daemon that holds every answer until the test releases it. */
    async function held(): Promise<{ port: number; answers: ServerResponse[]; arrival(nth: number): Promise<void> }> {
      const answers: ServerResponse[] = [];
      const waiting: (() => void)[] = [];
      const daemon = await daemonOf((_request, response) => {
        answers.push(response);
        for (const wake of waiting.splice(0)) wake();
      });
      return {
        port: portOf(daemon),
        answers,
        async arrival(nth) {
          while (answers.length <= nth) await new Promise<void>((resolve) => waiting.push(resolve));
        },
      };
    }

    it('limits the requests in progress; as many wait, and the rest get 503 with the reason', async () => {
      const daemon = await held();
      const port = await applicationOf(daemon.port, { maxConnections: 1 });
      const first = get({ port });
      await daemon.arrival(0);
      const others = [get({ port }), get({ port })];
      const refused = await Promise.race(others);
      expect(refused.status).to.equal(503);
      expect(refused.headers).to.include({
        'content-type': 'application/json',
        'retry-after': '5',
        'cache-control': 'no-store',
      });
      expect(JSON.parse(refused.body)).to.deep.equal({
        error: 'temporarily_unavailable',
        error_description: 'Too many requests are waiting for the authorization server. Try again in a moment.',
      });
      expect(lines.map(([, { error }]) => error)).to.deep.equal(['1 requests are in progress and as many are waiting']);
      expect(daemon.answers).to.have.length(1);
      daemon.answers[0]!.end('first');
      expect((await first).body).to.equal('first');
      await daemon.arrival(1);
      daemon.answers[1]!.end('second');
      expect((await Promise.all(others)).map(({ status }) => status).sort()).to.deep.equal([200, 503]);
    });

    it('gives the place of a waiting client that leaves to the next', async () => {
      const daemon = await held();
      const port = await applicationOf(daemon.port, { maxConnections: 1 });
      const first = get({ port });
      await daemon.arrival(0);
      const application = servers.at(-1)!;
      const came = once(application, 'request') as Promise<[IncomingMessage]>;
      const leaving = httpRequest({ host: '127.0.0.1', port, path: TOKEN, agent: false }).on('error', () => undefined);
      leaving.end();
      const [{ socket }] = await came;
      leaving.destroy();
      await once(socket, 'close');
      const next = get({ port });
      await once(application, 'request');
      daemon.answers[0]!.end('first');
      await first;
      await daemon.arrival(1);
      daemon.answers[1]!.end('next');
      expect((await next).body).to.equal('next');
      expect(daemon.answers).to.have.length(2);
    });

    it('frees the place however a request ends', async () => {
      const daemon = await held();
      const port = await applicationOf(daemon.port, { maxConnections: 1 });
      const broken = get({ port });
      await daemon.arrival(0);
      daemon.answers[0]!.destroy();
      expect((await broken).status).to.equal(502);
      const next = get({ port });
      await daemon.arrival(1);
      daemon.answers[1]!.end('next');
      expect((await next).body).to.equal('next');
    });
  });

  it('returns 502 without throwing if node:http rejects the request', async () => {
    const places = new Places(1, 1000);
    const agent = new UpstreamAgent(1);
    const outage = new OutageLog(logger, { lost: 'lost', stillLost: 'still', back: 'back' });
    const port = portOf(
      await serve((request, response) => {
        const forwarded = {
          path: TOKEN,
          headers: ['X-A', '\u0001'],
          framing: { body: 'none' },
          exchangeId: 'x',
        } as const;
        new Exchange(request, response, forwarded, { target: {}, timeout: 1000, agent, places, outage }).start();
      }),
    );
    // Twice: the first request must have freed its place.
    for (let i = 0; i < 2; i++) expect((await get({ port })).status).to.equal(502);
    expect(String(lines[0]?.[1]['error'])).to.match(/Invalid character/);
    agent.destroy();
  });

  it('forwards to a Unix socket', async () => {
    const path = join(directory, 'gatehouse.sock');
    await serve(
      answering((request, response) => response.end(`${request.method} ${request.url} ${request.headers.host}`)),
      { path },
    );
    mount = mountGatehouse({ target: `unix:${path}` });
    expect((await get({ port: portOf(await serve(mount)) })).body).to.equal(`GET ${TOKEN} localhost`);
  });

  it('forwards to an IPv6 address', async () => {
    const daemon = await serve(
      answering((request, response) => response.end(request.headers.host)),
      { port: 0, host: '::1' },
    );
    mount = mountGatehouse({ target: `http://[::1]:${portOf(daemon)}` });
    expect((await get({ port: portOf(await serve(mount)) })).body).to.equal(`[::1]:${portOf(daemon)}`);
  });

  it('forwards a request without a body even if a body parser has read it to its end', async () => {
    const daemon = await daemonOf((_request, response) => response.end('answered'));
    const made = mountGatehouse({ target: `http://${OWN_ADDRESS}:${portOf(daemon)}`, logger });
    mount = made;
    const application = await serve((request, response) => {
      request.setEncoding('utf8').resume();
      request.once('end', () => made(request, response));
    });
    expect((await get({ port: portOf(application) })).body).to.equal('answered');
  });

  it('ends its kept connections to Gatehouse when it is closed', async () => {
    const daemon = await daemonOf((_request, response) => response.end());
    const keptConnection = async (): Promise<[Mount, Socket]> => {
      const connected = once(daemon, 'connection') as Promise<[Socket]>;
      await get({ port: await applicationOf(portOf(daemon)) });
      return [mount!, (await connected)[0]];
    };
    const [older, open] = await keptConnection();
    const [closing, ended] = await keptConnection();
    const close = once(ended, 'close');
    closing.close();
    await close;
    // The idle timeout would have ended the older one first (upstream-connections.ts).
    expect(open.destroyed).to.equal(false);
    older.close();
  });

  it('returns 505 with the reason on an HTTP/2 server', async () => {
    mount = mountGatehouse({ target: 'http://127.0.0.1:1', logger });
    const server = createHttp2Server(mount as never).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      const stream = session.request({ ':path': TOKEN });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      let body = '';
      for await (const chunk of stream) body += String(chunk);
      expect(headers[':status']).to.equal(505);
      expect(body).to.match(/only forwards requests of an HTTP\/1\.1 server/);
      expect(session.destroyed).to.equal(false);
    } finally {
      session.destroy();
      server.close();
    }
  });

  it('trusts the proxy behind a Unix socket if the application says so', async () => {
    const daemon = await daemonOf((request, response) => response.end(request.headers['x-forwarded-for'] ?? 'none'));
    const asked = async (trustedProxies: string[]): Promise<string> => {
      mount?.close();
      mount = mountGatehouse({ target: `http://${OWN_ADDRESS}:${portOf(daemon)}`, trustedProxies });
      const socketPath = join(directory, `${trustedProxies.length}.sock`);
      await serve(mount, { path: socketPath });
      return (await get({ socketPath }, TOKEN, { 'X-Forwarded-For': '203.0.113.7, 198.51.100.1' })).body;
    };
    expect(await asked(['unix:'])).to.equal('198.51.100.1');
    expect(await asked([])).to.equal('none');
  });
});
