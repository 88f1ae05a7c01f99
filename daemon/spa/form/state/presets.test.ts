import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { presetText, followed, followers } from './presets.js';

describe('presets of form fields (AD-211)', () => {
  it('follows as a slug, a URL, in camel case, or verbatim', () => {
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

  it('follows into blank, writable fields, also on an existing record', () => {
    expect([...followers(fields, { title: 'x', slug: null, path: '', locked: null })]).to.deep.equal(['slug', 'path']);
    expect([...followers(fields, { title: null, slug: 'mine', path: null, locked: null })]).to.deep.equal(['path']);
  });

  it('follows through several fields', () => {
    const values = followed(fields, new Set(['slug', 'path']), { title: 'A b', slug: null, path: null }, 'title');
    expect(values).to.deep.equal({ title: 'A b', slug: 'a-b', path: '/a-b' });
  });

  it('clears the follower when the source is cleared', () => {
    const values = followed(fields, new Set(['slug', 'path']), { title: ' ', slug: 'a', path: '/a' }, 'title');
    expect(values).to.deep.equal({ title: ' ', slug: '', path: '' });
  });

  it('terminates when two fields follow each other', () => {
    const circle = [
      field('a', { preset: { field: 'b', type: 'exact' } }),
      field('b', { preset: { field: 'a', type: 'exact' } }),
    ];
    expect(followed(circle, new Set(['a', 'b']), { a: 'x', b: '' }, 'a')).to.deep.equal({ a: 'x', b: 'x' });
  });
});
