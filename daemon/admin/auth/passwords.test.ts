import { hash } from '@node-rs/bcrypt';
import { expect } from 'chai';
import { createPasswords, passwordProblem } from './passwords.js';

describe('admin/auth/passwords (admin.md, Sign-in)', () => {
  it('verifies what it hashed, and nothing else', async () => {
    const passwords = createPasswords(4);
    const encoded = await passwords.hash('correct horse');
    expect(encoded).to.match(/^\$2b\$04\$/);
    expect(await passwords.verify('correct horse', encoded, '192.0.2.1')).to.equal(true);
    expect(await passwords.verify('correct horse ', encoded, '192.0.2.1')).to.equal(false);
    expect(await passwords.verify('', encoded, '192.0.2.1')).to.equal(false);
  });

  it('verifies hashes that PHP made, prefix 2y', async () => {
    const passwords = createPasswords(4);
    const encoded = await hash('winter', { cost: 4, version: '2y' });
    expect(await passwords.verify('winter', encoded, '192.0.2.1')).to.equal(true);
  });

  it('an unknown login and an unreadable hash fit no password', async () => {
    const passwords = createPasswords(4);
    for (const encoded of [undefined, '', 'x', '$2y$04$short']) {
      expect(await passwords.verify('anything', encoded, '192.0.2.1'), String(encoded)).to.equal(false);
    }
  });

  it('is never truncated: 73 bytes fit no hash, not even that of their first 72', async () => {
    const passwords = createPasswords(4);
    const encoded = await passwords.hash('a'.repeat(72));
    expect(await passwords.verify('a'.repeat(72), encoded, '192.0.2.1')).to.equal(true);
    expect(await passwords.verify('a'.repeat(73), encoded, '192.0.2.1')).to.equal(false);
  });

  it('a NUL is a byte like any other', async () => {
    const passwords = createPasswords(4);
    const encoded = await passwords.hash('a\0b');
    expect(await passwords.verify('a\0b', encoded, '192.0.2.1')).to.equal(true);
    expect(await passwords.verify('a\0c', encoded, '192.0.2.1')).to.equal(false);
    expect(await passwords.verify('a', encoded, '192.0.2.1')).to.equal(false);
  });

  it('a hash of another cost is outdated', async () => {
    const passwords = createPasswords(5);
    expect(passwords.isOutdated(await passwords.hash('a'))).to.equal(false);
    expect(passwords.isOutdated(await hash('a', { cost: 4 }))).to.equal(true);
  });

  it('a cost outside 4 to 31 falls back to 10 (spec, Configuration keys)', async () => {
    for (const cost of [3, 32, 0, -1]) {
      const passwords = createPasswords(cost);
      expect(passwords.isOutdated(await hash('a', { cost: 10 })), String(cost)).to.equal(false);
    }
  });

  it('passwordProblem counts UTF-8 bytes, and names them', () => {
    expect(passwordProblem('a'.repeat(72))).to.equal(undefined);
    expect(passwordProblem('é'.repeat(36))).to.equal(undefined);
    expect(passwordProblem('')).to.equal('must not be empty');
    expect(passwordProblem('é'.repeat(37))).to.equal('is 74 bytes long in UTF-8; at most 72 are possible');
  });
});
