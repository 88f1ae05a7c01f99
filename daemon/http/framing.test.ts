import { expect } from 'chai';
import { checkFraming, MAX_HEADERS, MAX_HEAD_BYTES } from './framing.js';

type Line = readonly [name: string, value: string];

/** Status of the refusal, or how the body is delimited. */
function verdict(method: string, lines: readonly Line[], path = '/', query = ''): number | string {
  const headers = lines.flat();
  const result = checkFraming(method, path, query, headers, headers.length);
  if ('refused' in result) return result.answer.status;
  return result.body === 'length' ? `${result.length} bytes` : result.body;
}

const HOST: Line = ['host', 'gatehouse.example'];
const length = (value: string): Line => ['content-length', value];
const encoding = (value: string): Line => ['transfer-encoding', value];

describe('framing', () => {
  describe('of the body (RFC 9112 §6)', () => {
    const cases: readonly (readonly [string, readonly Line[], number | string])[] = [
      ['GET', [], 'none'],
      ['GET', [length('0')], 'none'],
      ['GET', [length('1')], 400],
      ['GET', [encoding('chunked')], 400],
      ['HEAD', [length('1')], 400],
      ['OPTIONS', [length('1')], 400],
      ['DELETE', [], 'none'],
      ['DELETE', [length('1')], '1 bytes'],
      ['POST', [], 411],
      ['PUT', [], 411],
      ['PATCH', [], 411],
      ['POST', [length('0')], 'none'],
      ['POST', [length('17')], '17 bytes'],
      ['POST', [length('0000000017')], '17 bytes'],
      ['POST', [length('9999999999')], '9999999999 bytes'],
      ['POST', [length('00000000017')], 400],
      ['POST', [length('')], 400],
      ['POST', [length('+17')], 400],
      ['POST', [length('-1')], 400],
      ['POST', [length('1e3')], 400],
      ['POST', [length('17, 17')], 400],
      ['POST', [length('17\u0661')], 400],
      ['POST', [length('17'), length('17')], 400],
      ['POST', [length('0'), length('17')], 400],
      ['POST', [encoding('chunked')], 'chunked'],
      ['POST', [encoding('Chunked')], 400],
      ['POST', [encoding('xchunked')], 400],
      ['POST', [encoding('gzip, chunked')], 400],
      ['POST', [encoding('')], 400],
      ['POST', [encoding('chunked'), encoding('chunked')], 400],
      ['POST', [encoding('chunked'), length('17')], 400],
      ['POST', [length('17'), encoding('chunked')], 400],
    ];
    for (const [method, lines, expected] of cases) {
      const shown = lines.map(([name, value]) => `${name}: ${value}`).join(', ') || 'no length';
      it(`${method} with ${shown}: ${expected}`, () => {
        expect(verdict(method, [HOST, ...lines])).to.equal(expected);
      });
    }
  });

  it('knows the methods that are implemented, in upper case', () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'get', 'Get', ''])
      expect(verdict(method, [HOST])).to.equal(501);
  });

  it('wants exactly one Host, which names a host (RFC 9112 §3.2)', () => {
    expect(verdict('GET', [])).to.equal(400);
    expect(verdict('GET', [HOST, HOST])).to.equal(400);
    for (const value of ['a', 'a.test:8080', '[::1]:8080', '127.0.0.1']) {
      expect(verdict('GET', [['host', value]])).to.equal('none');
    }
    for (const value of ['', 'a b', 'a/b', 'a@b', 'a?b', 'a#b', 'a\\b', 'é']) {
      expect(verdict('GET', [['host', value]]), value).to.equal(400);
    }
  });

  it('wants a path, and no fragment (RFC 9112 §3.2.1)', () => {
    for (const path of ['', 'a', '*', 'http://a/', '/a b', '/a#b', '/é', '/\x7f', '/\x00', '/\ufffd']) {
      expect(verdict('GET', [HOST], path), path).to.equal(400);
    }
    for (const query of ['a b', 'a#b', 'é', '\x7f', '\t'])
      expect(verdict('GET', [HOST], '/', query), query).to.equal(400);
    expect(verdict('GET', [HOST], '/{a}|"b"<c>^`', 'x={}|"<>^`\\[]%')).to.equal('none');
  });

  it('refuses a header without a name', () => {
    expect(verdict('GET', [HOST, ['', 'a']])).to.equal(400);
  });

  it('understands 100-continue and no other expectation (RFC 9110 §10.1.1)', () => {
    expect(verdict('GET', [HOST, ['expect', '100-Continue']])).to.equal('none');
    expect(verdict('GET', [HOST, ['expect', 'a']])).to.equal(417);
  });

  it('bounds the number of headers and their size', () => {
    const many = (count: number): Line[] => Array.from({ length: count }, (_, i) => [`x-${i}`, '']);
    expect(verdict('GET', [HOST, ...many(MAX_HEADERS - 1)])).to.equal('none');
    expect(verdict('GET', [HOST, ...many(MAX_HEADERS)])).to.equal(431);
    expect(verdict('GET', [HOST, ['x', 'a'.repeat(MAX_HEAD_BYTES - 100)]])).to.equal('none');
    expect(verdict('GET', [HOST, ['x', 'a'.repeat(MAX_HEAD_BYTES)]])).to.equal(431);
    expect(verdict('GET', [HOST], `/${'a'.repeat(MAX_HEAD_BYTES)}`)).to.equal(431);
  });

  it('looks at no more of a reused list than belongs to the request', () => {
    expect(checkFraming('GET', '/', '', ['host', 'a', 'host', 'left over'], 2)).to.deep.equal({ body: 'none' });
  });
});
