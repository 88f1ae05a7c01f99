import { expect } from 'chai';
import { window } from './list-page.js';

describe('the page of a list (admin_query.proto: AdminPage)', () => {
  for (const [number, size, offset] of [
    [1, 1, 0],
    [1, 200, 0],
    [2, 25, 25],
    [7, 200, 1200],
  ] as const) {
    it(`number ${number} of size ${size} begins behind ${offset} records`, () => {
      expect(window({ number, size })).to.deep.equal({ offset, size });
    });
  }
});
