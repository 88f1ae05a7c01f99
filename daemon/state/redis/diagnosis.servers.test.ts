import { expect } from 'chai';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Diagnosis } from './diagnosis.js';

const WANTS_TLS = 'it closes the connection without an answer; it may expect TLS: use rediss in redis.url';
const NO_TLS = 'it does not speak TLS; name its port for TLS in redis.url, or use redis instead of rediss';
const HANDSHAKE = 'it closes the connection during the TLS handshake;';
const LONG_MS = 60_000;

describe('redis: diagnosis of servers (docs/operations.md, Redis)', () => {
  const servers: Server[] = [];
  let taken: number;

  /** A server that reacts to the first bytes of each connection. */
  async function serving(react: (socket: Socket) => void) {
    const server = createServer((socket) => {
      taken += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => react(socket));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  }

  beforeEach(() => (taken = 0));
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const answers = (text: string) => (socket: Socket) => void socket.write(Buffer.from(text, 'latin1'));
  const closes = (socket: Socket): void => void socket.destroy();
  const isSilent = (): void => undefined;

  for (const [what, tls, react, found] of [
    ['that answers', undefined, answers('+PONG\r\n'), ''],
    ['that refuses commands', undefined, answers('-NOAUTH Authentication required.\r\n'), ''],
    ['that closes', undefined, closes, WANTS_TLS],
    ['that answers an alert of TLS', undefined, answers('\x15\x03\x03\0\x02\x02\x32'), WANTS_TLS],
    ['that closes during the handshake', {}, closes, `${HANDSHAKE} ${NO_TLS}`],
    [
      'that closes during the handshake with a client certificate',
      { cert: [] },
      closes,
      `${HANDSHAKE} it does not accept the client certificate of redis.tls.cert`,
    ],
    ['that answers the handshake in plain text', {}, answers('-ERR unknown command\r\n'), NO_TLS],
  ] as readonly [string, ConnectionOptions | undefined, (socket: Socket) => void, string][]) {
    it(`says ${found === '' ? 'nothing' : `"${found.slice(0, 60)}"`} of one ${what}`, async () => {
      const server = await serving(react);
      const address = `127.0.0.1:${server.port}: `;
      expect(await new Diagnosis(tls, LONG_MS).of([server])).to.equal(found === '' ? '' : address + found);
    });
  }

  for (const [tls, found] of [
    [undefined, 'it does not answer within 200 ms'],
    [{}, `it does not answer the TLS handshake within 200 ms; perhaps ${NO_TLS}`],
  ] as const) {
    it(`says "${found.slice(0, 60)}" of a silent one`, async () => {
      const server = await serving(isSilent);
      const problem = await new Diagnosis(tls, 200).of([server]);
      expect(problem).to.equal(`127.0.0.1:${server.port}: ${found}`);
    });
  }

  it('names every server with a problem, asks each once, and at most five', async () => {
    const [fine, closing] = [await serving(answers('+PONG\r\n')), await serving(closes)];
    const others = await Promise.all([1, 2, 3, 4].map(() => serving(closes)));
    const problems = await new Diagnosis(undefined, LONG_MS).of([fine, closing, fine, ...others]);
    const named = [closing, ...others.slice(0, 3)].map(({ port }) => `127.0.0.1:${port}: ${WANTS_TLS}`);
    expect(problems).to.equal(named.join('; '));
    expect(taken).to.equal(5);
  });

  it('asks once for all who want to know at the same time, and again later', async () => {
    const server = await serving(closes);
    const diagnosis = new Diagnosis(undefined, LONG_MS);
    const [one, other] = await Promise.all([diagnosis.of([server]), diagnosis.of([server])]);
    expect([one === other, taken]).to.deep.equal([true, 1]);
    await diagnosis.of([server]);
    expect(taken).to.equal(2);
  });

  it('ends with nothing found when it is no longer wanted', async () => {
    const connected: (() => void)[] = [];
    const server = await serving(() => connected.shift()?.());
    const diagnosis = new Diagnosis(undefined, LONG_MS);
    const asked = new Promise<void>((resolve) => connected.push(resolve));
    const found = diagnosis.of([server]);
    await asked;
    diagnosis.end();
    expect(await found).to.equal('');
  });

  it('says why there is no connection', async () => {
    const server = await serving(isSilent);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    const problem = await new Diagnosis(undefined, LONG_MS).of([server]);
    expect(problem).to.equal(`127.0.0.1:${server.port}: connect ECONNREFUSED 127.0.0.1:${server.port}`);
  });
});
