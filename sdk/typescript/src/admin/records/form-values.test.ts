import { expect } from 'chai';
import type { Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import { parametersOf } from './form-values.js';

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
