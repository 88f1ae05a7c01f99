import { expect } from 'chai';
import type { ClaimsOf } from './presented-token.js';
import { BackendCookie, isForAnother, isFromSpa, lacksCsrfHeader, presentedToken } from './presented-token.js';

function request(method: string, headers: Record<string, string>) {
  return { method, path: '/', query: '', headers: new Map(Object.entries(headers)), remoteAddress: '127.0.0.1' };
}

const foreign = () => undefined;

describe('admin: presented token (AD-113)', () => {
  it('reads a Bearer token, with any case of the scheme', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER  ']) {
      const presented = presentedToken(request('GET', { authorization: `${scheme} a.b.c` }), foreign);
      expect(presented).to.deep.equal({ token: 'a.b.c', via: 'bearer' });
    }
    expect(presentedToken(request('GET', { authorization: 'Bearer a.b.c  ' }), foreign)).to.include({ token: 'a.b.c' });
  });

  it('reads the cookie backend_token, and no other', () => {
    const presented = presentedToken(
      request('GET', { cookie: 'session=x; backend_token=a.b.c; backend_token2=d' }),
      foreign,
    );
    expect(presented).to.deep.equal({ token: 'a.b.c', via: 'cookie' });
    expect(presentedToken(request('GET', { cookie: 'Backend_Token=a; backend_token=' }), foreign)).to.equal(undefined);
  });

  it('prefers a Bearer token to the cookie, but not another scheme', () => {
    const cookie = 'backend_token=cookie';
    expect(presentedToken(request('GET', { cookie, authorization: 'Bearer bearer' }), foreign)).to.include({
      token: 'bearer',
    });
    for (const authorization of [
      'Basic eDp5',
      'Bearer',
      'Bearer a b',
      'Bearera',
      'Basic Bearer a',
      'XBearer a',
      'Bearer\ta',
      '',
    ]) {
      expect(presentedToken(request('GET', { cookie, authorization }), foreign), authorization).to.include({
        via: 'cookie',
      });
    }
  });

  it('returns undefined for a request without a token', () =>
    expect(presentedToken(request('GET', {}), foreign)).to.equal(undefined));

  it('requires X-Requested-With: XMLHttpRequest for a change authenticated by the cookie', () => {
    const spa = { 'x-requested-with': 'XMLHttpRequest' };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(lacksCsrfHeader(request(method, {}), { token: 'a', via: 'cookie' }), method).to.equal(true);
      expect(lacksCsrfHeader(request(method, { 'x-requested-with': 'fetch' }), { token: 'a', via: 'cookie' })).to.equal(
        true,
      );
      expect(lacksCsrfHeader(request(method, spa), { token: 'a', via: 'cookie' })).to.equal(false);
      expect(lacksCsrfHeader(request(method, {}), { token: 'a', via: 'bearer' })).to.equal(false);
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(lacksCsrfHeader(request(method, {}), { token: 'a', via: 'cookie' }), method).to.equal(false);
    }
    expect(isFromSpa(request('POST', spa))).to.equal(true);
    expect(isFromSpa(request('POST', { 'x-requested-with': 'xmlhttprequest' }))).to.equal(true);
    expect(isFromSpa(request('POST', {}))).to.equal(false);
  });
});

describe('admin: several cookies of one name, of which other sites have set some (AD-129)', () => {
  const ISSUED: Record<string, ReturnType<ClaimsOf>> = {
    ada: { sub: '7', iat: 100 },
    'ada-later': { sub: '7', iat: 200 },
    mallory: { sub: '8', iat: 300 },
  };
  const tokenOf = (values: readonly string[], headers: Record<string, string> = {}) =>
    presentedToken(
      request('POST', { ...headers, cookie: values.map((value) => `backend_token=${value}`).join('; ') }),
      (token) => ISSUED[token],
    );

  for (const [what, values, named, expected] of [
    ['one, without a look at it', ['junk'], undefined, 'junk'],
    ['that of Gatehouse, wherever it is', ['junk', '', 'ada', 'x'], undefined, 'ada'],
    ['that of the administrator whom the page names', ['mallory', 'ada'], '7', 'ada'],
    ['that of another one, whom the page does not name', ['junk', 'mallory'], '7', 'mallory'],
    ['the last one of one administrator', ['ada', 'ada-later', 'ada'], undefined, 'ada-later'],
    ['none of several administrators', ['mallory', 'ada'], undefined, ''],
    ['none of several administrators, whom the page does not name', ['mallory', 'ada'], '9', ''],
    ['none, if Gatehouse has issued none of them', ['junk', 'x'], '7', ''],
  ] as const) {
    it(`counts ${what}`, () => {
      const headers = named === undefined ? {} : { 'x-gatehouse-administrator': named };
      expect(tokenOf(values, headers)).to.deep.equal({ token: expected, via: 'cookie' });
    });
  }

  it('counts a Bearer token before all of them', () => {
    expect(tokenOf(['mallory', 'ada'], { authorization: 'Bearer b' })).to.deep.equal({ token: 'b', via: 'bearer' });
  });
});

describe('admin: the administrator that a page was loaded for (docs/admin/api.md)', () => {
  const ada = { id: 'ada/1 é' };

  it('detects a page loaded for another administrator, percent-encoded', () => {
    const named = (name: string) => request('POST', { 'x-gatehouse-administrator': name });
    expect(isForAnother(named('ada%2F1%20%C3%A9'), ada)).to.equal(false);
    for (const other of ['grace', '', 'ada/1 é', 'ada%2F1%20%C3%A9 ']) {
      expect(isForAnother(named(other), ada), other).to.equal(true);
    }
  });

  it('accepts a page that names no administrator', () => {
    expect(isForAnother(request('POST', {}), ada)).to.equal(false);
  });
});

describe('admin: backend cookie (AD-112)', () => {
  const cookie = new BackendCookie('/backend', true);

  it('is HttpOnly, SameSite=Strict and Secure, restricted to the admin prefix, and lives as long as the refresh window (AD-112)', () => {
    expect(cookie.set('a.b-c_d', 1_209_600)).to.deep.equal([
      'set-cookie',
      'backend_token=a.b-c_d; Path=/backend; SameSite=Strict; HttpOnly; Secure; Max-Age=1209600',
    ]);
  });

  it('is deleted with the attributes that it was set with', () => {
    expect(cookie.clear()[1]).to.equal('backend_token=; Path=/backend; SameSite=Strict; HttpOnly; Secure; Max-Age=0');
  });

  it('omits Secure only if the configuration says so', () => {
    expect(new BackendCookie('/admin/panel', false).set('t', 1)[1]).to.equal(
      'backend_token=t; Path=/admin/panel; SameSite=Strict; HttpOnly; Max-Age=1',
    );
  });

  it('never lets a token inject attributes', () => {
    for (const token of ['a;Domain=evil.test', 'a b', 'a\r\nset-cookie: x=y', 'a"b']) {
      expect(() => cookie.set(token, 1), token).to.throw();
    }
  });
});
