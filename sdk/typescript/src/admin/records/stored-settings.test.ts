import { expect } from 'chai';
import { storedMembers } from '../../shared/stored-json.js';
import type { Column, ColumnType, Value } from '../model/column.js';
import { UnfitValue } from '../sql/stored-value.js';
import { decoded } from './stored-settings.js';

describe('stored settings (HC-100)', () => {
  const read = (type: ColumnType, json: string): Value | UnfitValue => {
    const stored = { version: 1, raw: storedMembers(`{"value":${json}}`, 'here') };
    return decoded({ type } as Column, 'value', stored);
  };

  for (const [type, json, value] of [
    ['bool', 'true', true],
    ['bool', '0', false],
    ['bool', '"1"', true],
    ['bool', '"0"', false],
    ['integer', '7', 7],
    ['integer', '7.0', 7],
    ['integer', '"-7"', -7],
    ['bigint', '9007199254740993', 9007199254740993n],
    ['bigint', '"9007199254740993"', 9007199254740993n],
    ['double', '1e-7', 1e-7],
    ['decimal', '12345678901234567890.10', '12345678901234567890.1'],
    ['decimal', '"12.50"', '12.5'],
    ['time', '"08:30:00.500"', '08:30:00.5'],
    ['date', '"2026-02-28"', '2026-02-28'],
    ['string', '"Übung"', 'Übung'],
    ['string', 'null', null],
  ] satisfies [ColumnType, string, Value][]) {
    it(`read ${json} in a column of the type ${type}`, () => expect(read(type, json)).to.equal(value));
  }

  it('read bytes and times', () => {
    expect(read('bytes', '"w5w="')).to.deep.equal(Buffer.from('Ü'));
    for (const bytes of ['', 'a', 'ab', 'abc', 'abcd'])
      expect(read('bytes', `"${Buffer.from(bytes).toString('base64')}"`), bytes).to.deep.equal(Buffer.from(bytes));
    expect(read('timestamp', '"2026-02-28T10:00:00.000Z"')).to.deep.equal(new Date('2026-02-28T10:00:00Z'));
  });

  for (const [type, json] of [
    ['bool', '"true"'],
    ['bool', '2'],
    ['integer', '7.5'],
    ['integer', '"7.0"'],
    ['integer', 'true'],
    ['bigint', '9223372036854775808'],
    ['double', '"1"'],
    ['decimal', '"1e5"'],
    ['decimal', '".5"'],
    ['date', '"2026-02-30"'],
    ['bytes', '"w5w"'],
    ['bytes', '"?"'],
    ['bytes', '"A==="'],
    ['bytes', '"AQ==AQ=="'],
    ['bytes', '"AQ="'],
    ['bytes', '" AQ=="'],
  ] satisfies [ColumnType, string][]) {
    it(`do not guess a value for ${json} in a column of the type ${type}`, () =>
      expect(read(type, json)).to.deep.equal(new UnfitValue(json.replaceAll('"', ''))));
  }
});
