import { expect } from 'chai';
import { columnOfConditions } from './conditions.js';

const CASES: readonly (readonly [type: string, conditions: readonly string[], column: string | undefined])[] = [
  ['switch', ["active <> '1'", "active = '1'"], 'active'],
  ['switch', ['active = false', 'active = true'], 'active'],
  ['switch', ['active = 1', 'active = 0'], undefined],
  ['switch', ['active is null', 'active is not null'], undefined],
  ['switch', ['a = 0', 'b = 1'], undefined],
  ['checkbox', ['`parts`.`x` = 1'], undefined],
  ['checkbox', ['parts.active = 1'], 'active'],
  ['checkbox', ['active = 1 or 1 = 1'], undefined],
  ['daterange', ["made_at >= ':after' AND made_at <= ':before'"], 'made_at'],
  ['daterange', ["made_at >= ':after' AND sold_at <= ':before'"], undefined],
  ['daterange', ["made_at >= ':before' AND made_at <= ':after'"], undefined],
  ['numberrange', ['amount >= :min and amount <= :max'], 'amount'],
  ['group', ['kind in (:filtered)'], 'kind'],
  ['group', ['kind in (:filtered) and x = 1'], undefined],
  ['text', ["name like '%:value%'"], undefined],
];

describe('SQL conditions of filters', () => {
  for (const [type, conditions, column] of CASES) {
    const result = column === undefined ? 'no column' : `the column ${column}`;
    it(`of type ${type}, ${conditions.join(' / ')}: compares ${result} (AD-300)`, () => {
      expect(columnOfConditions(type, conditions)).to.equal(column);
    });
  }
});
