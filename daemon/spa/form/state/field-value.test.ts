import type { FieldValue, FieldView } from '../../api/views.js';
import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { forColumn, fromRecord, isSameValue } from './field-value.js';

type Case = readonly [what: string, field: FieldView, typed: FieldValue, sent: FieldValue];
const required = (name: string, type: 'string' | 'integer' | 'json' | 'bool', given: Partial<FieldView> = {}) =>
  kept(name, type, given, false);

const CASES: readonly Case[] = [
  ['a typed whole number', kept('a', 'integer'), '42', 42],
  ['a number with leading zeros', kept('a', 'integer'), '007', 7],
  ['an integer too large for a JSON number', kept('a', 'integer'), '9007199254740993', '9007199254740993'],
  ['a fraction that the server rejects', kept('a', 'integer'), '1.5', '1.5'],
  ['text that is not a number', kept('a', 'integer'), '?', '?'],
  ['a switch on an integer column', kept('a', 'integer', { type: 'switch' }), true, 1],
  ['a 64-bit integer', kept('a', 'bigint'), '9223372036854775807', '9223372036854775807'],
  ['a decimal with all its digits', kept('a', 'decimal'), '12.500000000000000001', '12.500000000000000001'],
  ['a fraction', kept('a', 'double'), '1.50', 1.5],
  ['spaces in a number field', kept('a', 'double'), ' ', ' '],
  ['a choice on a boolean column', kept('a', 'bool', { type: 'dropdown' }), '1', true],
  ['the other choice', kept('a', 'bool', { type: 'dropdown' }), 'false', false],
  ['a choice on an integer column', kept('a', 'integer', { type: 'radio' }), '3', 3],
  ['a blank text in a nullable column', kept('a', 'string'), '', null],
  ['a blank text in a column that is not nullable', required('a', 'string'), '', ''],
  ['null in a text column that is not nullable', required('a', 'string'), null, ''],
  ['a blank number in a column that is not nullable', required('a', 'integer'), '', null],
  ['no choice', required('a', 'string', { type: 'dropdown' }), null, null],
  ['the empty option', required('a', 'string', { type: 'dropdown', emptyOption: 'none' }), null, ''],
  ['no choices', required('a', 'json', { type: 'checkboxlist' }), [], []],
  ['no related records', field('a', { type: 'relation', multiple: true }), null, []],
  ['no related record', field('a', { type: 'relation', multiple: false }), '', null],
];

describe('values of form fields (AD-211)', () => {
  for (const [what, one, typed, sent] of CASES) {
    it(`sends ${what} as ${JSON.stringify(sent)}`, () => expect(forColumn(one, typed)).to.deep.equal(sent));
  }

  it('shows structured values as JSON text and sends them back unchanged', () => {
    const one = kept('a', 'json', { type: 'codeeditor' });
    const shown = fromRecord(one, { b: [1, null] });
    expect(JSON.parse(String(shown))).to.deep.equal({ b: [1, null] });
    expect(forColumn(one, shown)).to.equal(shown);
  });

  for (const text of ['"word"', '"12"', '{"id":12345678901234567890}']) {
    it(`shows and sends the JSON text ${text} of the API unchanged (AD-81)`, () => {
      const one = kept('a', 'json', { type: 'textarea' });
      expect(fromRecord(one, text)).to.equal(text);
      expect(forColumn(one, text)).to.equal(text);
    });
  }

  it('leaves the choices of a list unchanged', () => {
    expect(fromRecord(kept('a', 'json', { type: 'checkboxlist' }), ['web', 'mail'])).to.deep.equal(['web', 'mail']);
  });

  const same: readonly (readonly [FieldView, FieldValue, FieldValue, boolean])[] = [
    [kept('a', 'string'), null, '', true],
    [required('a', 'string'), '', null, true],
    [kept('a', 'string'), null, ' ', false],
    [kept('a', 'decimal'), '12.50', '12.5', true],
    [kept('a', 'decimal'), '-0.10', '-00.1', true],
    [kept('a', 'decimal'), '12.50', '12.05', false],
    [kept('a', 'decimal'), '9007199254740993.1', '9007199254740992.1', false],
    [kept('a', 'bigint'), '9223372036854775807', '9223372036854775806', false],
    [kept('a', 'integer'), 0, '', false],
    [kept('a', 'bool'), false, null, false],
    [kept('a', 'timestamp'), '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00Z', true],
    [kept('a', 'timestamp'), '2026-01-01T12:00:00Z', 'tomorrow', false],
    [field('a', { type: 'relation', multiple: true }), ['2', '1'], ['1', '2'], true],
    [field('a', { type: 'relation', multiple: true }), ['1'], ['1', '2'], false],
    [field('a', { type: 'relation', multiple: true }), ['1', '2'], ['1', '3'], false],
  ];
  for (const [one, a, b, expected] of same) {
    const what = `${JSON.stringify(a)} and ${JSON.stringify(b)} of ${one.column?.type ?? one.type}`;
    it(`treats ${what} as ${expected ? 'equal' : 'different'}`, () => {
      expect(isSameValue(one, a, b)).to.equal(expected);
      expect(isSameValue(one, b, a)).to.equal(expected);
    });
  }
});
