import { expect } from 'chai';
import { exposureProblem, isPrivateAddress } from './private-address.js';

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

describe('core/private-address exposureProblem', () => {
  const bare = { clientCertificates: false, token: false };

  it('lets an address of this machine pass without guards', () => {
    expect(exposureProblem('host.address', 'unix:/run/host.sock', bare)).to.equal('');
    expect(exposureProblem('host.address', '127.0.0.1:9090', bare)).to.equal('');
  });

  it('wants client certificates or a token for every other (architecture: secure by default)', () => {
    expect(exposureProblem('host.address', 'host:9090', bare)).to.match(/^host\.address: "host:9090"/);
    expect(exposureProblem('host.address', 'host:9090', { clientCertificates: true, token: false })).to.equal('');
    expect(exposureProblem('host.address', 'host:9090', { clientCertificates: false, token: true })).to.equal('');
  });

  it('refuses what is no address', () => {
    for (const address of ['', '9090', 'http://host:9090', 'host', 'unix:', '::1:9090', 'a b:1']) {
      expect(exposureProblem('host.address', address, { clientCertificates: true, token: true }), address).to.contain(
        'is neither',
      );
    }
  });
});
