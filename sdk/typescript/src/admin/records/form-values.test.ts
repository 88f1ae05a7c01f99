import { expect } from 'chai';
import { sql } from 'kysely';
import { computed } from '../model/computed.js';
import type { Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import { formValuesFrom, parametersOf } from './form-values.js';

describe('the values that a write stores (HC-30)', () => {
  const registry = { engine: 'sqlite' } as Registry;
  const model = {
    table: 'notes',
    primaryKey: 'id',
    columns: { title: { type: 'string' }, stock: { type: 'integer' } },
  } as unknown as Model;

  it('leave out the column that a hook sets to undefined', () => {
    const values = { title: 'new', stock: undefined } as unknown as Parameters<typeof parametersOf>[2];
    expect(parametersOf(registry, model, values)).to.deep.equal({ title: 'new' });
  });
});

describe('the values that a hook sets (HC-30)', () => {
  const columns = {
    title: { type: 'string' },
    stock: { type: 'integer' },
    price: { type: 'decimal' },
    exact: { type: 'decimal', stored: 'text' },
    at: { type: 'timestamp' },
  };
  const model = {
    ...{ name: 'Note', table: 'notes', primaryKey: 'id', columns },
    hidden: { hash: { type: 'string' } },
    computed: { full: computed({ type: 'string', nullable: false, protected: false }, (of) => sql`${of('title')}`) },
  } as unknown as Model;
  const set =
    (values: object, engine = 'sqlite') =>
    () =>
      parametersOf({ engine } as Registry, model, values as Parameters<typeof parametersOf>[2]);
  const LONG = '0.1234567890123456';

  it('are stored if their columns take them, hidden ones too', () => {
    const values = { title: 'x', stock: 1, price: '1.50', exact: LONG, at: null, hash: 'y' };
    expect(set(values)()).to.deep.equal(values);
    expect(set({ price: LONG }, 'postgres')()).to.deep.equal({ price: LONG });
  });

  for (const [what, values, problem] of [
    ['of no column', { other: 1 }, 'a hook sets other, which is no column of Note'],
    ['of a computed column', { full: 'x' }, 'a hook sets full, which is no column of Note'],
    ['that is a list', { title: ['x'] }, 'a value of the type array'],
    ['that is an object', { title: {} }, 'a value of the type object'],
    ['that is a function', { title: () => 'x' }, 'a value of the type function'],
    ['that is a symbol', { title: Symbol('x') }, 'a value of the type symbol'],
    ['that is a time before the year 1', { at: new Date(-1e14) }, 'a time outside the years 1 to 9999'],
    ['that is no number', { stock: Number.NaN }, 'to no finite number'],
    ['that is not finite', { stock: Infinity }, 'to no finite number'],
    ['with a NUL', { title: 'a\0b' }, 'a text with a NUL'],
    ['with half a character', { title: 'a\ud800' }, 'half a character'],
    ['with more digits than SQLite keeps', { price: LONG }, "declare the column with stored: 'text'"],
  ] as const) {
    it(`are not stored if one is ${what}`, () => {
      expect(set(values)).to.throw(TypeError, problem);
    });
  }
});

describe('the unsaved values of a form (admin_cell.proto, Cell)', () => {
  const columns = {
    title: { type: 'string' },
    stock: { type: 'integer' },
    weight: { type: 'double' },
    price: { type: 'decimal' },
  };
  const read = (values: Readonly<Record<string, object>>) =>
    formValuesFrom(
      { columns } as unknown as Model,
      Object.entries(values).map(([column, value]) => ({
        column,
        value: { value: Object.keys(value)[0], ...value },
      })) as never,
    );

  it('take an integer for a column of any kind of number, and nothing else for another type', () => {
    const integer = { int64Value: '7' };
    expect(read({ stock: integer, weight: integer, price: integer })).to.deep.equal({
      stock: 7,
      weight: 7,
      price: '7',
    });
    expect(() => read({ title: integer })).to.throw('is not a value of a column of the type string');
    expect(() => read({ weight: { stringValue: '7' } })).to.throw('is not a value of a column of the type double');
  });

  it('keep null in every column', () => {
    const empty = { nullValue: true };
    expect(read({ title: empty, stock: empty, weight: empty, price: empty })).to.deep.equal({
      title: null,
      stock: null,
      weight: null,
      price: null,
    });
  });
});
