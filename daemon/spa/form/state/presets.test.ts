import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { presetText, slugOf, followed, followers } from './presets.js';

describe('presets of form fields (AD-211)', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['Über Größe & Maß', 'ueber-groesse-mass'],
    ['  It’s a "test" – isn\'t it?  ', 'its-a-test-isnt-it'],
    ['Łódź, Ærø & Þórr', 'lodz-aero-thorr'],
    ['Ελληνικά γράμματα', 'ελληνικά-γράμματα'],
    ['日本語 のテスト', '日本語-のテスト'],
    ['100% C++', '100-c'],
    ['★☆★', ''],
    ['e\u0301te\u0301', 'ete'],
    // Emoji: variation selectors, joiners, keycaps and skin tones are not part of an address.
    ['I \u2764\ufe0f tea', 'i-tea'],
    ['Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'family'],
    ['Step 1\ufe0f\u20e3 of 2\ufe0f\u20e3', 'step-1-of-2'],
    ['Thumbs \u{1f44d}\u{1f3fd} up', 'thumbs-up'],
    ['Flag \u{1f3f4}\u{e0067}\u{e0062}\u{e007f} of', 'flag-of'],
    ['\u2600\ufe0e', ''],
    // Remove characters that are invisible within a word, but treat separators as separators.
    ['Donau\u00addampf\u2060schiff', 'donaudampfschiff'],
    ['\ufeffTitle\u200f', 'title'],
    ['\u3164', ''],
    ['one\u200btwo', 'one-two'],
    ['\u845b\u{e0100}\u57ce', '\u845b\u57ce'],
    // A combining mark without a base character.
    ['\u0301a \u2605\u0301 b', 'a-b'],
    ['हिन्दी', 'हिन्दी'],
  ];
  for (const [text, slug] of texts) {
    it(`turns ${text} into ${slug === '' ? 'an empty slug' : slug}`, () => expect(slugOf(text)).to.equal(slug));
  }

  it('leaves no invisible character in a slug, for any Unicode input', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) {
        expect(slugOf(`a${letter}`), `U+${code.toString(16)}`).to.equal('a');
      }
    }
  });

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
