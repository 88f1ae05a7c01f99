import { expect } from 'chai';
import { choiceText, choiceToJson } from './choice.js';
import type { Column, ColumnType } from './column.js';
import { plainDecimal } from './decimal.js';

const of = (type: ColumnType): Column => ({ name: 'c', type, nullable: true, protected: false });

describe('admin/model/choice (admin.md, fields: options)', () => {
  for (const [type, spellings, value] of [
    ['decimal', ['1.5', '1.50', '01.500'], '1.5'],
    ['decimal', ['0', '-0', '0.00', '-0.0'], '0'],
    ['decimal', ['-100', '-100.0'], '-100'],
    ['integer', ['7', '07'], '7'],
    ['bigint', ['9007199254740993'], '9007199254740993'],
    ['bool', ['1', 'true', 'on'], 'true'],
    ['bool', ['0', 'false'], 'false'],
    ['string', ['1.50'], '1.50'],
    ['json', ['1.50'], '1.50'],
  ] as const) {
    it(`${type}: ${spellings.join(', ')} is the choice ${value}`, () => {
      for (const spelling of spellings) expect(choiceText(of(type), spelling), spelling).to.equal(value);
    });
  }

  it('is the text itself where there is no column', () => expect(choiceText(undefined, '1.50')).to.equal('1.50'));

  it('is none where the column cannot hold it', () => {
    for (const [type, text] of [
      ['integer', '1.5'],
      ['decimal', 'x'],
      ['bool', '2'],
      ['decimal', ''],
    ] as const)
      expect(choiceText(of(type), text), text).to.equal(undefined);
  });

  it('a record shows the text of its choice, whatever zeros the database keeps', () => {
    expect(choiceToJson('decimal', { kind: 'decimal', value: '1.50' })).to.equal('1.5');
    expect(choiceToJson('integer', { kind: 'int64', value: 7n })).to.equal(7);
  });

  it('no digit that counts is lost', () => {
    for (const text of ['10', '100', '0.01', '-0.5', '12345678901234567890.10203', '1000.001'])
      expect(plainDecimal(text), text).to.equal(text);
  });
});
