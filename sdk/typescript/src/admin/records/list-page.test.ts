import { expect } from 'chai';
import { InvalidField } from '../../wire/fields.js';
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

  for (const page of [
    null,
    { number: 0, size: 25 },
    { number: 1, size: 0 },
    { number: -1, size: 25 },
    { number: 1, size: -1 },
    { number: 1, size: 201 },
  ]) {
    it(`${JSON.stringify(page)} is none`, () => {
      expect(() => window(page)).to.throw(InvalidField, 'page is not a valid page');
    });
  }
});
