import { expect } from 'chai';
import type { Cell, ReadCell, Relation } from '../../model/column.js';
import type { RelationValue } from '../../model/record.js';
import { column } from '../../testing/small-plugin.js';
import { hasAlready } from './same-values.js';

const META = column('meta', 'json');

function isSame(value: Cell, stored: ReadCell): boolean {
  const write = { columns: [{ column: META, value }], relations: [] };
  return hasAlready(write, { id: '1', cells: [stored], relations: [] }, { columns: [META], relations: [] });
}

const RELATION = { kind: 'belongsToMany', name: 'tags' } as Relation;

/** Whether a record with these related ones already has those that a row names. */
function isLinked(ids: readonly string[], stored: RelationValue): boolean {
  const label = { kind: 'related', relation: RELATION, column: META, limit: 100 } as const;
  const write = { columns: [], relations: [{ relation: RELATION, ids }] };
  return hasAlready(write, { id: '1', cells: [], relations: [stored] }, { columns: [], relations: [label] });
}

function related(ids: readonly string[], hasMore = false): RelationValue {
  return { kind: 'related', hasMore, items: ids.map((id) => ({ id, value: { kind: 'string', value: 'x' } })) };
}

const text = (value: string): Cell => ({ kind: 'string', value });
const json = (value: string): Cell => ({ kind: 'json', value });

describe('a row that would change nothing (AD-511)', () => {
  it('compares JSON by its meaning, but never by numbers that have lost digits (AD-81)', () => {
    expect(isSame(json('{"a": 1, "b": 2.50}'), json('{"b":2.5,"a":1}'))).to.equal(true);
    expect(isSame(json('{"id":12345678901234567891}'), json('{"id":12345678901234567890}'))).to.equal(false);
    expect(isSame(json('[1e400]'), json('[1e500]'))).to.equal(false);
    // Read as doubles, these are equal.
    const [exact, rounded] = [json('[9007199254740992]'), json('[9007199254740993]')];
    expect([isSame(exact, rounded), isSame(rounded, exact)]).to.deep.equal([false, false]);
    expect(isSame(json('{"id":12345678901234567891}'), json('{"id":12345678901234567891}'))).to.equal(true);
    expect(isSame(json('[1]'), json('[2]'))).to.equal(false);
  });

  it('compares bytes, also those that are no text', () => {
    const bytes = (...value: number[]): Cell => ({ kind: 'bytes', value: Buffer.from(value) });
    expect(isSame(bytes(0xff, 0), bytes(0xff, 0))).to.equal(true);
    expect(isSame(bytes(0xff), bytes(0xfe))).to.equal(false);
    expect(isSame(text(''), bytes())).to.equal(false);
  });

  it('does not count zeros at the end of a fraction as a change', () => {
    expect(isSame({ kind: 'decimal', value: '1.5' }, { kind: 'decimal', value: '1.500' })).to.equal(true);
    expect(isSame({ kind: 'decimal', value: '1.5' }, { kind: 'decimal', value: '1.501' })).to.equal(false);
  });

  it('compares related records by their ids, in any order, if all are known', () => {
    expect(isLinked(['1', '2'], related(['2', '1']))).to.equal(true);
    expect(isLinked([], related([]))).to.equal(true);
    expect(isLinked(['1', '3'], related(['2', '1']))).to.equal(false);
    expect(isLinked(['1'], related(['2', '1']))).to.equal(false);
    expect(isLinked(['1', '2'], related(['1']))).to.equal(false);
    expect(isLinked(['1', '2'], related(['1', '2'], true))).to.equal(false);
    expect(isLinked([], { kind: 'count', count: 0 })).to.equal(false);
  });

  it('needs every relation of the row, and finds each by its name', () => {
    const authors = { kind: 'belongsToMany', name: 'authors' } as Relation;
    const selected = [RELATION, authors].map((relation) => {
      return { kind: 'related', relation, column: META, limit: 100 } as const;
    });
    const stored = { id: '1', cells: [], relations: [related(['1']), related(['2'])] };
    const has = (...relations: readonly { readonly relation: Relation; readonly ids: readonly string[] }[]) =>
      hasAlready({ columns: [], relations }, stored, { columns: [], relations: selected });
    expect(has({ relation: authors, ids: ['2'] })).to.equal(true);
    expect(has({ relation: RELATION, ids: ['1'] }, { relation: authors, ids: ['2'] })).to.equal(true);
    expect(has({ relation: RELATION, ids: ['1'] }, { relation: authors, ids: ['3'] })).to.equal(false);
    expect(has({ relation: { ...RELATION, name: 'others' }, ids: [] })).to.equal(false);
  });

  it('needs every value of the row, and finds each by the name of its column', () => {
    const selection = { columns: [column('slug', 'string'), META], relations: [] };
    const has = (...values: readonly [name: string, value: Cell][]) => {
      const columns = values.map(([name, value]) => ({ column: column(name, 'string'), value }));
      const stored = { id: '1', cells: [text('a'), json('[1]')], relations: [] };
      return hasAlready({ columns, relations: [] }, stored, selection);
    };
    expect(has(['slug', text('a')])).to.equal(true);
    expect(has(['meta', json('[1]')], ['slug', text('a')])).to.equal(true);
    expect(has(['meta', json('[1]')], ['slug', text('b')])).to.equal(false);
    expect(has(['other', text('a')])).to.equal(false);
    expect(has()).to.equal(true);
  });

  it('compares a value by its kind, and never one that the host could not read or send whole', () => {
    expect(isSame(text('1'), text('1'))).to.equal(true);
    expect(isSame(text('1'), { kind: 'int64', value: 1n })).to.equal(false);
    expect([isSame(text('1'), json('1')), isSame(json('1'), text('1'))]).to.deep.equal([false, false]);
    expect(isSame({ kind: 'null' }, { kind: 'null' })).to.equal(true);
    expect(isSame({ kind: 'null' }, text(''))).to.equal(false);
    expect(isSame({ kind: 'bool', value: true }, { kind: 'bool', value: true })).to.equal(true);
    expect(isSame({ kind: 'bool', value: true }, { kind: 'bool', value: false })).to.equal(false);
    const bytes = (value: string): Cell => ({ kind: 'bytes', value: Buffer.from(value) });
    expect(isSame(bytes('a'), bytes('a'))).to.equal(true);
    expect(isSame(bytes('a'), bytes('b'))).to.equal(false);
    expect([isSame(text('a'), bytes('a')), isSame(bytes('a'), text('a'))]).to.deep.equal([false, false]);
    expect(isSame(text('a'), { kind: 'invalid', raw: 'a' })).to.equal(false);
    expect(isSame(text('a'), { kind: 'truncated', text: 'a' })).to.equal(false);
  });

  it('counts zeros in front of the point, and of a text, as a change', () => {
    const time = (value: string): Cell => ({ kind: 'time', value });
    const decimal = (value: string): Cell => ({ kind: 'decimal', value });
    expect(isSame(time('10:00:00'), time('10:00:00.000'))).to.equal(true);
    expect(isSame(time('10:00:00'), time('10:00:00.001'))).to.equal(false);
    expect(isSame(decimal('1.5'), decimal('1.6'))).to.equal(false);
    expect(isSame(decimal('10'), decimal('10.0'))).to.equal(true);
    expect(isSame(decimal('10'), decimal('1'))).to.equal(false);
    expect(isSame(decimal('100.10'), decimal('100.1'))).to.equal(true);
    expect(isSame(text('1.0'), text('1'))).to.equal(false);
  });
});
