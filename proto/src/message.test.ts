import { expect } from 'chai';
import { batches, listOf, message } from './message.js';

describe('proto/message', () => {
  it('omits undefined fields and keeps every other value', () => {
    const fields = { number: 0, text: '', list: [], absent: null, left: undefined };
    expect(message<Partial<typeof fields>>(fields)).to.deep.equal({ number: 0, text: '', list: [], absent: null });
  });

  it('returns a list unchanged', () => {
    const items = [1, 2];
    expect(listOf(items)).to.equal(items);
  });

  it('groups items in order, as many together as fit', () => {
    expect(batches([1, 2, 3, 4, 5], 2)).to.deep.equal([[1, 2], [3, 4], [5]]);
    expect(batches([3, 4, 9, 2, 1, 4, 3], 7, (size) => size)).to.deep.equal([[3, 4], [9], [2, 1, 4], [3]]);
    expect(batches([], 2)).to.deep.equal([]);
    expect(batches([0, 0, 7, 0], 7, (size) => size)).to.deep.equal([[0, 0, 7, 0]]);
  });
});
