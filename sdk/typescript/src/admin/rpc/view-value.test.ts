import { expect } from 'chai';
import type { ViewModel } from '../model/view-model.js';
import { markAsRecord, TrustedHtml } from '../model/view-model.js';
import { toProtoViewValue } from './view-value.js';

/** docs/admin/partials.md: plain values pass; what is refused is named by its path. */
describe('admin: view value', () => {
  const nested = (depth: number): ViewModel => (depth === 0 ? 'x' : [nested(depth - 1)]);

  it('sends every plain value as what it is', () => {
    const map = (entries: object[]) => ({ map: { entries } });
    for (const [value, wire] of [
      [null, { cell: { nullValue: true } }],
      ['', { cell: { stringValue: '' } }],
      ['a text', { cell: { stringValue: 'a text' } }],
      [false, { cell: { boolValue: false } }],
      [-7, { cell: { int64Value: '-7' } }],
      [2n ** 63n - 1n, { cell: { int64Value: '9223372036854775807' } }],
      [-(2n ** 63n), { cell: { int64Value: '-9223372036854775808' } }],
      [2 ** 53, { cell: { doubleValue: 2 ** 53 } }],
      [-0.5, { cell: { doubleValue: -0.5 } }],
      [new Date('9999-12-31T23:59:59.999Z'), { cell: { timestampValue: { seconds: 253402300799, nanos: 999000000 } } }],
      [new Date('0001-01-01T00:00:00Z'), { cell: { timestampValue: { seconds: -62135596800, nanos: 0 } } }],
      [Object.create(null), map([])],
      [[], { list: { items: [] } }],
    ] as const) {
      expect(toProtoViewValue(value as ViewModel)).to.deep.equal(wire);
    }
    expect(() => toProtoViewValue(nested(32))).to.not.throw();
  });

  for (const [what, value, message] of [
    ['undefined', undefined, 'undefined at .Data.a.1.b; pass null'],
    ['a function', () => 1, 'a function at .Data.a.1.b'],
    ['a symbol', Symbol('x'), 'a symbol at .Data.a.1.b'],
    ['an integer above 64 bits', 2n ** 63n, 'an integer of more than 64 bits at .Data.a.1.b; pass it as text'],
    ['an integer far above 64 bits', 2n ** 70n, 'an integer of more than 64 bits at .Data.a.1.b'],
    ['an integer below 64 bits', -(2n ** 63n) - 1n, 'an integer of more than 64 bits at .Data.a.1.b'],
    ['NaN', NaN, 'NaN or an infinity at .Data.a.1.b'],
    ['an infinity', -Infinity, 'NaN or an infinity at .Data.a.1.b'],
    ['an invalid date', new Date(NaN), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
    ['the year 10000', new Date('+010000-01-01T00:00:00Z'), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
    ['the year 0', new Date('0000-12-31T23:59:59.999Z'), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
  ] as const) {
    it(`refuses ${what}, and says where`, () => {
      expect(() => toProtoViewValue({ a: ['x', { b: value as never }] })).to.throw(TypeError, message);
    });
  }

  it('refuses a hole in a list, and what nests too deep, with a path that stays short', () => {
    const holed = [1];
    holed[2] = 3;
    expect(() => toProtoViewValue({ a: holed })).to.throw('undefined at .Data.a.1');
    expect(() => toProtoViewValue(nested(33))).to.throw('32 levels deep at .Data.0.0.0.0.0.0.0.…');
  });

  it('marks records, entities and trusted HTML, without what they hold', () => {
    class Entity {
      readonly secret = 1;
    }
    const anonymous = new (class {
      readonly secret = 2;
    })();
    for (const [value, wire] of [
      [markAsRecord({ id: 1 }, 'Post'), { recordModel: 'Post' }],
      [new Entity(), { recordModel: 'Entity' }],
      [anonymous, { recordModel: 'a class without a name' }],
      [new TrustedHtml('<b>'), { trustedHtml: true }],
      [new Map(), { recordModel: 'Map' }],
    ] as const) {
      expect(toProtoViewValue(value as never)).to.deep.equal(wire);
    }
  });
});
