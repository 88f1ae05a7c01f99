import { expect } from 'chai';
import { isPublicAddress } from './public-address.js';

describe('client-documents/public-address (RFC 6890)', () => {
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
    it(`"${address}" is not`, () => expect(isPublicAddress(address)).to.equal(false));
  }
});
