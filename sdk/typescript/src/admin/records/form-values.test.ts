import { expect } from 'chai';
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
