import { expect } from 'chai';
import type { ColumnType, Relation } from '../../model/column.js';
import type { FormField } from '../../model/schema/form-schema.js';
import type { ImportableField } from '../../model/schema/importable.js';
import { column } from '../../testing/small-plugin.js';
import type { FindChoice } from './field-values.js';
import { choicesIn, folded, readValue } from './field-values.js';

const READING = { decimal: '.', locale: 'en', timeZone: 'UTC', yes: 'Yes', no: 'No' } as const;

function valueOf(type: ColumnType, text: string, flag: { readonly flag?: true } = {}): unknown {
  const binding = { kind: 'column', column: column('value', type) } as const;
  const field = { name: 'value', binding, rules: { required: false, ...flag }, view: { label: null } };
  return readValue(field, text, READING, undefined);
}

describe('a text of a file as a value (AD-388)', () => {
  it('refuses a number that a double would round, as the API does (AD-81)', () => {
    expect(valueOf('double', '9007199254740993')).to.deep.equal({ rule: 'exact_number' });
    expect(valueOf('double', '0.12345678901234567891')).to.deep.equal({ rule: 'exact_number' });
    expect(['0.1', '9,007,199,254,740,992', '1.50'].map((text) => valueOf('double', text))).to.deep.equal([
      { value: 0.1 },
      { value: 9007199254740992 },
      { value: 1.5 },
    ]);
    expect(valueOf('decimal', '9007199254740993')).to.deep.equal({ value: '9007199254740993' });
  });

  it('takes the words with which spreadsheets save booleans of an XLSX file', () => {
    const read = (text: string) => valueOf('bool', text, { flag: true });
    for (const text of ['TRUE', 'WAHR', 'VRAI', 'VERDADERO']) expect(read(text), text).to.deep.equal({ value: true });
    for (const text of ['FALSE', 'FALSCH', 'FAUX', 'FALSO']) expect(read(text), text).to.deep.equal({ value: false });
    expect(read('MAYBE')).to.deep.equal({ rule: 'import_bool', parameters: { yes: 'Yes', no: 'No' } });
  });

  it('keeps the fraction of a second (AD-81)', () => {
    expect(valueOf('timestamp', '2026-12-31 23:59:59.750')).to.deep.equal({ value: '2026-12-31T23:59:59.750Z' });
    expect(valueOf('timestamp', '12/31/2026, 11:59:59.5 pm')).to.deep.equal({ value: '2026-12-31T23:59:59.500Z' });
    expect(valueOf('time', '11:59:59.25 pm')).to.deep.equal({ value: '23:59:59.25' });
  });
});

/** A field with choices or tags, whose choices are red (r) and blue (b). */
function fieldOf(type: ColumnType, rules: Partial<ImportableField['rules']> = {}): ImportableField {
  const binding = { kind: 'column', column: column('value', type) } as const;
  return { name: 'value', binding, rules: { required: false, ...rules }, view: { label: null } };
}

function relationOf(kind: Relation['kind']): ImportableField {
  const binding = {
    kind: 'relation',
    relation: { kind },
    label: column('name', 'string'),
  } as unknown as FormField['binding'];
  return { name: 'value', binding, rules: { required: false }, view: { label: null } };
}

const CHOICES = new Map([
  ['red', 'r'],
  ['blue', 'b'],
]);
const find: FindChoice = (text) => {
  const value = CHOICES.get(text);
  return value === undefined ? { rule: 'import_choice', parameters: { text } } : { value };
};
const gone = (text: string) => ({ rule: 'import_choice', parameters: { text } });
const read = (field: ImportableField, text: string, finder: FindChoice | undefined = find) =>
  readValue(field, text, READING, finder);

describe('choices in a text of a file (AD-394)', () => {
  it('are one for a field with one, and each once for a field with several', () => {
    const [one, several] = [fieldOf('string'), fieldOf('json')];
    expect(read(one, ' red ')).to.deep.equal({ value: 'r' });
    expect(read(one, 'red, blue')).to.deep.equal(gone('red, blue'));
    expect(read(several, 'red; blue,, red\nblue;')).to.deep.equal({ value: ['r', 'b'] });
    expect(read(several, 'red, green, grey')).to.deep.equal(gone('green'));
    expect(read(relationOf('belongsTo'), 'blue')).to.deep.equal({ value: 'b' });
    expect(read(relationOf('belongsToMany'), 'blue,red')).to.deep.equal({ value: ['b', 'r'] });
    expect(readValue(relationOf('belongsTo'), 'blue', READING, undefined)).to.deep.equal({ rule: 'choice' });
  });

  it('are separated as the field is', () => {
    expect(choicesIn(fieldOf('string'), ' a, b ')).to.deep.equal(['a, b']);
    expect(choicesIn(fieldOf('json'), ' a, b;c\nd;; ')).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(choicesIn(relationOf('belongsTo'), 'a,b')).to.deep.equal(['a,b']);
    expect(choicesIn(relationOf('hasMany'), 'a,b')).to.deep.equal(['a', 'b']);
    expect(choicesIn(fieldOf('string', { tags: { maximum: 9, separator: ' ' } }), 'a,b c')).to.deep.equal(['a,b', 'c']);
    expect(choicesIn(fieldOf('string', { tags: { maximum: 9, separator: ',' } }), 'a;b, c')).to.deep.equal([
      'a;b',
      'c',
    ]);
  });

  it('are suggestions for tags, unless the field has no others', () => {
    const [list, text] = [
      fieldOf('json', { tags: { maximum: 9 } }),
      fieldOf('string', { tags: { maximum: 9, separator: ',' } }),
    ];
    expect(read(list, 'red, own, red')).to.deep.equal({ value: ['r', 'own'] });
    expect(read(text, 'red, own, red')).to.deep.equal({ value: 'r,own' });
    expect(readValue(list, 'own, red', READING, undefined)).to.deep.equal({ value: ['own', 'red'] });
    const closed = fieldOf('json', { tags: { maximum: 9, choices: new Set(['r', 'b']) } });
    expect(read(closed, 'red, blue')).to.deep.equal({ value: ['r', 'b'] });
    expect(read(closed, 'red, own')).to.deep.equal(gone('own'));
  });
});

describe('values and words of a file', () => {
  it('read each type of column as the API would get it', () => {
    const plain = (type: ColumnType, text: string) => readValue(fieldOf(type), text, READING, undefined);
    expect(plain('string', ' a ')).to.deep.equal({ value: ' a ' });
    expect(plain('json', '{}')).to.deep.equal({ value: '{}' });
    for (const type of ['integer', 'bigint', 'decimal'] as const) {
      expect(plain(type, '1,000'), type).to.deep.equal({ value: '1000' });
      expect(plain(type, 'x'), type).to.deep.equal({ rule: 'import_number', parameters: { sign: '.' } });
    }
    expect(plain('date', '12/31/2026')).to.deep.equal({ value: '2026-12-31' });
    expect(plain('date', 'x')).to.deep.equal({ rule: 'import_date' });
    expect(plain('time', 'x')).to.deep.equal({ rule: 'import_time' });
    expect(plain('timestamp', 'x')).to.deep.equal({ rule: 'import_timestamp' });
  });

  it('read a truth value in the words of the reader, of the API and of people, for flags of other types too', () => {
    const reading = { ...READING, yes: 'Oui', no: 'Non' };
    const truth = (text: string, field = fieldOf('bool')) => readValue(field, text, reading, undefined);
    for (const text of ['oui', ' OUI ', 'yes', 'Y', 'x', '✓', 'true', '1']) {
      expect(truth(text), text).to.deep.equal({ value: true });
    }
    for (const text of ['non', 'no', 'N', '-', 'false', '0']) expect(truth(text), text).to.deep.equal({ value: false });
    expect(truth('oui', fieldOf('integer', { flag: true }))).to.deep.equal({ value: true });
    expect(truth('oui', fieldOf('string'))).to.deep.equal({ value: 'oui' });
  });

  it('are compared without regard to case, spaces, underscores and spellings', () => {
    expect(folded('  Published__At ')).to.equal('published at');
    expect(folded('Cafe\u0301')).to.equal(folded('CAF\u00c9'));
    expect(folded('\ufb01')).to.equal('fi');
  });
});
