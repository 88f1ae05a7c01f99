import { expect } from 'chai';
import { isProblem } from '../../api/errors.js';
import type { Column } from '../column.js';
import type { TagRules } from './form-schema.js';
import { tagCell } from './tag-list.js';

const JSON_COLUMN: Column = { name: 'tags', type: 'json', nullable: true, protected: false };
const TEXT: Column = { name: 'tags', type: 'string', nullable: false, protected: false, maxLength: 20 };

/** The stored value, or the rule that the value breaks. */
function told(value: unknown, rules: Partial<TagRules> = {}, required = false): string | null {
  const all = { maximum: 3, ...rules };
  const cell = tagCell(all.separator === undefined ? JSON_COLUMN : TEXT, all, { required }, value);
  if (isProblem(cell)) return cell.rule;
  return cell.kind === 'null' ? null : String('value' in cell && cell.value);
}

describe('admin: tags in a body (AD-346)', () => {
  it('removes the space around tags and keeps their order', () => {
    expect(told([' b ', 'a', 'b c'])).to.equal('["b","a","b c"]');
    expect(told(' b , a,,b c ', { separator: ',' })).to.equal('b,a,b c');
    expect(told('b\ta  c', { separator: ' ' })).to.equal('b a c');
    expect(told([])).to.equal('[]');
    expect(told('', { separator: ',' })).to.equal('');
    expect(told(null)).to.equal(null);
  });

  for (const [what, value, rule] of [
    ['a text for a list', 'a,b', 'list'],
    ['a number among texts', ['a', 1], 'tags'],
    ['a list among texts', ['a', ['b']], 'tags'],
    ['an object among texts', ['a', { b: 1 }], 'tags'],
    ['a blank tag', ['a', '  '], 'tags'],
    ['a tag of which nothing is seen', ['a', '\u200B\u3164'], 'tags'],
    ['a line break in a tag', ['a\nb'], 'tags'],
    ['half a surrogate pair', ['\ud800'], 'tags'],
    ['a tag of 256 characters', ['x'.repeat(256)], 'tags'],
    ['the same tag twice', ['a', ' a'], 'repeated'],
    ['more than the maximum', ['a', 'b', 'c', 'd'], 'list_length'],
  ] as const) {
    it(`rejects ${what}`, () => expect(told(value)).to.equal(rule));
  }

  it('stores one spelling of letters with marks, and takes two for the same tag (AD-452)', () => {
    expect(told(['u\u0308bung'])).to.equal('["\u00fcbung"]');
    expect(told('u\u0308bung,x', { separator: ',' })).to.equal('\u00fcbung,x');
    expect(told(['u\u0308bung', '\u00fcbung'])).to.equal('repeated');
    // A choice of the form is what the form says.
    const choices = new Set(['u\u0308bung']);
    expect(told(['u\u0308bung'], { choices })).to.equal('["u\u0308bung"]');
  });

  it('accepts a tag of 255 characters, counted as code points', () => {
    expect(told(['😀'.repeat(255)])).not.to.equal('tags');
  });

  it('rejects a list for a text, and a text longer than its column', () => {
    expect(told(['a'], { separator: ',' })).to.equal('string');
    expect(told('aaaaaaaaaa,bbbbbbbbbb', { separator: ',' })).to.equal('string_length');
  });

  it('accepts only the choices if no others may be written', () => {
    const choices = new Set(['a', 'b']);
    expect(told(['b', 'a'], { choices })).to.equal('["b","a"]');
    expect(told(['a', 'c'], { choices })).to.equal('choice');
    expect(told('a, c', { choices, separator: ',' })).to.equal('choice');
  });

  it('a required field needs a tag, and separators are none', () => {
    expect(told(' , ,', { separator: ',' }, true)).to.equal('required');
    expect(told('a', { separator: ',' }, true)).to.equal('a');
  });
});
