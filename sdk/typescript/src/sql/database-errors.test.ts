import { expect } from 'chai';
import { isDatabases, rememberAsDatabases } from './database-errors.js';

describe('errors of the database, told apart from those of the application', () => {
  it('are those that were remembered, the very objects', () => {
    const [theirs, alike] = [new Error('ECONNREFUSED'), new Error('ECONNREFUSED')];
    rememberAsDatabases(theirs);
    expect([isDatabases(theirs), isDatabases(alike)]).to.deep.equal([true, false]);
  });

  for (const thrown of [null, undefined, 'a text', 7]) {
    it(`${String(thrown)}, which a driver may throw as well, is nobody's, and can be asked about`, () => {
      rememberAsDatabases(thrown);
      expect(isDatabases(thrown)).to.equal(false);
    });
  }
});
