import { expect } from 'chai';
import {
  MAX_IDS,
  MAX_IDS_BYTES,
  MAX_IGNORED_BYTES,
  MAX_IMPORT_BYTES,
  MAX_PREFERENCE_BYTES,
  MAX_RECORD_BYTES,
  MAX_VIEW_BYTES,
  MAX_VIEW_NAME_CHARACTERS,
  MAX_VIEW_QUERY_BYTES,
} from './limits.js';
import { MAX_CREDENTIAL_BYTES } from './passkeys.js';

const KIB = 1024;
const bytesOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));

describe('the sizes of requests (docs/admin/api.md, Errors)', () => {
  it('have room for the longest ids, and for a view whose characters are all escaped', () => {
    const ids = Array<string>(MAX_IDS).fill('🎉'.repeat(255));
    expect(bytesOf({ ids })).to.be.at.most(MAX_IDS_BYTES);
    const view = { name: '\u0001'.repeat(MAX_VIEW_NAME_CHARACTERS), query: '\u0001'.repeat(MAX_VIEW_QUERY_BYTES) };
    expect(bytesOf({ ...view, shared: false, version: 2 ** 32 - 1 })).to.be.at.most(MAX_VIEW_BYTES);
  });

  it('are those of the documents', () => {
    expect([MAX_RECORD_BYTES, MAX_IMPORT_BYTES, MAX_IDS_BYTES]).to.deep.equal([2048 * KIB, 2048 * KIB, 256 * KIB]);
    expect([MAX_IGNORED_BYTES, MAX_CREDENTIAL_BYTES]).to.deep.equal([64 * KIB, 32 * KIB]);
    expect([MAX_VIEW_BYTES, MAX_PREFERENCE_BYTES]).to.deep.equal([32 * KIB, 16 * KIB]);
  });
});
