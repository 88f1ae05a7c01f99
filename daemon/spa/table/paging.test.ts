import { expect } from 'chai';
import { pageNumbers } from './paging.js';

describe('page numbers', () => {
  for (const [current, last, expected] of [
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [1, 20, '1 2 gap 20'],
    [3, 20, '1 2 3 4 gap 20'],
    [4, 20, '1 2 3 4 5 gap 20'],
    [5, 20, '1 gap 4 5 6 gap 20'],
    [17, 20, '1 gap 16 17 18 19 20'],
    [20, 20, '1 gap 19 20'],
    [9, 5, '1 gap 5'],
  ] as const) {
    it(`shows page ${current} of ${last} as ${expected}`, () => {
      expect(pageNumbers(current, last).join(' ')).to.equal(expected);
    });
  }
});
