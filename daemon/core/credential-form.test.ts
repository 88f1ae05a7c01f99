import { expect } from 'chai';
import { isBearerTokenForm, isClientIdForm } from './credential-form.js';

describe('core/credential-form', () => {
  it('a client id is 1 to 2048 visible characters or spaces (RFC 6749 appendix A.1)', () => {
    for (const id of ['a', 'a b', 'https://client.example/metadata', '~'.repeat(2048)])
      expect(isClientIdForm(id)).to.equal(true);
    for (const id of ['', '\0', 'a\0', 'a\n', '\x7f', 'é', '\ud800', 'a'.repeat(2049)])
      expect(isClientIdForm(id)).to.equal(false);
  });

  it('an access token is a b64token of at most 8192 characters (RFC 6750 §2.1)', () => {
    for (const token of ['a', 'a.b-c_d~e+f/g==', 'a'.repeat(8192)]) expect(isBearerTokenForm(token)).to.equal(true);
    for (const token of ['', '=', 'a b', 'a=b', 'a\0', 'a\n', 'é', 'a'.repeat(8193)])
      expect(isBearerTokenForm(token)).to.equal(false);
  });
});
