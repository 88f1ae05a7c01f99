import { expect } from 'chai';
import { isLocal } from './address.js';

describe('an address that only this machine can reach', () => {
  for (const address of ['unix:/run/host.sock', 'localhost:1', '127.0.0.1:1', '127.9.9.9:1', '[::1]:1', '::1:1']) {
    it(address, () => expect(isLocal(address)).to.equal(true));
  }

  const REACHABLE = ['0.0.0.0:1', '[::]:1', '10.127.0.1:1', '127.example.com:1', 'a.unix:1', 'x[::1]:1', '[::1]x:1'];
  for (const address of [...REACHABLE, 'localhost.example:1', 'notes.internal:50051', 'unix-host:1']) {
    it(`is not ${address}`, () => expect(isLocal(address)).to.equal(false));
  }
});
