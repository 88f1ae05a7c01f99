import { expect } from 'chai';
import { nearestOf } from './nearest.js';

describe('nearest name', () => {
  const known = ['label', 'sortable', 'searchable', 'noRecordsMessage'];

  it('finds a name with a slip of the keyboard, whatever its case', () => {
    expect(nearestOf('lable', known)).to.equal('label');
    expect(nearestOf('serchable', known)).to.equal('searchable');
    expect(nearestOf('norecordsmesage', known)).to.equal('noRecordsMessage');
  });

  it('says nothing rather than something far-fetched', () => {
    expect(nearestOf('permissions', known)).to.equal(undefined);
    expect(nearestOf('x', [])).to.equal(undefined);
  });
});
