import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';
import { MAX_PIPELINED } from './client-connection.js';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';
import type { MountOptions } from './mount-options.js';

const TOKEN = '/oauth/mcp/token';
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** docs/security-shared-connections.md, "Connections of clients". */
describe('mountGatehouse, connections of clients', () => {
  const servers: Server[] = [];
  const clients: Socket[] = [];
  let mount: Mount;
  let port: number;
  /** What reached the daemon: method and path. */
  let seen: string[];
  /** What reached the application's own handler. */
  let own: string[];
  let arrivals: Arrival[];
  let arrived: (() => void)[];
  let log: string[];

  beforeEach(() => {
    [seen, own, arrivals, arrived, log] = [[], [], [], [], []];
  });
  afterEach(async () => {
    mount.close();
    for (const client of clients.splice(0)) client.destroy();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(options: ServerOptions, listener: RequestListener): Promise<number> {
    const server = createServer(options, listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** A daemon that answers when it is told to, unless `daemon` answers; and an application in front of it. */
  async function start(
    options: Partial<MountOptions> = {},
    { parser = {}, daemon, application }: Partial<Started> = {},
  ): Promise<void> {
    const daemonPort = await serve({}, (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? '');
      arrivals.push({ request, response });
      daemon?.(request, response);
      for (const wake of arrived.splice(0)) wake();
    });
    const note = (_fields: object, message: string): void => void log.push(message);
    mount = mountGatehouse({
      target: `http://127.0.0.1:${daemonPort}`,
      logger: { info: note, warn: note, error: note },
      ...options,
    });
    port = await serve(parser, (request, response) => {
      application?.(request, response);
      mount(request, response, () => {
        own.push(`${request.method} ${request.url}`);
        if (request.url !== '/slow') response.end('the application');
      });
    });
  }
  interface Started {
    readonly parser: ServerOptions;
    readonly daemon: RequestListener;
    /** Sees each request before the mount. */
    readonly application: RequestListener;
  }

  async function arrival(nth: number): Promise<Arrival> {
    while (arrivals.length <= nth) await new Promise<void>((resolve) => arrived.push(resolve));
    return arrivals[nth]!;
  }

  function open(bytes: string): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(socket);
    socket.write(bytes, 'latin1');
    return socket;
  }

  /** Everything that comes back until the server closes. */
  async function all(socket: Socket): Promise<string> {
    let received = '';
    for await (const chunk of socket.setEncoding('latin1')) received += String(chunk);
    return received;
  }
  const statuses = (answers: string): number[] =>
    [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  describe('pipelining', () => {
    it('has one request of a connection under way at a time, and refuses what does not wait in the queue', async () => {
      let most = 0;
      let now = 0;
      await start(
        {},
        {
          daemon: (request, response) => {
            most = Math.max(most, ++now);
            setImmediate(() => {
              now--;
              response.end(request.url);
            });
          },
        },
      );
      const socket = open(Array.from({ length: 300 }, (_, i) => get(`${TOKEN}/${i}`)).join(''));
      const answers = await all(socket);
      expect(most).to.equal(1);
      expect(statuses(answers)).to.deep.equal([...new Array<number>(1 + MAX_PIPELINED).fill(200), 503]);
      expect(answers).to.contain('Wait for responses before you send more');
      expect(seen).to.deep.equal(Array.from({ length: 1 + MAX_PIPELINED }, (_, i) => `GET ${TOKEN}/${i}`));
    });

    it('carries out requests with bodies in their order, each with its own', async () => {
      await start({}, { daemon: (request, response) => void request.pipe(response) });
      const socket = open(post(TOKEN, 'first') + post(TOKEN, 'second') + get(TOKEN, 'Connection: close\r\n'));
      expect((await all(socket)).match(/first|second/g)).to.deep.equal(['first', 'second']);
    });

    it('keeps the connections of others out of it', async () => {
      await start();
      open(get(`${TOKEN}/a`) + get(`${TOKEN}/b`));
      await arrival(0);
      const other = open(get(`${TOKEN}/c`, 'Connection: close\r\n'));
      (await arrival(1)).response.end('c');
      expect(statuses(await all(other))).to.deep.equal([200]);
      expect(seen).to.deep.equal([`GET ${TOKEN}/a`, `GET ${TOKEN}/c`]);
    });

    it('a client that leaves takes its waiting requests with it', async () => {
      await start();
      const client = open(post(`${TOKEN}/a`, 'x') + post(`${TOKEN}/b`, 'x'));
      const { request } = await arrival(0);
      client.destroy();
      await once(request.socket, 'close');
      const witness = open(get(`${TOKEN}/c`, 'Connection: close\r\n'));
      (await arrival(1)).response.end();
      await all(witness);
      expect(seen).to.deep.equal([`POST ${TOKEN}/a`, `GET ${TOKEN}/c`]);
      expect(log).to.deep.equal([]);
    });

    it('a client that leaves ends a request whose answer was not yet the next to be written', async () => {
      await start();
      const client = open(get('/slow') + get(TOKEN));
      const { request } = await arrival(0);
      client.destroy();
      await once(request.socket, 'close');
      expect(own).to.deep.equal(['GET /slow']);
      expect(log).to.deep.equal([]);
    });
  });

  describe('behind a refused request nothing is processed (RFC 9112 §9.6)', () => {
    const smuggled = post(TOKEN, 'smuggled') + post('/of-the-application', 'smuggled');
    for (const [what, bytes, status] of [
      ['a method that is not implemented', `PURGE ${TOKEN} HTTP/1.1\r\nHost: a\r\n\r\n`, 501],
      ['a body on GET', `GET ${TOKEN} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx`, 400],
      ['too many headers', get(TOKEN, 'X: 1\r\n'.repeat(100)), 431],
      [
        'two lengths',
        `POST ${TOKEN} HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
      ],
    ] as const) {
      it(`${what}, with a lenient parser`, async () => {
        await start({}, { parser: { insecureHTTPParser: true } });
        expect(statuses(await all(open(bytes + smuggled)))).to.deep.equal([status]);
        expect([seen, own]).to.deep.equal([[], []]);
      });
    }

    it('nor behind Connection: close, which a lenient parser reads past', async () => {
      await start(
        {},
        { parser: { insecureHTTPParser: true }, daemon: (_request, response) => void response.end('answered') },
      );
      expect(statuses(await all(open(get(TOKEN, 'Connection: close\r\n') + smuggled)))).to.deep.equal([200]);
      expect([seen, own]).to.deep.equal([[`GET ${TOKEN}`], []]);
    });

    it('nor behind a request to upgrade, of which node:http loses the rest of the packet (RFC 9110 §7.8)', async () => {
      await start({}, { daemon: (_request, response) => void response.end('answered') });
      const upgrade = get(TOKEN, 'Connection: upgrade\r\nUpgrade: h2c\r\n');
      expect(statuses(await all(open(upgrade + post(TOKEN, 'lost') + get(TOKEN))))).to.deep.equal([200]);
      expect(seen).to.deep.equal([`GET ${TOKEN}`]);
    });

    it('but a request that was taken before keeps its answer', async () => {
      await start();
      const client = open(`${get(TOKEN)}PURGE ${TOKEN} HTTP/1.1\r\nHost: a\r\n\r\n`);
      (await arrival(0)).response.end('taken');
      expect(statuses(await all(client))).to.deep.equal([200, 501]);
    });
  });

  describe('what a lenient parser lets through is judged (RFC 9110 §5.5)', () => {
    for (const [what, header] of [
      ['a control character in a value', 'X-A: a\x01b'],
      ['DEL in a value', 'X-A: a\x7fb'],
      ['a control character in a value that is not forwarded', 'X-Forwarded-A: \x02'],
      ['CR in a value', 'X-A: a\rb'],
    ] as const) {
      it(`rejects ${what} with 400`, async () => {
        await start({}, { parser: { insecureHTTPParser: true } });
        expect(statuses(await all(open(get(TOKEN, `${header}\r\n`))))).to.deep.equal([400]);
        expect(seen).to.deep.equal([]);
      });
    }

    it('forwards every character that a value may have', async () => {
      await start({}, { daemon: (request, response) => void response.end(request.headers['x-a']) });
      const value = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
      const allowed = value.replace(/[\0-\x08\x0a-\x1f\x7f]/g, '').trim();
      const answer = await all(open(get(TOKEN, `X-A: ${allowed}\r\nConnection: close\r\n`)));
      expect(answer).to.contain(Buffer.from(allowed).toString('latin1'));
    });
  });

  describe('an application that answers by itself, as a middleware with a timeout does', () => {
    const timedOut = (response: ServerResponse): void => void response.writeHead(503).end('timed out');

    it('before Gatehouse did: its answer stands, and the request to Gatehouse ends', async () => {
      let response: ServerResponse | undefined;
      await start({}, { application: (_request, its) => (response = its) });
      const client = open(get(TOKEN, 'Connection: close\r\n'));
      const { request } = await arrival(0);
      timedOut(response!);
      await once(request.socket, 'close');
      expect(await all(client)).to.match(/^HTTP\/1\.1 503 .*timed out/s);
      expect(log).to.deep.equal([]);
    });

    it('while its answer is not yet the next to be written, and Gatehouse answers too', async () => {
      const responses: ServerResponse[] = [];
      await start({}, { application: (_request, response) => void responses.push(response) });
      const client = open(get('/slow') + get(TOKEN, 'Connection: close\r\n'));
      const { request, response } = await arrival(0);
      timedOut(responses[1]!);
      const closed = once(request.socket, 'close');
      response.end('late');
      await closed;
      responses[0]!.end('slow');
      expect(statuses(await all(client))).to.deep.equal([200, 503]);
      expect(log).to.deep.equal([]);
    });

    it('while the request waits for its turn: Gatehouse is not asked', async () => {
      const responses: ServerResponse[] = [];
      await start({}, { application: (_request, response) => void responses.push(response) });
      const client = open(get(`${TOKEN}/a`) + get(`${TOKEN}/b`) + get(`${TOKEN}/c`, 'Connection: close\r\n'));
      const first = await arrival(0);
      timedOut(responses[1]!);
      first.response.end('a');
      (await arrival(1)).response.end('c');
      expect(statuses(await all(client))).to.deep.equal([200, 503, 200]);
      expect(seen).to.deep.equal([`GET ${TOKEN}/a`, `GET ${TOKEN}/c`]);
    });

    for (const [what, path, bytes] of [
      ['is forwarded', TOKEN, get(TOKEN, 'Connection: close\r\n')],
      ['is refused', TOKEN, `PURGE ${TOKEN} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ] as const) {
      it(`before the mount saw the request, which ${what}`, async () => {
        await start({}, { application: (_request, response) => timedOut(response) });
        expect(statuses(await all(open(bytes)))).to.deep.equal([503]);
        expect(seen, path).to.deep.equal([]);
      });
    }

    it('before the mount saw the request, which is not its own', async () => {
      mount = mountGatehouse({ target: 'http://127.0.0.1:1' });
      port = await serve({}, (request, response) => {
        timedOut(response);
        mount(request, response);
      });
      expect(statuses(await all(open(get('/other', 'Connection: close\r\n'))))).to.deep.equal([503]);
    });

    it('and Gatehouse is away: its answer stands', async () => {
      let response: ServerResponse | undefined;
      await start({}, { application: (_request, its) => (response = its) });
      const client = open(get('/slow') + get(TOKEN, 'Connection: close\r\n'));
      const { request } = await arrival(0);
      timedOut(response!);
      request.socket.destroy();
      client.end();
      await once(client, 'close');
      expect(own).to.deep.equal(['GET /slow']);
    });
  });

  describe('a client that has left', () => {
    for (const trustedProxies of [[], ['unix:']]) {
      it(`is not forwarded when its connection was reset, trusting ${trustedProxies.join() || 'none'}`, async () => {
        const addresses: (string | undefined)[] = [];
        let looked = (): void => undefined;
        const look = new Promise<void>((resolve) => (looked = resolve));
        await start(
          { trustedProxies },
          {
            application: ({ socket }) => {
              addresses.push(socket.remoteAddress);
              looked();
            },
          },
        );
        const client = connect(port, '127.0.0.1');
        clients.push(client);
        await once(client, 'connect');
        client.write(get(TOKEN, 'X-Forwarded-For: 198.51.100.1\r\n'));
        client.resetAndDestroy();
        await look;
        expect(addresses, 'the system knows no peer any more').to.deep.equal([undefined]);
        const witness = open(get(`${TOKEN}/witness`, 'Connection: close\r\n'));
        (await arrival(0)).response.end();
        await all(witness);
        expect(seen).to.deep.equal([`GET ${TOKEN}/witness`]);
      });
    }
  });
});
