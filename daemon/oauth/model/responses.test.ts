import { expect } from 'chai';
import { oauthError } from './oauth-error.js';
import { codeRedirect, errorRedirect } from './responses.js';

const ISSUER = 'https://app.example/base';
const ISS = 'iss=https%3A%2F%2Fapp.example%2Fbase';

describe('model: authorization response', () => {
  it('contains code, state and iss (RFC 6749 §4.1.2, RFC 9207 §2)', () =>
    expect(codeRedirect('https://c.example/cb', 'abc', 'xyz', ISSUER)).to.equal(
      `https://c.example/cb?code=abc&state=xyz&${ISS}`,
    ));

  it('contains error, description, state and iss (RFC 6749 §4.1.2.1)', () =>
    expect(errorRedirect('https://c.example/cb', oauthError('access_denied', 'No, thanks.'), 'xyz', ISSUER)).to.equal(
      `https://c.example/cb?error=access_denied&error_description=No%2C%20thanks.&state=xyz&${ISS}`,
    ));

  it('omits state if the request had none', () =>
    expect(codeRedirect('https://c.example/cb', 'abc', undefined, ISSUER)).to.equal(
      `https://c.example/cb?code=abc&${ISS}`,
    ));

  for (const [registered, before] of [
    ['https://c.example/cb', 'https://c.example/cb?'],
    ['https://c.example', 'https://c.example?'],
    ['https://c.example/cb?', 'https://c.example/cb?'],
    ['https://c.example/cb?a=1', 'https://c.example/cb?a=1&'],
    ['https://c.example/cb?a=1&', 'https://c.example/cb?a=1&'],
    ['https://c.example/cb?a=%2f+x&&b=?', 'https://c.example/cb?a=%2f+x&&b=?'],
    ['https://C.example:443/a/../%63b?q', 'https://C.example:443/a/../%63b?q&'],
    ['com.example.app:/cb', 'com.example.app:/cb?'],
    ['cursor://host/cb?x=y', 'cursor://host/cb?x=y&'],
  ] as const) {
    it(`keeps the registered URI byte for byte: ${registered} (RFC 6749 §3.1.2)`, () =>
      expect(codeRedirect(registered, 'abc', undefined, ISSUER)).to.equal(`${before}code=abc&${ISS}`));
  }

  for (const state of [
    'simple',
    ' a+b%20c&d=e#f;g ',
    'x\r\nset-cookie: a=b',
    'x\0y',
    '"><script>alert(1)</script>',
    'ünï\u2028cödé 🦊',
    '%0d%0a',
    '=&=&iss=https://evil.example&code=forged',
    'a'.repeat(4000),
  ]) {
    it(`returns the exact state, safe in a header: ${JSON.stringify(state.slice(0, 40))} (AS-202)`, () => {
      const location = codeRedirect('https://c.example/cb?a=1', 'abc', state, ISSUER);
      expect(location).to.match(/^[!-~]+$/);
      const parameters = new URL(location).searchParams;
      expect(parameters.getAll('state')).to.deep.equal([state]);
      expect(parameters.getAll('iss')).to.deep.equal([ISSUER]);
      expect(parameters.getAll('code')).to.deep.equal(['abc']);
    });
  }
});
