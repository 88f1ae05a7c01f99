import { expect } from 'chai';
import type { Administrator } from './administrator.js';
import { ExpectedSession, SessionChanged } from './administrator.js';

const ADA: Administrator = {
  ...{ id: '7', login: 'ada', email: 'ada@shop.example', displayName: 'Ada', role: 'editors', superuser: false },
  ...{ permissions: ['acme.shop.items'], locale: 'en', tokenVersion: 3 },
};
const OTHERS: readonly Partial<Administrator>[] = [
  ...[{ id: '8' }, { login: 'bob' }, { email: 'bob@shop.example' }, { displayName: 'Bob' }, { role: '' }],
  ...[{ superuser: true }, { permissions: [] }, { permissions: ['acme.shop.tags'] }, { locale: 'de' }],
  ...[{ tokenVersion: 4 }, { mustChangePassword: true as const }],
];

describe('admin: the expected session of a read (AD-51)', () => {
  const expected = () => new ExpectedSession({ administratorId: '7', tokenVersion: 3, tokenId: 't' }, 0, ADA);

  it('is confirmed by the same administrator', () => {
    const session = expected();
    session.confirm({ ...ADA, permissions: [...ADA.permissions] });
    expect(session.isConfirmed).to.equal(true);
  });

  for (const other of OTHERS) {
    it(`is not confirmed by an administrator with another value: ${JSON.stringify(other)}`, () => {
      const session = expected();
      expect(() => session.confirm({ ...ADA, ...other })).to.throw(SessionChanged);
      expect(session.isConfirmed).to.equal(false);
    });
  }
});
