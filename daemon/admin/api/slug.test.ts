import { expect } from 'chai';
import { slugOf } from './slug.js';

describe('slugs (AD-211)', () => {
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
    ['\u0301\u0316a \u2605\u0301\u0316 b', 'a-b'],
    // Two marks on one letter.
    ['Ti\u1ec7m', 'tiem'],
    ['ß ä ö ü æ œ ø đ ð þ ł ħ ı ŋ é', 'ss-ae-oe-ue-ae-oe-o-d-d-th-l-h-i-n-e'],
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
});
