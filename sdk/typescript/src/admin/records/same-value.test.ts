import { expect } from 'chai';
import * as column from '../model/column.js';
import type { Column, Value } from '../model/column.js';
import { isSameValue } from './same-value.js';

/** admin_record.proto, UpdateRecord: a write that changes nothing does not change the version. */
describe('admin/records/same-value', () => {
  const same: readonly (readonly [Column, Value, Value])[] = [
    [column.string(), 'a', 'a'],
    [column.string({ nullable: true }), null, null],
    [column.bool(), true, true],
    [column.integer(), 3, 3],
    [column.bigint(), 2n ** 60n, 2n ** 60n],
    [column.decimal(), '1.5', '1.50'],
    [column.decimal(), '-0.0', '0'],
    [column.decimal(), '100', '100.00'],
    [column.decimal(), '1.0e+02', '100'],
    [column.decimal(), '+.50', '0.5'],
    [column.timestamp(), new Date(5), new Date(5)],
    [column.bytes(), Buffer.from([0, 1]), Buffer.from([0, 1])],
    [column.json(), '{"a": [1, 2]}', '{"a":[1,2]}'],
  ];
  for (const [of, current, value] of same) {
    it(`${of.type}: ${String(current)} is ${String(value)}`, () => {
      expect(isSameValue(of, current, value)).to.equal(true);
    });
  }

  const different: readonly (readonly [Column, Value | undefined, Value])[] = [
    [column.string(), undefined, ''],
    [column.string({ nullable: true }), '', null],
    [column.string({ nullable: true }), null, ''],
    [column.string(), 'a', 'A'],
    [column.string(), '1.5', '1.50'],
    [column.bool(), false, true],
    [column.integer(), 0, 1],
    [column.bigint(), 2n ** 60n, 2n ** 60n + 1n],
    [column.decimal(), '100', '10'],
    [column.decimal(), '-1', '1'],
    [column.decimal(), '.', '0'],
    [column.decimal(), '', '0'],
    [column.decimal(), '0.10', '0.01'],
    [column.timestamp(), new Date(5), new Date(6)],
    [column.bytes(), Buffer.from([0, 1]), Buffer.from([1, 0])],
    [column.json(), '[1,2]', '[2,1]'],
    [column.json(), '9007199254740992', '9007199254740993'],
    [column.json(), '0.1234567890123456789', '0.1234567890123456788'],
    [column.json(), '1e400', '1e401'],
    [column.json(), '{"a":1,"b":2}', '{"b":2,"a":1}'],
    [column.json(), 'not json', 'nor this'],
  ];
  for (const [of, current, value] of different) {
    it(`${of.type}: ${String(current)} is not ${String(value)}`, () => {
      expect(isSameValue(of, current, value)).to.equal(false);
    });
  }
});
