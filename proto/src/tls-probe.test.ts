import { expect } from 'chai';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { selfSigned } from './testing/self-signed.js';
import { probedAddress, probedUrl, tlsMismatch } from './tls-probe.js';

const NO_TLS = 'the host does not speak TLS; configure it there, or connect without TLS';
const NEEDS_TLS = 'the host expects TLS; connect with TLS, or switch it off there';

describe('proto/tls-probe (HC-81)', () => {
  it('reads the address of a gRPC server', () => {
    const cases = {
      'notes.example:9090': ['notes.example', 9090],
      '127.0.0.1:9090': ['127.0.0.1', 9090],
      '[::1]:9090': ['::1', 9090],
      '[::ffff:127.0.0.1]:1': ['::ffff:127.0.0.1', 1],
      'dns:notes.example:9090': ['notes.example', 9090],
      'dns:///notes.example:9090': ['notes.example', 9090],
      'dns:///[fe80::AB]:443': ['fe80::AB', 443],
    } as const;
    for (const [address, [host, port]] of Object.entries(cases))
      expect(probedAddress(address, true), address).to.deep.equal({ host, port, wantsTls: true });
    expect(probedAddress('[::1]:80', false)).to.deep.equal({ host: '::1', port: 80, wantsTls: false });
  });

  it('reads none of a socket in the file system, nor of an address without a port', () => {
    for (const address of [
      'unix:/run/host.sock',
      'unix:///run/host.sock',
      'notes.example',
      '::1:9090',
      'a:1x',
      'x[::1]:1',
    ])
      expect(probedAddress(address, true), address).to.equal(undefined);
  });

  it('reads a URL, with the ports that belong to its scheme', () => {
    const cases: Record<string, ReturnType<typeof probedUrl>> = {
      'https://notes.example/gatehouse': { host: 'notes.example', port: 443, wantsTls: true },
      'http://notes.example': { host: 'notes.example', port: 80, wantsTls: false },
      'https://[::1]:8443/': { host: '::1', port: 8443, wantsTls: true },
      'http://127.0.0.1:8080': { host: '127.0.0.1', port: 8080, wantsTls: false },
    };
    for (const [url, probed] of Object.entries(cases)) expect(probedUrl(url), url).to.deep.equal(probed);
    expect(probedUrl('https://notes.example', '192.0.2.1')).to.deep.equal({
      host: '192.0.2.1',
      port: 443,
      wantsTls: true,
    });
  });

  describe('of a server', () => {
    const servers: Server[] = [];
    const sockets = new Set<Socket>();
    afterEach(() => {
      for (const server of servers.splice(0)) server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    });

    async function listening(server: Server): Promise<number> {
      servers.push(server);
      server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }

    /** The findings for a client with TLS and for one without. */
    async function mismatches(port: number, patienceMs = 10_000): Promise<(string | undefined)[]> {
      const probe = (wantsTls: boolean) => tlsMismatch({ host: '127.0.0.1', port, wantsTls }, patienceMs);
      return [await probe(true), await probe(false)];
    }

    it('with TLS says that clients have to use it, whatever its certificate', async () => {
      const { certificate: cert, key } = selfSigned('elsewhere.example');
      expect(await mismatches(await listening(createSecureServer({ cert, key })))).to.deep.equal([
        undefined,
        NEEDS_TLS,
      ]);
    });

    it('with TLS that refuses the handshake counts as well: an alert is an answer', async () => {
      // Without a certificate there is no cipher that both have.
      const server = createSecureServer({}).on('tlsClientError', () => undefined);
      expect(await mismatches(await listening(server))).to.deep.equal([undefined, NEEDS_TLS]);
    });

    for (const [what, answer] of [
      ['answers in plain text', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ['closes the connection', (socket: Socket) => socket.resetAndDestroy()],
    ] as const) {
      it(`that ${what} says that clients cannot use TLS`, async () => {
        const server = createServer((socket) => void socket.once('data', () => answer(socket)));
        expect(await mismatches(await listening(server))).to.deep.equal([NO_TLS, undefined]);
      });
    }

    it('that says nothing, or is not there, says nothing about either', async () => {
      const silent = await listening(createServer((socket) => void socket.resume()));
      expect(await mismatches(silent, 50)).to.deep.equal([undefined, undefined]);
      expect(await mismatches(1)).to.deep.equal([undefined, undefined]);
    });
  });
});
