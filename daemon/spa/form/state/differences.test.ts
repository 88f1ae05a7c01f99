import { expect } from 'chai';
import { field, kept, without } from '../testing/fields.js';
import { differences, isStoredAlready } from './differences.js';
import { openForm, withValue } from './form-state.js';

describe('differences between the edits of two administrators (AD-214)', () => {
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

  it('reports who changed which field', () => {
    const mine = withValue(withValue(open(), 'title', 'Mine'), 'price', '2');
    expect(found(mine, { title: 'Theirs', body: 'Theirs', views: 9 })).to.deep.equal([
      ['title', 'both'],
      ['body', 'them'],
      ['price', 'me'],
    ]);
  });

  it('ignores equal values', () => {
    const mine = withValue(withValue(open(), 'title', 'Same'), 'secret', 's3cret');
    expect(found(mine, { title: 'Same', price: '1.5', tags: ['2', '1'] })).to.deep.equal([]);
  });

  it('skips a relation that is not complete in the record', () => {
    expect(differences(withValue(open(), 'tags', ['3']), without(record, 'tags'))).to.deep.equal([]);
  });
});

describe('a rejected save of changes that are already stored (docs/decisions/single-page-application.md: a lost answer)', () => {
  const fields = [
    kept('title', 'string'),
    kept('price', 'decimal'),
    kept('secret', 'string', { type: 'password' }),
    field('tags', { type: 'relation', multiple: true }),
  ];
  const record = { title: 'Old', price: '1.50', tags: ['1', '2'], _version: '1' };
  const sent = withValue(withValue(openForm(fields, 'update', record), 'title', 'Mine'), 'price', '2');
  const stored = { ...record, title: 'Mine', price: '2.00', _version: '2' };

  it('recognizes a record that has all the values', () => {
    expect(isStoredAlready(sent, stored)).to.equal(true);
    expect(isStoredAlready(withValue(sent, 'tags', ['2', '3']), { ...stored, tags: ['3', '2'] })).to.equal(true);
  });

  it('rejects a record with any difference, including changes by another administrator', () => {
    for (const other of [{ title: 'Theirs' }, { price: '3' }, { tags: ['1'] }]) {
      expect(isStoredAlready(sent, { ...stored, ...other })).to.equal(false);
    }
  });

  it('rejects a record in which it cannot see the value', () => {
    expect(isStoredAlready(withValue(sent, 'secret', 's3cret'), stored)).to.equal(false);
    expect(isStoredAlready(withValue(sent, 'tags', ['3']), without(stored, 'tags'))).to.equal(false);
    const cleared = withValue(sent, 'price', null);
    expect(isStoredAlready(cleared, { ...without(stored, 'price'), _invalid: { price: 'many' } })).to.equal(false);
  });
});
