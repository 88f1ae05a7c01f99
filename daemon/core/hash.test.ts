import { expect } from 'chai';
import { equalHashes, sha256 } from './hash.js';

describe('core/hash (spec, Secret handling)', () => {
  it('SHA-256 of the UTF-8 bytes (FIPS 180-4 vectors)', () => {
    expect(sha256('abc').toString('hex')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('').toString('hex')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('é')).to.deep.equal(sha256(Buffer.from([0xc3, 0xa9]).toString()));
  });

  it('equal hashes are equal, whatever holds them', () =>
    expect(equalHashes(sha256('a'), new Uint8Array(sha256('a')))).to.equal(true));

  it('different and differently long ones are not, and none of them throws', () => {
    expect(equalHashes(sha256('a'), sha256('b'))).to.equal(false);
    expect(equalHashes(sha256('a'), sha256('a').subarray(1))).to.equal(false);
    expect(equalHashes(sha256('a'), Buffer.alloc(0))).to.equal(false);
  });
});
