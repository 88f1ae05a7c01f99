import { expect } from 'chai';
import { checkFraming, isRefusal, MAX_HEADERS, MAX_HEAD_BYTES, REFUSALS } from './framing.js';

type Line = readonly [name: string, value: string];

/** Status of the refusal, or the framing of the body. */
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
  describe('body (RFC 9112 §6)', () => {
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

  it('knows the implemented methods, in upper case', () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'get', 'Get', ''])
      expect(verdict(method, [HOST])).to.equal(501);
  });

  it('requires exactly one Host header with a valid host (RFC 9112 §3.2)', () => {
    expect(verdict('GET', [])).to.equal(400);
    expect(verdict('GET', [HOST, HOST])).to.equal(400);
    for (const value of ['a', 'a.test:8080', '[::1]:8080', '127.0.0.1']) {
      expect(verdict('GET', [['host', value]])).to.equal('none');
    }
    for (const value of ['', 'a b', 'a/b', 'a@b', 'a?b', 'a#b', 'a\\b', 'é']) {
      expect(verdict('GET', [['host', value]]), value).to.equal(400);
    }
  });

  it('requires a path without a fragment (RFC 9112 §3.2.1)', () => {
    for (const path of ['', 'a', '*', 'http://a/', '/a b', '/a#b', '/é', '/\x7f', '/\x00', '/\ufffd']) {
      expect(verdict('GET', [HOST], path), path).to.equal(400);
    }
    for (const query of ['a b', 'a#b', 'é', '\x7f', '\t'])
      expect(verdict('GET', [HOST], '/', query), query).to.equal(400);
    expect(verdict('GET', [HOST], '/{a}|"b"<c>^`', 'x={}|"<>^`\\[]%')).to.equal('none');
  });

  it('rejects a header without a name', () => {
    expect(verdict('GET', [HOST, ['', 'a']])).to.equal(400);
  });

  it('supports 100-continue and no other expectation (RFC 9110 §10.1.1)', () => {
    expect(verdict('GET', [HOST, ['expect', '100-Continue']])).to.equal('none');
    expect(verdict('GET', [HOST, ['expect', 'a']])).to.equal(417);
  });

  it('limits the number and the size of headers', () => {
    const many = (count: number): Line[] => Array.from({ length: count }, (_, i) => [`x-${i}`, '']);
    expect(verdict('GET', [HOST, ...many(MAX_HEADERS - 1)])).to.equal('none');
    expect(verdict('GET', [HOST, ...many(MAX_HEADERS)])).to.equal(431);
    expect(verdict('GET', [HOST, ['x', 'a'.repeat(MAX_HEAD_BYTES - 100)]])).to.equal('none');
    expect(verdict('GET', [HOST, ['x', 'a'.repeat(MAX_HEAD_BYTES)]])).to.equal(431);
    expect(verdict('GET', [HOST], `/${'a'.repeat(MAX_HEAD_BYTES)}`)).to.equal(431);
  });

  it('counts each byte of the head: names, values, line ends, method, path and query', () => {
    const counted = 'GET'.length + '/path'.length + 'query'.length + 'host'.length + 'a'.length + 4 + 'x'.length + 4;
    const judge = (length: number) => checkFraming('GET', '/path', 'query', ['host', 'a', 'x', 'v'.repeat(length)], 4);
    expect(judge(MAX_HEAD_BYTES - counted)).to.deep.equal({ body: 'none' });
    expect(judge(MAX_HEAD_BYTES - counted + 1)).to.equal(REFUSALS.headTooLarge);
  });

  it('gives each refusal a unique name and sentence', () => {
    const head = (...headers: string[]) => checkFraming('POST', '/', '', ['host', 'a', ...headers], 2 + headers.length);
    expect(head('', 'a')).to.equal(REFUSALS.headerName);
    expect(head('host', 'a')).to.equal(REFUSALS.host);
    expect(head('content-length', 'x')).to.equal(REFUSALS.contentLength);
    expect(head('transfer-encoding', 'x')).to.equal(REFUSALS.transferEncoding);
    expect(head('content-length', '1', 'transfer-encoding', 'chunked')).to.equal(REFUSALS.bothLengths);
    expect(head('expect', 'x')).to.equal(REFUSALS.expectation);
    expect(head()).to.equal(REFUSALS.lengthRequired);
    const refusals = Object.values(REFUSALS);
    expect(new Set(refusals.map(({ refused }) => refused)).size).to.equal(refusals.length);
    expect(refusals.every(isRefusal)).to.equal(true);
    expect(isRefusal({ body: 'none' })).to.equal(false);
  });

  it('reads no more of a reused list than belongs to the request', () => {
    expect(checkFraming('GET', '/', '', ['host', 'a', 'host', 'left over'], 2)).to.deep.equal({ body: 'none' });
  });
});
