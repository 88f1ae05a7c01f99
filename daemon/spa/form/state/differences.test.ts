import { expect } from 'chai';
import { field, kept, without } from '../testing/fields.js';
import { differences } from './differences.js';
import { openForm, withValue } from './form-state.js';

describe('what two administrators have made of a record (409, admin.md)', () => {
  const fields = [
    kept('title', 'string'),
    kept('body', 'string'),
    kept('price', 'decimal'),
    kept('views', 'integer', { readOnly: true }),
    kept('secret', 'string', { type: 'password' }),
    field('tags', { type: 'relation', multiple: true }),
  ];
  const record = { title: 'Old', body: 'Old', price: '1.50', views: 1, tags: ['1', '2'], _version: '1' };
  const open = () => openForm(fields, 'update', record);
  const found = (state: ReturnType<typeof open>, theirs: object) =>
    differences(state, { ...record, ...theirs }).map(({ field: { name }, changedBy }) => [name, changedBy]);

  it('tells who has changed what', () => {
    const mine = withValue(withValue(open(), 'title', 'Mine'), 'price', '2');
    expect(found(mine, { title: 'Theirs', body: 'Theirs', views: 9 })).to.deep.equal([
      ['title', 'both'],
      ['body', 'them'],
      ['price', 'me'],
    ]);
  });

  it('is silent about what comes to the same', () => {
    const mine = withValue(withValue(open(), 'title', 'Same'), 'secret', 's3cret');
    expect(found(mine, { title: 'Same', price: '1.5', tags: ['2', '1'] })).to.deep.equal([]);
  });

  it('compares nothing with a relation that did not come whole', () => {
    expect(differences(withValue(open(), 'tags', ['3']), without(record, 'tags'))).to.deep.equal([]);
  });
});
