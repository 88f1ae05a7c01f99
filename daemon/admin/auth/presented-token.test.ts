import { expect } from 'chai';
import { isFromSpa, lacksCsrfHeader, presentedToken } from './presented-token.js';

function request(method: string, headers: Record<string, string>) {
  return { method, path: '/', query: '', headers: new Map(Object.entries(headers)), remoteAddress: '127.0.0.1' };
}

describe('admin/auth/presented-token (spec, Authentication 2)', () => {
  it('reads a Bearer token, whatever the case of the scheme', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      const presented = presentedToken(request('GET', { authorization: `${scheme} a.b.c` }));
      expect(presented).to.deep.equal({ token: 'a.b.c', via: 'bearer' });
    }
  });

  it('reads the cookie backend_token, and no other', () => {
    const presented = presentedToken(request('GET', { cookie: 'session=x; backend_token=a.b.c; backend_token2=d' }));
    expect(presented).to.deep.equal({ token: 'a.b.c', via: 'cookie' });
    expect(presentedToken(request('GET', { cookie: 'Backend_Token=a; backend_token=' }))).to.equal(undefined);
  });

  it('a Bearer token wins over the cookie, and another scheme does not', () => {
    const cookie = 'backend_token=cookie';
    expect(presentedToken(request('GET', { cookie, authorization: 'Bearer bearer' }))).to.include({ token: 'bearer' });
    for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer a b', '']) {
      expect(presentedToken(request('GET', { cookie, authorization })), authorization).to.include({ via: 'cookie' });
    }
  });

  it('finds nothing where nothing is', () => expect(presentedToken(request('GET', {}))).to.equal(undefined));

  it('a change authenticated by the cookie needs X-Requested-With: XMLHttpRequest', () => {
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
    expect(isFromSpa(request('POST', {}))).to.equal(false);
  });
});
