import { expect } from 'chai';
import { bytesOrNull, joined, split, toBuffer } from './schema.js';

describe('values in the tables (schema.ts)', () => {
  it('stores a list as one text, and returns the same list, also an empty one (backend.proto, Client.scopes)', () => {
    for (const list of [[], ['read'], ['read', 'write']]) expect(split(joined(list))).to.deep.equal(list);
    expect(joined(['read', 'write'])).to.equal('read write');
  });

  it('stores empty bytes as null, and returns null as empty bytes (backend.proto, Code.grant_context)', () => {
    expect(bytesOrNull(Buffer.alloc(0))).to.equal(null);
    expect(bytesOrNull(Buffer.of(0))).to.deep.equal(Buffer.of(0));
    expect(toBuffer(null)).to.deep.equal(Buffer.alloc(0));
  });

  it('returns the bytes of every driver as a Buffer', () => {
    const bytes = Buffer.from('abc');
    expect(toBuffer(bytes)).to.equal(bytes);
    for (const given of [new Uint8Array(bytes), new Uint8Array(bytes).buffer]) {
      expect(toBuffer(given)).to.be.instanceOf(Buffer).and.to.deep.equal(bytes);
    }
  });
});
