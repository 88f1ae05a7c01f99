import { expect } from 'chai';
import { equalHashes, hashedKey, orderedId, randomToken, seal, sha256, unseal } from './crypto.js';

describe('core: hash (AS-171, AS-172)', () => {
  it('is the SHA-256 of the UTF-8 bytes (FIPS 180-4 vectors)', () => {
    expect(sha256('abc').toString('hex')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('').toString('hex')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('é')).to.deep.equal(sha256(Buffer.from([0xc3, 0xa9]).toString()));
  });

  it('encodes a key in base64url', () => expect(hashedKey('abc')).to.equal(sha256('abc').toString('base64url')));

  it('equal hashes are equal in every kind of buffer', () =>
    expect(equalHashes(sha256('a'), new Uint8Array(sha256('a')))).to.equal(true));

  it('hashes of different values or lengths differ, and comparing them never throws (AS-172)', () => {
    expect(equalHashes(sha256('a'), sha256('b'))).to.equal(false);
    expect(equalHashes(sha256('a'), sha256('a').subarray(1))).to.equal(false);
    expect(equalHashes(sha256('a'), Buffer.alloc(0))).to.equal(false);
  });
});

describe('core: random (AS-171; RFC 6749 §10.10)', () => {
  it('has 256 bits by default, in 43 base64url characters', () =>
    expect(randomToken()).to.match(/^[A-Za-z0-9_-]{43}$/));

  it('has as many bytes as requested', () => expect(Buffer.from(randomToken(16), 'base64url')).to.have.length(16));

  it('fills every part of the pool with new bytes before use', () => {
    const bytes = Buffer.concat(Array.from({ length: 3000 }, () => Buffer.from(randomToken(31), 'base64url')));
    // Eight zero bytes in a row occur by chance once in 2^64 places.
    expect(bytes.includes(Buffer.alloc(8))).to.equal(false);
  });

  it('does not repeat itself', () =>
    expect(new Set(Array.from({ length: 10_000 }, () => randomToken())).size).to.equal(10_000));

  it('an ordered id sorts after earlier ones, as text too, and is unique', () => {
    const moments = [0, 1, 9_999, Date.now(), Date.now() + 1, 2 ** 47];
    const ids = moments.map((moment) => orderedId(moment));
    expect([...ids].sort()).to.deep.equal(ids);
    expect(ids.join('')).to.match(/^[A-Za-z0-9_-]+$/);
    expect(new Set(Array.from({ length: 10_000 }, () => orderedId(1))).size).to.equal(10_000);
  });
});

describe('core: seal (AS-151)', () => {
  const sealed = seal('the answer é 🦊', 'secret', 'purpose');

  it('opens with the same secret and purpose', () =>
    expect(unseal(sealed, 'secret', 'purpose')).to.equal('the answer é 🦊'));

  it('opens an empty text', () => expect(unseal(seal('', 'secret', 'purpose'), 'secret', 'purpose')).to.equal(''));

  it('does not open with another secret or purpose', () => {
    for (const [secret, purpose] of [
      ['Secret', 'purpose'],
      ['', 'purpose'],
      ['secret', 'Purpose'],
      ['secret', ''],
      ['secretpurpose', ''],
    ] as const) {
      expect(unseal(sealed, secret, purpose)).to.equal(undefined);
    }
  });

  it('does not open after a single bit has changed', () => {
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed);
      changed[byte]! ^= 1;
      expect(unseal(changed, 'secret', 'purpose'), `byte ${byte}`).to.equal(undefined);
    }
  });

  it('does not open after truncation or extension', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(unseal(sealed.subarray(0, length), 'secret', 'purpose')).to.equal(undefined);
    }
    expect(unseal(Buffer.concat([sealed, Buffer.alloc(1)]), 'secret', 'purpose')).to.equal(undefined);
  });

  it('never seals a text to the same bytes twice, and reveals none of it', () => {
    expect(seal('the answer', 'secret', 'purpose').equals(seal('the answer', 'secret', 'purpose'))).to.equal(false);
    expect(sealed.includes('answer')).to.equal(false);
  });
});
