import { expect } from 'chai';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';

const PLACES = 3;
/** More than the buffers of all sockets on the path hold. */
const LARGE = 64 * 1024 * 1024;
/** A slow reader pauses after so many bytes. */
const SLOWLY = 4 * 1024 * 1024;
const PAUSE_MS = 300;

/** docs/security-shared-connections.md, "How many connections". */
describe('mountGatehouse, answers that are not read', () => {
  const servers: Server[] = [];
  const clients: Socket[] = [];
  let mount: Mount;
  let port: number;
  /** Answers that the daemon has begun. */
  const pausing: ServerResponse[] = [];

  async function listening(server: Server): Promise<number> {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  beforeEach(async () => {
    const daemon = createServer((request, response) => {
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? '');
      if (request.url?.endsWith('/pausing') === true) {
        response.write('begin');
        pausing.push(response);
      } else response.end(request.url?.endsWith('/large') === true ? Buffer.alloc(LARGE) : 'small');
    });
    const target = `http://127.0.0.1:${await listening(daemon)}`;
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    mount = mountGatehouse({ target, maxConnections: PLACES, logger });
    port = await listening(createServer(mount));
  });
  afterEach(async () => {
    mount.close();
    for (const client of clients.splice(0)) client.destroy();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** Resolves when the first bytes of the answer arrive. The rest stays unread until the test resumes the socket. */
  async function ask(path: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(socket);
    socket.write(`GET /oauth/mcp/${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }

  async function received(socket: Socket): Promise<number> {
    let length = 0;
    for await (const chunk of socket) length += (chunk as Buffer).length;
    return length;
  }

  /** Takes longer than an unread answer keeps its place. */
  async function receivedSlowly(socket: Socket): Promise<number> {
    let length = 0;
    let pauses = 0;
    for await (const chunk of socket) {
      length += (chunk as Buffer).length;
      if (length <= (pauses + 1) * SLOWLY) continue;
      pauses += 1;
      await setTimeout(PAUSE_MS);
    }
    return length;
  }

  it('give their places to waiting requests', async () => {
    const silent = await Promise.all(Array.from({ length: PLACES }, () => ask('large')));
    const small = await ask('small');
    expect(await received(small)).to.be.greaterThan(0);
    const lengths = await Promise.all(silent.map((socket) => received(socket)));
    for (const length of lengths) expect(length).to.be.lessThan(LARGE);
  });

  it('keep their places while they are read slowly, or not written, although others wait', async () => {
    const slow = await Promise.all(Array.from({ length: PLACES - 1 }, () => ask('large')));
    const paused = await ask('pausing');
    const waiting = [ask('small'), ask('large')];
    for (const length of await Promise.all(slow.map((socket) => receivedSlowly(socket)))) {
      expect(length).to.be.greaterThan(LARGE);
    }
    pausing.pop()?.end('end');
    let answer = '';
    for await (const chunk of paused) answer += String(chunk);
    expect(answer).to.contain('begin').and.to.contain('end');
    await Promise.all(waiting);
  });

  it('keep their places while there is room, and while they are read', async () => {
    const readers = await Promise.all(Array.from({ length: PLACES - 1 }, () => ask('large')));
    await ask('small');
    for (const reader of readers) expect(await received(reader)).to.be.greaterThan(LARGE);
  });
});
