import { expect } from 'chai';
import { codeAttempt, signInAttempt, signInLimits } from './sign-in-attempt.js';

const LIMITS = { perLoginAndAddress: 5, perLogin: 20, perAddress: 30, windowMs: 60_000 };

describe('admin: sign in attempt (AD-114)', () => {
  const keys = (login: string, address: string) => {
    const { pair, login: ofLogin, address: ofAddress } = signInAttempt(login, address, LIMITS);
    return [pair.key, ofLogin.key, ofAddress.key];
  };

  it('allows ten times as many attempts for one login and twenty times as many from one address as for the pair', () => {
    expect(signInLimits(5, 60_000)).to.deep.equal({
      perLoginAndAddress: 5,
      perLogin: 50,
      perAddress: 100,
      windowMs: 60_000,
    });
  });

  it('counts codes within a day, by account and password, from any address, also without limits (AD-453)', () => {
    const NONE = signInLimits(0, 60_000);
    const [one, other] = ['192.0.2.1', '192.0.2.2'].map(
      (address) => codeAttempt('7', 'fingerprint', address, NONE).day,
    );
    expect(one).to.deep.equal({ key: 'second-factor:day:fingerprint', limit: 30, windowMs: 86_400_000 });
    expect(other).to.deep.equal(one);
  });

  it('counts a login independently of case and of how its letters are composed', () => {
    expect(keys('\u00dcbung', '192.0.2.1')).to.deep.equal(keys('u\u0308bung', '192.0.2.1'));
    expect(keys('Ada@Example.Test', '192.0.2.1')).to.deep.equal(keys('ada@example.test', '192.0.2.1'));
  });

  for (const [one, other] of [
    ['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff'],
    ['2001:db8:0:1::', '2001:db8:0:1:2:3:4:5'],
    ['::1', '::ffff'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::'],
  ] as const) {
    it(`counts ${one} and ${other} as one network`, () => {
      expect(keys('ada', one)).to.deep.equal(keys('ada', other));
    });
  }

  for (const [one, other] of [
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['::1', '1::'],
  ] as const) {
    it(`counts ${one} and ${other} separately`, () => {
      expect(keys('ada', one)[2]).to.not.equal(keys('ada', other)[2]);
      expect(keys('ada', one)[0]).to.not.equal(keys('ada', other)[0]);
      expect(keys('ada', one)[1]).to.equal(keys('ada', other)[1]);
    });
  }

  it('has three keys that never collide', () => {
    expect(new Set([...keys('ada', '192.0.2.1'), ...keys('192.0.2.1', 'ada')])).to.have.property('size', 6);
  });

  it('adopts the limits', () => {
    const { pair, login, address } = signInAttempt('ada', '192.0.2.1', LIMITS);
    expect([pair.limit, login.limit, address.limit]).to.deep.equal([5, 20, 30]);
    expect([pair.windowMs, login.windowMs, address.windowMs]).to.deep.equal([60_000, 60_000, 60_000]);
  });
});
