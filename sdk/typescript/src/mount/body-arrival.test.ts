import { expect } from 'chai';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';

const TOKEN = '/oauth/mcp/token';
const PLACES = 4;
const post = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

/** docs/security-shared-connections.md, "How many connections". */
describe('mountGatehouse, bodies that do not arrive', () => {
  const servers: Server[] = [];
  const clients: Socket[] = [];
  let mount: Mount;
  let port: number;
  /** Bodies that reached the daemon in full, by path. */
  let bodies: Map<string, number>;
  let seen: string[];

  beforeEach(() => {
    bodies = new Map();
    seen = [];
  });
  afterEach(async () => {
    mount.close();
    for (const client of clients.splice(0)) client.destroy();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function listening(server: Server): Promise<number> {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** A daemon that answers when it has the whole body, and clients that hold all places for incomplete bodies. */
  async function start(timeout: '30s' | '1s' = '30s'): Promise<Socket[]> {
    const daemon = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? '');
      let length = 0;
      request.on('data', (chunk: Buffer) => (length += chunk.length));
      request.on('end', () => {
        bodies.set(request.url ?? '', length);
        response.end(String(length));
      });
    });
    const target = `http://127.0.0.1:${await listening(daemon)}`;
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    mount = mountGatehouse({ target, maxConnections: PLACES, timeout, logger });
    port = await listening(createServer(mount));
    const holders = Array.from({ length: PLACES / 2 }, (_, n) => open(`${post(`${TOKEN}/holder-${n}`, 10)}x`));
    while (seen.length < holders.length) await new Promise((resolve) => setImmediate(resolve));
    return holders;
  }

  function open(bytes: string): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(socket);
    socket.write(bytes);
    return socket;
  }

  async function receivedOn(socket: Socket): Promise<string> {
    let received = '';
    for await (const chunk of socket.setEncoding('latin1')) received += String(chunk);
    return received;
  }

  async function answerOn(socket: Socket): Promise<string> {
    const received = await receivedOn(socket);
    return `${received.slice(9, 12)} ${received.split('\r\n\r\n')[1] ?? ''}`;
  }

  it('take at most half of the places, so that complete requests get an answer', async () => {
    await start();
    for (let n = 0; n < 4 * PLACES; n++) open(`${post(`${TOKEN}/stalled-${n}`, 10)}x`);
    expect(await answerOn(open(`GET ${TOKEN}/visitor HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))).to.match(
      /^200/,
    );
    expect(await answerOn(open(`${post(`${TOKEN}/visitor`, 5)}hello`))).to.match(/^200 .*5/s);
    expect(seen.filter((path) => path.includes('stalled'))).to.deep.equal([]);
  });

  it('are forwarded when the rest arrives', async () => {
    await start();
    const slow = open(post(`${TOKEN}/slow`, 11));
    for (const piece of ['hello', ' ', 'world']) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      slow.write(piece);
    }
    expect(await answerOn(slow)).to.match(/^200 .*11/s);
  });

  it('wait for a place for incomplete bodies if they are larger than the buffer', async () => {
    const [holder] = await start();
    const length = 1_000_000;
    const large = open(post(`${TOKEN}/large`, length));
    large.write('x'.repeat(length - 1));
    expect(await answerOn(open(`${post(`${TOKEN}/visitor`, 5)}hello`))).to.match(/^200 .*5/s);
    expect(seen).not.to.contain(`${TOKEN}/large`);
    holder!.write('x'.repeat(9));
    large.write('x');
    expect(await answerOn(large)).to.match(/^200/);
    expect(bodies.get(`${TOKEN}/large`)).to.equal(length);
  });

  it('get a 408 that pages of other origins can read, where the endpoint allows it (AS-18)', async () => {
    await start('1s');
    const [readable, private_] = await Promise.all(
      [`${TOKEN}?a=b`, `${TOKEN}/other`].map((path) => receivedOn(open(`${post(path, 10)}x`))),
    );
    expect(readable).to.match(/^HTTP\/1\.1 408 .*\r\naccess-control-allow-origin: \*\r\n/s);
    expect(private_)
      .to.match(/^HTTP\/1\.1 408 /)
      .and.not.contain('access-control');
  });

  it('get 408 in the end and are never forwarded', async () => {
    await start('1s');
    const answer = await answerOn(open(`${post(`${TOKEN}/stalled`, 10)}x`));
    expect(answer).to.match(/^408 .*The body did not arrive in time\.\n/s);
    expect(seen.filter((path) => !path.includes('holder'))).to.deep.equal([]);
  });

  it('are dropped when their client leaves', async () => {
    await start();
    const stalled = open(`${post(`${TOKEN}/stalled`, 10)}x`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stalled.destroy();
    expect(await answerOn(open(`${post(`${TOKEN}/visitor`, 5)}hello`))).to.match(/^200/);
    expect(seen).not.to.contain(`${TOKEN}/stalled`);
  });
});
