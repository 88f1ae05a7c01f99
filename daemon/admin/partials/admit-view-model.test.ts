import { expect } from 'chai';
import { admitViewModel, MarkedHtml, MarkedRecord, ViewModelRefused } from './admit-view-model.js';
import type { ViewModel } from './admit-view-model.js';

describe('view models of partials (admin-backend.md, Partials 4)', () => {
  it('admits plain data as it is', () => {
    const model: ViewModel = new Map<string, ViewModel>([['rows', [1n, 1.5, 'a', true, null, new Map()]]]);
    expect(admitViewModel(model)).to.equal(model);
  });

  const refused: readonly [what: string, model: ViewModel, message: string][] = [
    ['a record', new MarkedRecord('Post'), 'a record of the model Post at .Data'],
    ['a record in a list', [1n, [new MarkedRecord('Post')]], 'a record of the model Post at .Data.1.0'],
    ['a record in a map', new Map([['post', new MarkedRecord('Post')]]), 'a record of the model Post at .Data.post'],
    ['escaped HTML in a map in a list', [new Map([['html', new MarkedHtml()]])], 'pre-escaped HTML at .Data.0.html'],
  ];
  for (const [what, model, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => admitViewModel(model)).to.throw(ViewModelRefused, `the view model holds ${message}`);
    });
  }

  it('refuses what nests too deeply, however deeply', () => {
    let model: ViewModel = [];
    for (let depth = 0; depth < 100_000; depth += 1) model = [model];
    expect(() => admitViewModel(model)).to.throw(ViewModelRefused, 'nested deeper than');
  });
});
