import { expect } from 'chai';
import type { Nested } from './nested-text.js';
import { rebasedItems } from './nested-rebase.js';

const LIST: Nested = {
  ...{ kind: 'list', groupKey: null, minimum: 0, maximum: 10, forms: [], prompt: null, style: 'default' },
  ...{ showReorder: true, showDuplicate: true, showPanel: true, defaultCreate: false },
};

const items = (...all: readonly (readonly [place: number | undefined, name: string])[]) =>
  JSON.stringify(all.map(([place, name]) => ({ ...(place !== undefined && { _item: place }), name })));

const BASE = items([0, 'A'], [1, 'B'], [2, 'C']);

describe('items of a form on a newer version of its record (AD-354)', () => {
  it('follow items that have moved', () => {
    const theirs = items([0, 'C'], [1, 'A'], [2, 'B']);
    const mine = items([1, 'B, changed'], [undefined, 'new'], [2, 'C']);
    expect(rebasedItems(LIST, mine, BASE, theirs)).to.equal(items([2, 'B, changed'], [undefined, 'new'], [0, 'C']));
  });

  it('keep their place if the other one has changed only the item there', () => {
    const theirs = items([0, 'A'], [1, 'B of theirs'], [2, 'C']);
    expect(rebasedItems(LIST, items([1, 'B of mine']), BASE, theirs)).to.equal(items([1, 'B of mine']));
  });

  it('become new if the item is gone', () => {
    expect(rebasedItems(LIST, items([1, 'B']), BASE, items([0, 'A'], [1, 'C']))).to.equal(items([undefined, 'B']));
  });

  it('never share a place, even with the same content', () => {
    const twice = items([0, 'A'], [1, 'A']);
    expect(rebasedItems(LIST, twice, twice, items([0, 'A'], [1, 'A']))).to.equal(twice);
    expect(rebasedItems(LIST, twice, twice, items([0, 'A']))).to.equal(items([0, 'A'], [undefined, 'A']));
  });

  it('stay as they are in a nested form, which has no places', () => {
    expect(rebasedItems({ ...LIST, kind: 'object' }, '{"a":1}', null, null)).to.equal('{"a":1}');
  });
});
