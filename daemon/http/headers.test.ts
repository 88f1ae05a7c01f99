import { expect } from 'chai';
import { chooseCoding, CODINGS, cookieValues, isNotModified, mediaType, serializeCookie } from './headers.js';

describe('media type (RFC 9110 §8.3.1)', () => {
  const types: Record<string, string | undefined> = {
    'application/json': 'application/json',
    'Application/JSON;charset=UTF-8': 'application/json',
    'application/json ; charset="utf-8"; x': 'application/json',
    'application/json;': 'application/json',
    ' application/x-www-form-urlencoded ': 'application/x-www-form-urlencoded',
    '': undefined,
    application: undefined,
    'application/': undefined,
    '/json': undefined,
    'application/json, text/plain': undefined,
    'application/json/x': undefined,
    'application /json': undefined,
  };
  for (const [header, expected] of Object.entries(types)) {
    it(`of ${JSON.stringify(header)} is ${String(expected)}`, () => {
      expect(mediaType(header)).to.equal(expected);
    });
  }

  it('of no header is undefined', () => {
    expect(mediaType(undefined)).to.equal(undefined);
  });
});

describe('cookies (RFC 6265)', () => {
  it('are read unchanged, all of one name in their order', () => {
    const header = 'a=1; b="x y" ;c=%20=;a=2;  ;noequals; =v;__proto__=p;A=3;a=';
    expect(cookieValues(header, 'a')).to.deep.equal(['1', '2', '']);
    expect(cookieValues(header, 'b')).to.deep.equal(['"x y"']);
    expect(cookieValues(header, 'c')).to.deep.equal(['%20=']);
    expect(cookieValues(header, '__proto__')).to.deep.equal(['p']);
    for (const missing of ['noequals', 'toString']) expect(cookieValues(header, missing), missing).to.deep.equal([]);
    for (const empty of [undefined, '']) expect(cookieValues(empty, 'a')).to.deep.equal([]);
  });

  const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

  it('are formatted with all their attributes', () => {
    expect(serializeCookie('__Host-csrf', 'abc-_=', { ...strict, maxAge: 60.9 })).to.equal(
      '__Host-csrf=abc-_=; Path=/; SameSite=Strict; HttpOnly; Secure; Max-Age=60',
    );
    expect(serializeCookie('a', '', { path: '/x', httpOnly: false, secure: false, sameSite: 'Lax' })).to.equal(
      'a=; Path=/x; SameSite=Lax',
    );
  });

  it('are not formatted if they would not come back unchanged', () => {
    for (const value of ['a;b', 'a b', 'a,b', 'a"b', 'a\\b', 'é', 'a\r\nb', '\0']) {
      expect(() => serializeCookie('a', value, strict), JSON.stringify(value)).to.throw('cookie a');
    }
    for (const name of ['', 'a b', 'a=b', 'a;b', 'é'])
      expect(() => serializeCookie(name, '1', strict)).to.throw('token');
    for (const path of ['', 'x', 'x/', '/;', '/;/', '/\r\n'])
      expect(() => serializeCookie('a', '1', { ...strict, path })).to.throw('path');
  });

  it('are not formatted if a browser would reject them', () => {
    for (const name of ['__Host-a', '__Secure-a']) {
      expect(() => serializeCookie(name, '1', { ...strict, secure: false })).to.throw('Secure');
    }
    expect(() => serializeCookie('a', '1', { ...strict, sameSite: 'None', secure: false })).to.throw('Secure');
    expect(() => serializeCookie('__Host-a', '1', { ...strict, path: '/x' })).to.throw('"/"');
  });

  it('never appear with their value in an error', () => {
    expect(() => serializeCookie('a', 'secret value', strict))
      .to.throw()
      .and.to.not.match(/secret/);
  });
});

describe('http: content coding (RFC 9110 §12.5.3)', () => {
  for (const [header, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, br;q=0.2', 'gzip'],
    ['gzip;q=1.0,br;q=1.000', 'br'],
    ['gzip ; q=0.9 , br ; q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity, br', 'br'],
    ['identity, br;q=0.9', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity;q=0', 'identity'],
    ['br;q=2', 'identity'],
    ['br;q=, gzip;q=1', 'gzip'],
    ['br;q=0., gzip;q=1.', 'gzip'],
    ['gzip;q=0.25, br;q=0.125', 'gzip'],
    ['br;q=0.1234, gzip;q=0.1', 'gzip'],
    ['br;q=1.0000, gzip;q=0.1', 'gzip'],
    ['br;q=1.001, gzip;q=0.1', 'gzip'],
    ['br  ;  q=0.1', 'br'],
    ['br;q=-1, gzip;q=abc', 'identity'],
    ['br;level=9, gzip', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['b r', 'identity'],
  ] as const) {
    it(`${JSON.stringify(header)} gets ${coding}`, () => {
      expect(chooseCoding(header, CODINGS)).to.equal(coding);
    });
  }

  it('never chooses an unavailable coding', () => {
    expect(chooseCoding('br, gzip;q=0.1', ['gzip', 'identity'])).to.equal('gzip');
    expect(chooseCoding('br, gzip', ['identity'])).to.equal('identity');
  });

  it('reads no more of a header than browsers send', () => {
    expect(chooseCoding(`${'x,'.repeat(1000)}br`, CODINGS)).to.equal('identity');
  });
});

describe('http: conditional (RFC 9110 §13.1.2)', () => {
  it('matches the tag alone, in a list, weak, and under "*"', () => {
    expect(isNotModified('"aW/b"', '"aW/b"')).to.equal(true);
    expect(isNotModified('no tag', '"abc"')).to.equal(false);
    for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '"x,y","abc"', ' * ', '"x" ,W/"abc" , "y"']) {
      expect(isNotModified(header, '"abc"'), header).to.equal(true);
    }
  });

  it('matches nothing else', () => {
    for (const header of [undefined, '', 'abc', '"ABC"', '"abcd"', "'abc'", '"x"', '"', '"*"']) {
      expect(isNotModified(header, '"abc"'), header).to.equal(false);
    }
  });
});
