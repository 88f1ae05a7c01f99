import { expect } from 'chai';
import { slugOf } from './controllers.js';

describe('addresses of tags and categories', () => {
  for (const [name, slug] of [
    ['Zèta  & Söhne!', 'zeta-sohne'],
    ['how-to', 'how-to'],
    ['  ', ''],
    ['日本', '日本'],
  ] as const) {
    it(`are "${slug}" for "${name}"`, () => {
      expect(slugOf(name)).to.equal(slug);
    });
  }
});
