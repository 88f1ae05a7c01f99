import { expect } from 'chai';
import type { Cell } from '../column.js';
import type { FieldRules } from './form-schema.js';
import { ruleProblem } from './field-rules.js';

const says = (rules: Partial<FieldRules>, cell: Cell) => ruleProblem({ required: false, ...rules }, cell)?.rule;
const text = (value: string): Cell => ({ kind: 'string', value });
const json = (value: unknown): Cell => ({ kind: 'json', value: JSON.stringify(value) });
const CHOICES = new Set(['a', 'b', '1', 'true']);

describe('admin: rules (AD-81, AD-83)', () => {
  for (const address of ['a@b', 'first.last+tag@mail.example.test', `${'a'.repeat(64)}@example.test`, '']) {
    it(`email accepts "${address}"`, () => expect(says({ email: true }, text(address))).to.equal(undefined));
  }

  for (const address of [
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@-b.test',
    'a@b-.test',
    'a@b..test',
    'a@b\n',
    'a\r\nBcc: x@y',
    `${'a'.repeat(65)}@b`,
    `a@${'b'.repeat(64)}`,
    `a@${'b.'.repeat(130)}b`,
  ]) {
    it(`email rejects ${JSON.stringify(address.slice(0, 40))}`, () =>
      expect(says({ email: true }, text(address))).to.equal('email'));
  }

  it('color accepts #rrggbb, and no other CSS', () => {
    for (const color of ['#a1B2c3', '']) expect(says({ color: true }, text(color))).to.equal(undefined);
    for (const color of ['red', '#fff', '#12345g', '#1234567', '#000000;x', '#000000\n', 'x#000000'])
      expect(says({ color: true }, text(color)), color).to.equal('color');
  });

  it('accepts min and max themselves, in every kind of number', () => {
    const range = { min: -1, max: 2 };
    for (const cell of [
      { kind: 'int64', value: -1n },
      { kind: 'int64', value: 2n },
      { kind: 'double', value: 2 },
      { kind: 'decimal', value: '-1.00' },
    ] as const)
      expect(says(range, cell)).to.equal(undefined);
    for (const cell of [
      { kind: 'int64', value: 3n },
      { kind: 'double', value: 2.000001 },
      { kind: 'decimal', value: '-1.01' },
    ] as const)
      expect(says(range, cell)).to.equal('number_range');
  });

  it('applies bounds only to numbers, not to strings or timestamps that look like numbers', () => {
    for (const cell of [text('7'), text('many'), { kind: 'timestamp', value: 7 }] as const)
      expect(says({ min: 10, max: 20, step: 10 }, cell)).to.equal(undefined);
  });

  it('names only the bounds that exist', () => {
    const whole = { kind: 'int64', value: 3n } as const;
    const problem = (rules: Partial<FieldRules>, cell: Cell) => ruleProblem({ required: false, ...rules }, cell);
    expect(problem({ max: 2 }, whole)).to.deep.equal({ rule: 'number_maximum', parameters: { maximum: 2 } });
    expect(problem({ min: 4 }, whole)).to.deep.equal({ rule: 'number_minimum', parameters: { minimum: 4 } });
    const range = { minimum: 4, maximum: 9 };
    expect(problem({ min: 4, max: 9 }, whole)).to.deep.equal({ rule: 'number_range', parameters: range });
    const day = { kind: 'date', value: '2026-06-01' } as const;
    const [early, late] = ['2026-01-01', '2026-12-31'];
    expect(problem({ maxDate: early }, day)).to.deep.equal({ rule: 'date_maximum', parameters: { maximum: early } });
    expect(problem({ minDate: late }, day)).to.deep.equal({ rule: 'date_minimum', parameters: { minimum: late } });
  });

  it('counts steps from min, and tolerates binary fractions', () => {
    for (const value of ['0.3', '0.7', '1234.1']) {
      expect(says({ step: 0.1 }, { kind: 'decimal', value })).to.equal(undefined);
      expect(says({ step: 0.1 }, { kind: 'double', value: Number(value) })).to.equal(undefined);
    }
    expect(says({ step: 0.1 }, { kind: 'decimal', value: '0.35' })).to.equal('number_step');
    expect(says({ min: 1, step: 2 }, { kind: 'int64', value: 5n })).to.equal(undefined);
    expect(says({ min: 1, step: 2 }, { kind: 'int64', value: 4n })).to.equal('number_step');
  });

  it('compares all digits of integers and decimals with the bounds (AD-81)', () => {
    const bound = 2 ** 53;
    for (const cell of [
      { kind: 'int64', value: 9007199254740993n },
      { kind: 'decimal', value: '9007199254740993' },
      { kind: 'decimal', value: '9007199254740992.01' },
    ] as const) {
      expect(says({ max: bound }, cell)).to.equal('number_maximum');
      expect(says({ max: -bound, min: -bound * 2 }, { ...cell, value: `-${cell.value}` } as Cell)).to.equal(undefined);
    }
    expect(says({ min: -bound }, { kind: 'int64', value: -9007199254740993n })).to.equal('number_minimum');
    expect(says({ max: bound, min: bound }, { kind: 'int64', value: 9007199254740992n })).to.equal(undefined);
    expect(says({ max: 0.1 }, { kind: 'decimal', value: '0.1000000000000000000001' })).to.equal('number_maximum');
    expect(says({ min: 1e-7, max: 1e21 }, { kind: 'decimal', value: '0.0000001' })).to.equal(undefined);
    expect(says({ max: 1e21 }, { kind: 'decimal', value: '1000000000000000000000.5' })).to.equal('number_maximum');
  });

  for (const [step, cell, isStep] of [
    [1, { kind: 'double', value: 1000000000.5 }, false],
    [1, { kind: 'decimal', value: '1000000000.5' }, false],
    [0.01, { kind: 'double', value: 10000000.005 }, false],
    [0.01, { kind: 'double', value: 10000000.01 }, true],
    [0.01, { kind: 'decimal', value: '10000000.005' }, false],
    [0.01, { kind: 'decimal', value: '99999999999999999999.99' }, true],
    [5, { kind: 'double', value: 5000000003 }, false],
    [5, { kind: 'int64', value: 5000000003n }, false],
    [5, { kind: 'int64', value: 9223372036854775805n }, true],
    [5, { kind: 'int64', value: -9223372036854775804n }, false],
    [0.5, { kind: 'int64', value: 9223372036854775807n }, true],
    [0.1, { kind: 'double', value: 0.1 + 0.2 }, true],
    [0.1, { kind: 'double', value: 0.3000000001 }, false],
    [1e-7, { kind: 'double', value: 3e-7 }, true],
    [1e-7, { kind: 'decimal', value: '0.00000035' }, false],
    [1e21, { kind: 'decimal', value: '3000000000000000000000' }, true],
    [3, { kind: 'double', value: -0 }, true],
  ] as const) {
    it(`${isStep ? 'accepts' : 'rejects'} the ${cell.kind} ${String(cell.value)} in steps of ${step} (AD-81)`, () =>
      expect(says({ step }, cell)).to.equal(isStep ? undefined : 'number_step'));
  }

  it('accepts every double that steps of a decimal reach from min, as the page computes them (AD-81)', () => {
    for (const [min, step] of [
      [-1000, 0.1],
      [0.7, 0.01],
      [-1e9, 0.001],
    ] as const) {
      for (let count = 0; count < 20_000; count += 7) {
        expect(says({ min, step }, { kind: 'double', value: min + count * step }), `${min} + ${count}`).to.equal(
          undefined,
        );
        expect(says({ min, step }, { kind: 'double', value: Number((min + count * step).toFixed(3)) })).to.equal(
          undefined,
        );
        expect(says({ min, step }, { kind: 'double', value: min + (count + 0.5) * step })).to.equal('number_step');
      }
    }
  });

  it('accepts minDate and maxDate themselves, for days and for instants by their day in UTC', () => {
    const range = { minDate: '2026-01-01', maxDate: '2026-01-31' };
    for (const value of ['2026-01-01', '2026-01-31']) expect(says(range, { kind: 'date', value })).to.equal(undefined);
    for (const value of ['2025-12-31', '2026-02-01'])
      expect(says(range, { kind: 'date', value })).to.equal('date_range');
    const at = (time: string): Cell => ({ kind: 'timestamp', value: Date.parse(time) });
    expect(says(range, at('2026-01-31T23:59:59.999Z'))).to.equal(undefined);
    expect(says(range, at('2026-01-31T23:00:00-05:00'))).to.equal('date_range');
  });

  it('accepts the listed choices, whatever the type of the column, and blank (AD-83)', () => {
    for (const cell of [
      text('a'),
      text(''),
      { kind: 'int64', value: 1n },
      { kind: 'bool', value: true },
      json(['a', 'b']),
      json([1, true]),
      json([]),
    ] as const)
      expect(says({ choices: CHOICES }, cell)).to.equal(undefined);
  });

  it('rejects a number that is a choice only when it is rounded (AD-83)', () => {
    const choices = new Set(['9007199254740992']);
    expect(says({ choices }, { kind: 'json', value: '[9007199254740992]' })).to.equal(undefined);
    expect(says({ choices }, { kind: 'json', value: '[9007199254740993]' })).to.equal('choice');
  });

  for (const value of [
    ['c'],
    ['a', 'c'],
    ['A'],
    [null],
    null,
    [['a']],
    [{}],
    { a: 1 },
    [{ toString: 1, valueOf: 1 }],
    { toString: 1, valueOf: 1 },
    [['a', 'b']],
  ]) {
    it(`rejects ${JSON.stringify(value)} as a choice`, () =>
      expect(says({ choices: CHOICES }, json(value))).to.equal('choice'));
  }

  it('ignores null, which only `required` rejects', () => {
    expect(says({ email: true, min: 1, choices: CHOICES }, { kind: 'null' })).to.equal(undefined);
  });
});
