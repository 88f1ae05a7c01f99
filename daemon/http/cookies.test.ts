import { expect } from 'chai';
import { parseCookies, serializeCookie } from './cookies.js';

describe('cookies (RFC 6265)', () => {
  it('are read as they are, the first of a name first', () => {
    expect([...parseCookies('a=1; b="x y" ;c=%20=;a=2;  ;noequals; =v;__proto__=p')]).to.deep.equal([
      ['a', '1'],
      ['b', '"x y"'],
      ['c', '%20='],
      ['__proto__', 'p'],
    ]);
    expect(parseCookies(undefined).size).to.equal(0);
    expect(parseCookies('').size).to.equal(0);
  });

  const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

  it('are written with all their attributes', () => {
    expect(serializeCookie('__Host-csrf', 'abc-_=', { ...strict, maxAge: 60.9 })).to.equal(
      '__Host-csrf=abc-_=; Path=/; SameSite=Strict; HttpOnly; Secure; Max-Age=60',
    );
    expect(serializeCookie('a', '', { path: '/x', httpOnly: false, secure: false, sameSite: 'Lax' })).to.equal(
      'a=; Path=/x; SameSite=Lax',
    );
  });

  it('are not written when they would not come back as they are', () => {
    for (const value of ['a;b', 'a b', 'a,b', 'a"b', 'a\\b', 'é', 'a\r\nb', '\0']) {
      expect(() => serializeCookie('a', value, strict), JSON.stringify(value)).to.throw('cookie a');
    }
    for (const name of ['', 'a b', 'a=b', 'a;b', 'é'])
      expect(() => serializeCookie(name, '1', strict)).to.throw('token');
    for (const path of ['', 'x', '/;', '/\r\n'])
      expect(() => serializeCookie('a', '1', { ...strict, path })).to.throw('path');
  });

  it('are not written when a browser would refuse them', () => {
    for (const name of ['__Host-a', '__Secure-a']) {
      expect(() => serializeCookie(name, '1', { ...strict, secure: false })).to.throw('Secure');
    }
    expect(() => serializeCookie('a', '1', { ...strict, sameSite: 'None', secure: false })).to.throw('Secure');
    expect(() => serializeCookie('__Host-a', '1', { ...strict, path: '/x' })).to.throw('"/"');
  });

  it('never show a value in an error', () => {
    expect(() => serializeCookie('a', 'secret value', strict))
      .to.throw()
      .and.to.not.match(/secret/);
  });
});
