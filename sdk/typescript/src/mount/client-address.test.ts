import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { clientAddresses, hasLeft } from './client-address.js';

/** The address that a listening server reports. A server on an inherited file descriptor (systemd) reports none. */
const SERVERS = {
  tcp: { listening: true, address: () => ({ address: '127.0.0.1', family: 'IPv4', port: 80 }) },
  'closed tcp': { listening: false, address: () => null },
  unix: { listening: true, address: () => '/run/notes.sock' },
  'closed unix': { listening: false, address: () => '/run/notes.sock' },
  'inherited unix': { listening: true, address: () => null },
  no: undefined,
} as const;

const request = (remoteAddress: string | undefined, forwardedFor?: string, server?: keyof typeof SERVERS) =>
  ({
    socket: {
      remoteAddress,
      server: SERVERS[server ?? (remoteAddress === undefined ? 'unix' : 'tcp')],
    },
    headersDistinct: forwardedFor === undefined ? {} : { 'x-forwarded-for': [forwardedFor] },
  }) as unknown as IncomingMessage;

describe('mount: client address', () => {
  for (const [trusted, peer, forwardedFor, client] of [
    [[], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [[], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    [[], undefined, '198.51.100.1', undefined],
    [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', 'forged, 198.51.100.1:4711, 10.9.9.9', '198.51.100.1'],
    [['10.0.0.0/8'], '10.1.2.3', 'forged, unknown', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '2001:db8::ffff:192.0.2.1', '2001:db8::ffff:192.0.2.1'],
    [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1:4711x', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', 'x198.51.100.1:4711', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', 'x[2001:db9::7]', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '[2001:db9::7]x', '10.1.2.3'],
    [['10.0.0.0/8'], '11.1.2.3', '198.51.100.1', '11.1.2.3'],
    [['2001:db8::/32'], '2001:db8::1', '[2001:db9::7]:4711', '2001:db9::7'],
    [['2001:db8::/32'], '2001:db8::1', 'fe80::7%eth0', 'fe80::7'],
    [['2001:db8::/32'], '2001:db8::1', '[fe80::7%eth0]:4711', 'fe80::7'],
    [['fe80::/10'], 'fe80::1%eth0', '198.51.100.1', '198.51.100.1'],
    [['unix:'], undefined, 'forged, 198.51.100.1', '198.51.100.1'],
    [['unix:'], undefined, undefined, undefined],
    [['unix:'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ] as const) {
    it(`of ${String(peer)} with ${String(forwardedFor)}, trusting ${trusted.join() || 'none'}, is ${String(client)}`, () => {
      expect(clientAddresses(trusted)(request(peer, forwardedFor))).to.equal(client);
    });
  }

  for (const [server, client] of [
    ['tcp', undefined],
    ['closed tcp', undefined],
    ['no', undefined],
    ['unix', '198.51.100.1'],
    ['closed unix', '198.51.100.1'],
    ['inherited unix', '198.51.100.1'],
  ] as const) {
    it(`of a connection without a peer on ${server} server, trusting unix:, is ${String(client)}`, () => {
      expect(clientAddresses(['unix:'])(request(undefined, '198.51.100.1', server))).to.equal(client);
    });
  }

  for (const [server, left] of [
    ['tcp', true],
    ['closed tcp', true],
    ['no', true],
    ['unix', false],
    ['closed unix', false],
    ['inherited unix', false],
  ] as const) {
    it(`${left ? 'counts' : 'does not count'} a socket without a peer on ${server} server as left`, () => {
      expect(hasLeft(Object.assign(new Socket(), { server: SERVERS[server] }))).to.equal(left);
    });
  }

  it('counts a destroyed socket as left, but not a stream without addresses', () => {
    expect(hasLeft(new Socket().destroy())).to.equal(true);
    expect(hasLeft(Object.assign(new Socket().destroy(), { server: SERVERS.unix }))).to.equal(true);
    expect(hasLeft(new PassThrough() as unknown as Socket)).to.equal(false);
  });

  for (const entry of ['localhost', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '']) {
    it(`rejects ${JSON.stringify(entry)} as a trusted proxy and names it`, () => {
      expect(() => clientAddresses([entry])).to.throw(`trustedProxies: ${JSON.stringify(entry)}`);
    });
  }
});
