import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import type { Mount } from './mount-gatehouse.js';
import { mountGatehouse } from './mount-gatehouse.js';

/** docs/http.md, Pieces of a body: Gatehouse closes the connection after 256 of them, and one more for every 512 bytes. */
describe('mountGatehouse, bodies in chunks of one byte', () => {
  const HEAD = 'POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  const CHUNK = '1\r\na\r\n';
  const arrived = new EventEmitter();
  const servers: Server[] = [];
  let failures: unknown[];
  let pieces: number;
  let mount: Mount;
  let client: Socket;

  beforeEach(async () => {
    [failures, pieces] = [[], 0];
    const daemon = createServer((request, response) => {
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? '');
      request.on('data', () => {
        pieces += 1;
        arrived.emit('piece');
      });
      request.on('end', () => response.end());
    });
    const failed = (fields: object): unknown => failures.push(fields);
    const logger = { info: () => undefined, warn: failed, error: failed };
    mount = mountGatehouse({ target: `http://127.0.0.1:${await listening(daemon)}`, logger });
    client = connect(await listening(createServer(mount)), '127.0.0.1');
  });
  afterEach(async () => {
    mount.close();
    client.destroy();
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

  async function answer(): Promise<string> {
    let received = '';
    for await (const chunk of client.setEncoding('latin1')) received += String(chunk);
    return received;
  }

  it('reach Gatehouse in few pieces if they arrive together', async () => {
    client.write(`${HEAD}${CHUNK.repeat(10_000)}0\r\n\r\n`);
    expect(await answer()).to.match(/^HTTP\/1\.1 200 /);
    expect(pieces).to.be.below(256);
  });

  it('are refused after 256 pieces if they arrive one by one, and count as no failure of Gatehouse', async () => {
    client.write(HEAD);
    for (let n = 0; n < 256; n += 1) {
      const piece = once(arrived, 'piece');
      client.write(CHUNK);
      await piece;
    }
    client.write(CHUNK);
    expect(await answer()).to.match(/^HTTP\/1\.1 400 .*The body came in too many pieces\.\n/s);
    expect(pieces).to.equal(256);
    expect(failures).to.deep.equal([]);
  });
});
