import { expect } from 'chai';
import { VerifiedTokens } from './verified-tokens.js';

const claims = (sub: string) => ({ sub, exp: 200 });

describe('admin/auth/verified-tokens (RFC 7519 §4.1.4 and §4.1.5: time is looked at with every use)', () => {
  it('knows what it was told, and nothing that differs by a character', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    tokens.remember('a.b.c', claims('7'), 100);
    expect(tokens.claimsOf('a.b.c', 150)).to.deep.equal(claims('7'));
    for (const other of ['', 'a.b.C', 'a.b.c ', 'a.b', 'a.b.c.'])
      expect(tokens.claimsOf(other, 150)).to.equal(undefined);
  });

  it('not before the token begins, and not from the second on in which it expires', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    tokens.remember('t', claims('7'), 100);
    expect(tokens.claimsOf('t', 99)).to.equal(undefined);
    expect(tokens.claimsOf('t', 100)).not.to.equal(undefined);
    expect(tokens.claimsOf('t', 199)).not.to.equal(undefined);
    expect(tokens.claimsOf('t', 200)).to.equal(undefined);
  });

  it('keeps a thousand, and forgets the first of them for the next', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    for (let n = 0; n <= 1000; n++) tokens.remember(`t${String(n)}`, claims(String(n)), 100);
    expect(tokens.claimsOf('t0', 150)).to.equal(undefined);
    expect(tokens.claimsOf('t1', 150)?.sub).to.equal('1');
    expect(tokens.claimsOf('t1000', 150)?.sub).to.equal('1000');
  });
});
