import { expect } from 'chai';
import type { ColumnType } from '../../model/column.js';
import { column } from '../../testing/small-plugin.js';
import { readValue } from './field-values.js';

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
