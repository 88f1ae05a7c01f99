import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { clientAddresses } from './client-address.js';

const request = (remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headersDistinct: forwardedFor === undefined ? {} : { 'x-forwarded-for': [forwardedFor] },
  }) as unknown as IncomingMessage;

describe('mount/client-address', () => {
  for (const [trusted, peer, forwardedFor, client] of [
    [[], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [[], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    [[], undefined, '198.51.100.1', undefined],
    [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', 'forged, 198.51.100.1:4711, 10.9.9.9', '198.51.100.1'],
    [['10.0.0.0/8'], '10.1.2.3', 'forged, unknown', '10.1.2.3'],
    [['10.0.0.0/8'], '11.1.2.3', '198.51.100.1', '11.1.2.3'],
    [['2001:db8::/32'], '2001:db8::1', '[2001:db9::7]:4711', '2001:db9::7'],
    [['unix:'], undefined, 'forged, 198.51.100.1', '198.51.100.1'],
    [['unix:'], undefined, undefined, undefined],
    [['unix:'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ] as const) {
    it(`of ${String(peer)} with ${String(forwardedFor)}, trusting ${trusted.join() || 'none'}, is ${String(client)}`, () => {
      expect(clientAddresses(trusted)(request(peer, forwardedFor))).to.equal(client);
    });
  }

  for (const entry of ['localhost', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '']) {
    it(`rejects ${JSON.stringify(entry)} as a trusted proxy, by name`, () => {
      expect(() => clientAddresses([entry])).to.throw(`trustedProxies: ${JSON.stringify(entry)}`);
    });
  }
});
