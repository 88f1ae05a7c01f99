import { expect } from 'chai';
import { hashPassword, verifyPassword } from './users.js';

describe('passwords', () => {
  it('accepts only the correct password, and none if no password is stored', async () => {
    const stored = await hashPassword('demo-password');
    expect(await verifyPassword('demo-password', stored)).to.equal(true);
    expect(await verifyPassword('Demo-password', stored)).to.equal(false);
    expect(await verifyPassword('', stored)).to.equal(false);
    expect(await verifyPassword('demo-password', undefined)).to.equal(false);
  });

  it('salts passwords: two hashes of the same password differ and do not contain it', async () => {
    const [one, other] = [await hashPassword('demo-password'), await hashPassword('demo-password')];
    expect(one).not.to.equal(other);
    expect(one).not.to.contain('demo-password');
  });
});
