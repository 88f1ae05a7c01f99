import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { presetText, slugOf } from './preset-text.js';
import { followed, followers } from './presets.js';

describe('presets of form fields (admin.md, fields: preset)', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['Über Größe & Maß', 'ueber-groesse-mass'],
    ['  It’s a "test" – isn\'t it?  ', 'its-a-test-isnt-it'],
    ['Łódź, Ærø & Þórr', 'lodz-aero-thorr'],
    ['Ελληνικά γράμματα', 'ελληνικά-γράμματα'],
    ['日本語 のテスト', '日本語-のテスト'],
    ['100% C++', '100-c'],
    ['★☆★', ''],
    ['e\u0301te\u0301', 'ete'],
  ];
  for (const [text, slug] of texts) {
    it(`makes the slug of ${text} ${slug === '' ? 'nothing' : slug}`, () => expect(slugOf(text)).to.equal(slug));
  }

  it('follows as a slug, an address, in camel case, or word for word', () => {
    expect(presetText('slug', 'New Year’s Eve')).to.equal('new-years-eve');
    expect(presetText('url', 'New Year')).to.equal('/new-year');
    expect(presetText('camel', 'New year, new me')).to.equal('newYearNewMe');
    expect(presetText('exact', ' As it is ')).to.equal(' As it is ');
  });

  const fields = [
    kept('title', 'string'),
    kept('slug', 'string', { preset: { field: 'title', type: 'slug' } }),
    kept('path', 'string', { preset: { field: 'slug', type: 'url' } }),
    kept('locked', 'string', { preset: { field: 'title', type: 'slug' }, readOnly: true }),
  ];

  it('lets follow what is blank and may be written, on a record that is there too', () => {
    expect([...followers(fields, { title: 'x', slug: null, path: '', locked: null })]).to.deep.equal(['slug', 'path']);
    expect([...followers(fields, { title: null, slug: 'mine', path: null, locked: null })]).to.deep.equal(['path']);
  });

  it('reaches what follows a follower', () => {
    const values = followed(fields, new Set(['slug', 'path']), { title: 'A b', slug: null, path: null }, 'title');
    expect(values).to.deep.equal({ title: 'A b', slug: 'a-b', path: '/a-b' });
  });

  it('follows to nothing when the source is emptied', () => {
    const values = followed(fields, new Set(['slug', 'path']), { title: ' ', slug: 'a', path: '/a' }, 'title');
    expect(values).to.deep.equal({ title: ' ', slug: '', path: '' });
  });

  it('comes to an end where two fields follow each other', () => {
    const circle = [
      field('a', { preset: { field: 'b', type: 'exact' } }),
      field('b', { preset: { field: 'a', type: 'exact' } }),
    ];
    expect(followed(circle, new Set(['a', 'b']), { a: 'x', b: '' }, 'a')).to.deep.equal({ a: 'x', b: 'x' });
  });
});
