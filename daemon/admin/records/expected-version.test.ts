import { expect } from 'chai';
import { AdminError } from '../model/admin-error.js';
import { expectedVersion } from './expected-version.js';

describe('admin/records/expected-version (admin.md, statuses: 409 where _version differs)', () => {
  it('is what the body says', () => {
    expect(expectedVersion({ _version: '7' })).to.deep.equal({ expectedVersion: '7' });
  });

  it('is none without the key: the last write wins', () => {
    expect(expectedVersion({})).to.deep.equal({});
    expect(expectedVersion(Object.create({ _version: '7' }) as Record<string, unknown>)).to.deep.equal({});
  });

  for (const version of [7, '', null, true, [], { a: 1 }]) {
    it(`${JSON.stringify(version)} is 422, never a write without a check`, () => {
      expect(expectedVersion({ _version: version })).to.deep.equal(
        new AdminError('validation_failed', { fields: { _version: [{ rule: 'string' }] } }),
      );
    });
  }
});
