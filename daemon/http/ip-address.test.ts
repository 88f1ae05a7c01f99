import { expect } from 'chai';
import { formatAddress, normalizeAddress } from './ip-address.js';

describe('IP addresses (RFC 5952)', () => {
  const spellings: Record<string, string> = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::FFFF:c000:0201': '192.0.2.1',
    '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
    '::ff00:c000:201': '::ff00:c000:201',
    '::ff:c000:201': '::ff:c000:201',
    '::1:ffff:c000:201': '::1:ffff:c000:201',
    '::': '::',
    '::1': '::1',
    '0:0:0:0:0:0:0:1': '::1',
    '2001:DB8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
    '2001:db8:0:1:1:1:1:1': '2001:db8:0:1:1:1:1:1',
    '2001:0db8::0001': '2001:db8::1',
    '1::': '1::',
    '64:ff9b::192.0.2.33': '64:ff9b::c000:221',
    'fe80::1%eth0': 'fe80::1',
    '1:2:3:4:5:6:7:8': '1:2:3:4:5:6:7:8',
  };
  for (const [text, expected] of Object.entries(spellings)) {
    it(`${text} is written ${expected}`, () => {
      expect(normalizeAddress(text)).to.equal(expected);
    });
  }

  for (const text of [
    '',
    'unknown',
    '192.0.2',
    '192.0.2.256',
    '0x7f.1',
    '::1::',
    '[::1]',
    '1.2.3.4:5',
    'gatehouse.example',
  ]) {
    it(`${JSON.stringify(text)} is none`, () => {
      expect(normalizeAddress(text)).to.equal(undefined);
    });
  }

  it('come from the bytes of a socket', () => {
    expect(formatAddress(Uint8Array.of(127, 0, 0, 1))).to.equal('127.0.0.1');
    expect(formatAddress(new Uint8Array(16))).to.equal('::');
    expect(formatAddress(new Uint8Array(0))).to.equal('');
  });
});
