import { expect } from 'chai';
import type { Cell } from '../../model/column.js';
import { column } from '../../testing/small-plugin.js';
import { hasAlready } from './same-values.js';

const META = column('meta', 'json');

function isSame(value: Cell, stored: Cell): boolean {
  const write = { columns: [{ column: META, value }], relations: [] };
  return hasAlready(write, { id: '1', cells: [stored], relations: [] }, { columns: [META], relations: [] });
}

const json = (value: string): Cell => ({ kind: 'json', value });

describe('a row that would change nothing (AD-511)', () => {
  it('compares JSON by its meaning, but never by numbers that have lost digits (AD-81)', () => {
    expect(isSame(json('{"a": 1, "b": 2.50}'), json('{"b":2.5,"a":1}'))).to.equal(true);
    expect(isSame(json('{"id":12345678901234567891}'), json('{"id":12345678901234567890}'))).to.equal(false);
    expect(isSame(json('[1e400]'), json('[1e500]'))).to.equal(false);
    expect(isSame(json('{"id":12345678901234567891}'), json('{"id":12345678901234567891}'))).to.equal(true);
    expect(isSame(json('[1]'), json('[2]'))).to.equal(false);
  });

  it('does not count zeros at the end of a fraction as a change', () => {
    expect(isSame({ kind: 'decimal', value: '1.5' }, { kind: 'decimal', value: '1.500' })).to.equal(true);
    expect(isSame({ kind: 'decimal', value: '1.5' }, { kind: 'decimal', value: '1.501' })).to.equal(false);
  });
});
