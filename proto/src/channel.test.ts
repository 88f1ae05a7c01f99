import { Server, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { ClientTls, ServerTls } from './channel.js';
import { openClient, serverCredentials } from './channel.js';
import { Health } from './health.js';
import { healthCheck } from './rpc.js';
import { selfSigned } from './testing/self-signed.js';

describe('proto/channel (HC-5)', () => {
  const host = selfSigned('host.example');
  const daemon = selfSigned('daemon.example');
  const stranger = selfSigned('daemon.example');
  const trusting = { rootCertificates: host.certificate, serverName: 'host.example' };
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.forceShutdown();
  });

  async function serve(tls: ServerTls | undefined): Promise<string> {
    const server = new Server();
    servers.push(server);
    new Health({ '': 'SERVING' }).addToServer(server);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', serverCredentials(tls), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    return `127.0.0.1:${port}`;
  }

  /** The code with which a call ends. */
  async function call(address: string, tls: ClientTls | undefined): Promise<status> {
    const client = openClient(address, tls);
    const { path, serialize, deserialize } = healthCheck;
    const code = await new Promise<status>((resolve) => {
      client.makeUnaryRequest(path, serialize, deserialize, { service: '' }, (error) =>
        resolve(error === null ? status.OK : error.code),
      );
    });
    client.close();
    return code;
  }

  it('is plain text without TLS, past any proxy of the environment', async () => {
    const address = await serve(undefined);
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      expect(await call(address, undefined)).to.equal(status.OK);
    } finally {
      if (before === undefined) delete process.env['http_proxy'];
      else process.env['http_proxy'] = before;
    }
  });

  it('trusts the given authorities only, and only a certificate with the name of the server', async () => {
    const address = await serve(host);
    expect(await call(address, trusting)).to.equal(status.OK);
    expect(await call(address, { rootCertificates: host.certificate })).to.equal(status.UNAVAILABLE);
    expect(await call(address, { ...trusting, rootCertificates: daemon.certificate })).to.equal(status.UNAVAILABLE);
    expect(await call(address, { serverName: 'host.example' })).to.equal(status.UNAVAILABLE);
    expect(await call(address, undefined)).to.equal(status.UNAVAILABLE);
  });

  it('asks callers for a certificate of the given authorities', async () => {
    const address = await serve({ ...host, clientCertificates: daemon.certificate });
    const identified = ({ certificate, key }: typeof daemon) => ({
      ...trusting,
      clientCertificate: certificate,
      clientKey: key,
    });
    expect(await call(address, identified(daemon))).to.equal(status.OK);
    expect(await call(address, identified(stranger))).to.equal(status.UNAVAILABLE);
    expect(await call(address, trusting)).to.equal(status.UNAVAILABLE);
  });
});
