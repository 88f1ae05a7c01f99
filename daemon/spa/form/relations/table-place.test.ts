import { expect } from 'chai';
import { placeIn, TABLE_START, tableQuery, withPlace } from './table-place.js';

describe('the place of a related table (AD-204)', () => {
  it('sends no parameter for a default', () => {
    expect(tableQuery(TABLE_START).toString()).to.equal('');
    expect(tableQuery({ search: 'a b', sort: '-name', page: 2 }).toString()).to.equal('page=2&search=a+b&sort=-name');
  });

  it("keeps each manager's place separate and preserves the rest of the URL", () => {
    const before = new URLSearchParams('tab=2&tags[page]=3&comments[search]=x');
    const after = withPlace(before, 'tags', { search: 'red', sort: '', page: 1 });
    expect(Object.fromEntries(after)).to.deep.equal({ tab: '2', 'comments[search]': 'x', 'tags[search]': 'red' });
    expect(placeIn(after, 'tags')).to.deep.equal({ search: 'red', sort: '', page: 1 });
    expect(placeIn(after, 'comments')).to.deep.equal({ search: 'x', sort: '', page: 1 });
  });

  for (const page of ['', '0', '-1', '1.5', 'x', '99999999']) {
    it(`starts on page 1 for the page "${page}"`, () => {
      expect(placeIn(new URLSearchParams({ 'tags[page]': page }), 'tags')).to.deep.equal(TABLE_START);
    });
  }
});
