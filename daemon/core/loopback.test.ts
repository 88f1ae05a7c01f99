import { expect } from 'chai';
import { isLoopbackHost } from './loopback.js';

describe('core/loopback (RFC 8252 §7.3, §8.3)', () => {
  for (const host of ['localhost', '127.0.0.1', '127.255.255.254', '[::1]']) {
    it(`${host} is this machine`, () => expect(isLoopbackHost(host)).to.equal(true));
  }

  for (const host of [
    '',
    'localhost.',
    'app.localhost',
    '127.0.0.1.evil.test',
    '128.0.0.1',
    '0.0.0.0',
    '::1',
    '[::]',
    '[::ffff:7f00:1]',
    '127.0.0.1\n',
  ]) {
    it(`${JSON.stringify(host)} is not`, () => expect(isLoopbackHost(host)).to.equal(false));
  }
});
