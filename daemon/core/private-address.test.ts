import { expect } from 'chai';
import { isPrivateAddress } from './private-address.js';

describe('core/private-address', () => {
  for (const address of ['unix:/run/host.sock', '127.0.0.1:9090', '127.8.0.255:1', '[::1]:9090', 'localhost:9090']) {
    it(`${address} stays on this machine`, () => expect(isPrivateAddress(address)).to.equal(true));
  }

  for (const address of [
    '0.0.0.0:9090',
    '[::]:9090',
    'host:9090',
    '127.0.0.1.evil.test:9090',
    '127.0.0.256:1',
    '10.0.0.1:9090',
    'localhost.evil.test:9090',
    '127.0.0.1',
    '',
  ]) {
    it(`"${address}" may not`, () => expect(isPrivateAddress(address)).to.equal(false));
  }
});
