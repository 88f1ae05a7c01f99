import { expect } from 'chai';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { addressesOf } from './network.js';

const [NO_ERROR, SERVFAIL, NXDOMAIN] = [0, 2, 3];
const TYPE_A = 1;

/** A name server that answers every question by its type: with a response code, or with 192.0.2.7. */
async function nameServer(
  answers: (type: number) => number | 'address',
): Promise<{ resolver: Resolver; server: Socket }> {
  const server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const found = answers(question.readUInt16BE(end - 4));
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (found === 'address' ? NO_ERROR : found), 2);
    head.writeUInt16BE(found === 'address' ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    // A pointer to the name of the question, type A, class IN, 60 s, four bytes.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    server.send(
      Buffer.concat([head, question.subarray(12, end), found === 'address' ? record : Buffer.alloc(0)]),
      port,
      address,
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  resolver.setServers([`127.0.0.1:${String(server.address().port)}`]);
  return { resolver, server };
}

describe('client-documents/network: what a name server says (RFC 1035 §4.1.1, RCODE)', () => {
  for (const [what, answers, expected] of [
    ['an address for IPv4 alone', (type) => (type === TYPE_A ? 'address' : NO_ERROR), '192.0.2.7'],
    ['an address, and a failure for IPv6', (type) => (type === TYPE_A ? 'address' : SERVFAIL), '192.0.2.7'],
    ['that there is no such name', () => NXDOMAIN, ''],
    ['that the name has no address', () => NO_ERROR, ''],
    ['that it cannot tell', () => SERVFAIL, 'its host name could not be looked up (ESERVFAIL)'],
    [
      'no address for IPv4, and that it cannot tell for IPv6',
      (type) => (type === TYPE_A ? NO_ERROR : SERVFAIL),
      'its host name could not be looked up (ESERVFAIL)',
    ],
  ] satisfies [string, (type: number) => number | 'address', string][]) {
    it(`${what}: ${expected === '' ? 'none' : expected}`, async () => {
      const { resolver, server } = await nameServer(answers);
      const outcome = await addressesOf('client.example', resolver).then(
        (addresses) => addresses.join(' '),
        (error: unknown) => (error as Error).message,
      );
      server.close();
      expect(outcome).to.equal(expected);
    });
  }
});
