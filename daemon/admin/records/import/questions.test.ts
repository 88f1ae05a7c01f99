import { expect } from 'chai';
import { questions } from './questions.js';

describe('questions about the texts of a file (AD-387, AD-515)', () => {
  const sizes = (texts: readonly string[], most: number) =>
    questions(texts, most, (text) => [text]).map((some) => some.length);

  it('have a number of items, in their order, and none without an item', () => {
    expect(questions(['a', 'b', 'c'], 2, (text) => [text])).to.deep.equal([['a', 'b'], ['c']]);
    expect(sizes([], 2)).to.deep.equal([]);
    expect(sizes(Array<string>(401).fill('x'), 200)).to.deep.equal([200, 200, 1]);
  });

  it('have at most 1 MiB of texts, counted in bytes', () => {
    const long = 'é'.repeat(300 * 1024);
    expect(sizes([long, long, 'x', long], 200)).to.deep.equal([1, 2, 1]);
    expect(sizes(['x'.repeat(2 * 1024 * 1024), 'y'], 200)).to.deep.equal([1, 1]);
    const half = 'x'.repeat(512 * 1024);
    expect(sizes([half, half, 'y'], 200)).to.deep.equal([2, 1]);
    expect(questions([1, 2], 200, () => [half, half]).map((some) => some.length)).to.deep.equal([1, 1]);
  });
});
