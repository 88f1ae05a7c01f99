import { expect } from 'chai';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';

const TOKEN = '/oauth/mcp/token';

/** The bytes that these tests' daemon writes on a connection after it has read the head of a request. */
type Script = (exchangeId: string, socket: Socket) => void;

const ok = (id: string, body = 'own'): string =>
  `HTTP/1.1 200 OK\r\ngatehouse-exchange: ${id}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const FOREIGN = ok('00000000-0000-4000-8000-000000000000', 'of another client');

/** docs/security-shared-connections.md: a connection to Gatehouse is reused only after a clean end. */
describe('mountGatehouse, connections to Gatehouse', () => {
  let application: Server;
  let daemon: NetServer;
  let mount: Mount;
  let port = 0;
  /** Heads of the received requests, for each connection. */
  let connections: string[][];
  let sockets: Socket[];
  let script: Script;

  beforeEach(async () => {
    connections = [];
    sockets = [];
    script = (id, socket) => socket.write(ok(id));
    daemon = createNetServer((socket) => {
      const heads: string[] = [];
      connections.push(heads);
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const id = /gatehouse-exchange: (\S+)/.exec(chunk.toString('latin1'))?.[1];
        if (id === undefined) return;
        heads.push(chunk.toString('latin1'));
        script(id, socket);
      });
    }).listen(0, '127.0.0.1');
    await once(daemon, 'listening');
    mount = mountGatehouse({ target: `http://127.0.0.1:${(daemon.address() as AddressInfo).port}` });
    application = createServer(mount).listen(0, '127.0.0.1');
    await once(application, 'listening');
    port = (application.address() as AddressInfo).port;
  });

  afterEach(async () => {
    mount.close();
    for (const socket of sockets) socket.destroy();
    application.closeAllConnections();
    for (const server of [application, daemon]) await new Promise((resolve) => server.close(resolve));
  });

  async function get(): Promise<string> {
    const request = httpRequest({ host: '127.0.0.1', port, path: TOKEN, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = `${response.statusCode} `;
    for await (const chunk of response) text += String(chunk);
    return text;
  }

  it('are reused after a complete request and its complete answer', async () => {
    for (let i = 0; i < 3; i++) expect(await get()).to.equal('200 own');
    expect(connections.map((heads) => heads.length)).to.deep.equal([3]);
  });

  it('are not reused when the daemon announces that it closes them', async () => {
    script = (id, socket) => socket.write(ok(id).replace('content-length', 'keep-alive: timeout=0\r\ncontent-length'));
    for (let i = 0; i < 2; i++) expect(await get()).to.equal('200 own');
    expect(connections.map((heads) => heads.length)).to.deep.equal([1, 1]);
  });

  for (const [when, listener] of [
    ['before', (request: IncomingMessage, response: ServerResponse) => mount(request.setEncoding('utf8'), response)],
    [
      'after',
      (request: IncomingMessage, response: ServerResponse) => (mount(request, response), request.setEncoding('utf8')),
    ],
  ] as const) {
    it(`never carry more of a body than its head announced: setEncoding called ${when} the mount`, async () => {
      application.removeAllListeners('request').on('request', listener);
      let carried = '';
      script = (_id, socket) => socket.on('data', (chunk: Buffer) => (carried += chunk.toString('latin1')));
      const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
      // Each of these bytes becomes three if decoded as UTF-8: the announced length ends right before the smuggled
      // request.
      const body = Buffer.concat([Buffer.alloc(smuggled.length / 2, 0xff), Buffer.from(smuggled)]);
      const request = httpRequest({ host: '127.0.0.1', port, path: TOKEN, method: 'POST', agent: false });
      request.setHeader('content-length', body.length);
      // Incomplete: the mount must detect the surplus before the body ends.
      request.on('error', () => undefined).write(body.subarray(0, -1));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      request.destroy();
      expect(response.resume().statusCode).to.equal(when === 'before' ? 500 : 502);
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
      expect(carried + connections.flat().join('')).not.to.contain('smuggled');
    });
  }

  for (const [what, answer] of [
    ['without an exchange id', () => 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nother'],
    ['with the id of another exchange', () => FOREIGN],
    ['with two ids', (id: string) => ok(id).replace('content-length', `gatehouse-exchange: x\r\ncontent-length`)],
  ] as const) {
    it(`do not relay an answer ${what}, and are not reused`, async () => {
      script = (id, socket) => socket.write(answer(id));
      expect(await get()).to.match(/^502 .*temporarily_unavailable/);
      script = (id, socket) => socket.write(ok(id));
      expect(await get()).to.equal('200 own');
      expect(connections.map((heads) => heads.length)).to.deep.equal([1, 1]);
    });
  }

  it('never relay surplus bytes that arrive with an answer', async () => {
    script = (id, socket) => socket.write(ok(id) + FOREIGN);
    await get();
    script = (id, socket) => socket.write(ok(id));
    expect(await get()).to.equal('200 own');
    expect(connections.map((heads) => heads.length)).to.deep.equal([1, 1]);
  });

  it('never relay surplus bytes that arrive after an answer', async () => {
    script = (id, socket) => socket.write(ok(id));
    expect(await get()).to.equal('200 own');
    const [kept] = sockets;
    const closed = once(kept!, 'close');
    kept!.write(FOREIGN);
    await closed;
    expect(await get()).to.equal('200 own');
    expect(connections.map((heads) => heads.length)).to.deep.equal([1, 1]);
  });

  it('are closed after an answer that arrived before the complete body (early answer)', async () => {
    script = (id, socket) => socket.write(ok(id));
    const open = httpRequest({
      host: '127.0.0.1',
      port,
      path: TOKEN,
      method: 'POST',
      headers: { 'content-length': 10 },
    });
    open.on('error', () => undefined);
    open.write('01234');
    const [answer] = (await once(open, 'response')) as [IncomingMessage];
    expect(answer.statusCode).to.equal(200);
    expect(answer.headers.connection).to.equal('close');
    await once(answer.resume(), 'end');
    if (!sockets[0]!.closed) await once(sockets[0]!, 'close');
    open.end('56789');
    expect(await get()).to.equal('200 own');
    expect(connections.map((heads) => heads.length)).to.deep.equal([1, 1]);
  });

  it('are closed when the client aborts in the middle of a body', async () => {
    const arrived = new Promise<void>((resolve) => (script = () => resolve()));
    const open = httpRequest({
      host: '127.0.0.1',
      port,
      path: TOKEN,
      method: 'POST',
      headers: { 'content-length': 10 },
    });
    open.on('error', () => undefined);
    open.write('01234');
    await arrived;
    const closed = once(sockets[0]!, 'close');
    open.destroy();
    await closed;
    script = (id, socket) => socket.write(ok(id));
    expect(await get()).to.equal('200 own');
  });

  for (const [what, bytes] of [
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['is not HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['has an invalid status', (id: string) => ok(id).replace('200', '099')],
    [
      'has a length and a coding, which a lenient parser accepts',
      (id: string) => ok(id).replace('content-length', 'transfer-encoding: chunked\r\ncontent-length'),
    ],
    ['ends within its head', (id: string) => ok(id).slice(0, 40)],
  ] as const) {
    it(`end in 502 when the answer ${what}`, async () => {
      script = (id, socket) => socket.end(typeof bytes === 'string' ? bytes : bytes(id));
      expect(await get()).to.match(/^502 /);
      script = (id, socket) => socket.write(ok(id));
      expect(await get()).to.equal('200 own');
    });
  }
});
