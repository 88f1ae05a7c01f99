import { expect } from 'chai';
import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { addressesOf, isPublicAddress } from './network.js';

const [NO_ERROR, SERVFAIL, NXDOMAIN] = [0, 2, 3];
const TYPE_A = 1;

/** A name server that answers every query according to its type: with a response code, or with 192.0.2.7. */
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
  const resolver = new Resolver({ timeout: 20_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${String(server.address().port)}`]);
  return { resolver, server };
}

describe('client-documents: network: name server responses (RFC 1035 §4.1.1, RCODE)', () => {
  for (const [what, answers, expected] of [
    ['an address for IPv4 only', (type) => (type === TYPE_A ? 'address' : NO_ERROR), '192.0.2.7'],
    ['an address, and a failure for IPv6', (type) => (type === TYPE_A ? 'address' : SERVFAIL), '192.0.2.7'],
    ['no such name', () => NXDOMAIN, ''],
    ['a name without addresses', () => NO_ERROR, ''],
    ['a server failure', () => SERVFAIL, 'looking up its host name failed (ESERVFAIL)'],
    [
      'no address for IPv4, and a failure for IPv6',
      (type) => (type === TYPE_A ? NO_ERROR : SERVFAIL),
      'looking up its host name failed (ESERVFAIL)',
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

describe('client-documents: public address (RFC 6890)', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '198.20.0.1', '223.255.255.254']) {
    it(`${address} is public`, () => expect(isPublicAddress(address)).to.equal(true));
  }
  for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:200::1']) {
    it(`${address} is public`, () => expect(isPublicAddress(address)).to.equal(true));
  }

  for (const address of [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '127.1',
    '0x7f000001',
    '2130706433',
    'localhost',
    '',
  ]) {
    it(`"${address}" is not public`, () => expect(isPublicAddress(address)).to.equal(false));
  }
});
