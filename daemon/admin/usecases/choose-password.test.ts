import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import { createRedeemPasswordLink, LATEST_LINK } from './choose-password.js';

describe('a link to choose a password', () => {
  it('changes nothing if a newer one is made while the password is hashed (AD-245)', async () => {
    const documents = new Map([[LATEST_LINK, '"first"']]);
    const changes: unknown[] = [];
    const administrator = { id: '7', login: 'ada', tokenVersion: 1 };
    const redeem = createRedeemPasswordLink(
      {
        issue: () => expect.fail('no link is made'),
        verify: async () => ({ id: 'first', administratorId: '7', tokenVersion: 1, by: '1' }),
      },
      {
        accounts: {
          find: async () => ({ administrator, active: true, hasPassword: true }),
          preferences: async () => documents,
          changePassword: async (change: unknown) => {
            changes.push(change);
            return { changed: true, administrator };
          },
        } as never,
        passwords: {
          hash: async () => {
            documents.set(LATEST_LINK, '"second"');
            return 'hash';
          },
        } as never,
      },
    );
    const outcome = await redeem(
      { token: 'x', password: 'correct horse battery', clientAddress: '203.0.113.1' },
      { requestId: 'r' },
    );
    expect(outcome).to.be.instanceOf(AdminError).and.have.property('code', 'link_invalid');
    expect(changes).to.deep.equal([]);
  });
});
