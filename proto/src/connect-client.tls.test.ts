import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ClientTls } from './channel.js';
import { ConnectClient } from './connect-client.js';
import { rpcOf } from './rpc.js';
import { backendService } from './services.js';
import { selfSigned } from './testing/self-signed.js';

const rpc = rpcOf(backendService.Transact);

describe('our client over TLS (HC-5, HC-12)', () => {
  const host = selfSigned('host.example');
  const daemon = selfSigned('daemon.example');
  const trusting: ClientTls = { rootCertificates: host.certificate, serverName: 'host.example' };
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function listen(clientCertificates?: Buffer): Promise<string> {
    const { certificate: cert, key } = host;
    const asked = clientCertificates !== undefined && { ca: clientCertificates, requestCert: true };
    const server = createServer({ cert, key, ...asked }, (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/proto', 'content-length': 0 }).end();
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** The code with which a call ends. */
  async function call(url: string, tls?: ClientTls): Promise<status> {
    const client = new ConnectClient({ url, encoding: 'proto', maxConnections: 1, ...(tls !== undefined && { tls }) });
    const answer = await client.call(rpc, rpc.serialize({ operations: [] }), { headers: {}, patienceMs: 10_000 });
    client.close();
    return Buffer.isBuffer(answer) ? status.OK : answer.code;
  }

  it('trusts the given authorities only, and only a certificate with the name of the server', async () => {
    const url = await listen();
    expect(await call(url, trusting)).to.equal(status.OK);
    for (const wrong of [
      undefined,
      {},
      { serverName: 'host.example' },
      { rootCertificates: host.certificate },
      { ...trusting, serverName: 'other.example' },
      { ...trusting, rootCertificates: daemon.certificate },
    ])
      expect(await call(url, wrong), JSON.stringify(wrong)).to.equal(status.UNAVAILABLE);
  });

  it('verifies it, whatever the environment says about that', async () => {
    const url = await listen();
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await call(url, {})).to.equal(status.UNAVAILABLE);
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('presents its own certificate', async () => {
    const url = await listen(daemon.certificate);
    const identified = { ...trusting, clientCertificate: daemon.certificate, clientKey: daemon.key };
    expect(await call(url, identified)).to.equal(status.OK);
    expect(await call(url, trusting)).to.equal(status.UNAVAILABLE);
  });
});
