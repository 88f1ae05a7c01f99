import { expect } from 'chai';
import { BackendCookie } from './backend-cookie.js';

describe('admin/auth/backend-cookie (spec, Authentication 2; admin.md, Sign-in: cookie)', () => {
  const cookie = new BackendCookie('/backend', true);

  it('is HttpOnly, SameSite=Strict and Secure, for the admin prefix alone, as long as the refresh window', () => {
    expect(cookie.set('a.b-c_d', 1_209_600)).to.deep.equal([
      'set-cookie',
      'backend_token=a.b-c_d; Path=/backend; SameSite=Strict; HttpOnly; Secure; Max-Age=1209600',
    ]);
  });

  it('is taken away under the attributes that it was set with', () => {
    expect(cookie.clear()[1]).to.equal('backend_token=; Path=/backend; SameSite=Strict; HttpOnly; Secure; Max-Age=0');
  });

  it('is without Secure only where the configuration says so', () => {
    expect(new BackendCookie('/admin/panel', false).set('t', 1)[1]).to.equal(
      'backend_token=t; Path=/admin/panel; SameSite=Strict; HttpOnly; Max-Age=1',
    );
  });

  it('never lets a token write attributes', () => {
    for (const token of ['a;Domain=evil.test', 'a b', 'a\r\nset-cookie: x=y', 'a"b']) {
      expect(() => cookie.set(token, 1), token).to.throw();
    }
  });
});
