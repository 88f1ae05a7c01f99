import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { judgeRequest } from './request-framing.js';

/** What node:http makes of the headers. */
function request(method: string | undefined, ...headers: [string, string][]): IncomingMessage {
  const headersDistinct: Record<string, string[]> = {};
  for (const [name, value] of headers) (headersDistinct[name.toLowerCase()] ??= []).push(value);
  return { method, rawHeaders: headers.flat(), headersDistinct } as unknown as IncomingMessage;
}

const judge = (method: string | undefined, ...headers: [string, string][]) =>
  judgeRequest(request(method, ...headers), '/oauth/mcp/token');
const length = (value: string): [string, string] => ['Content-Length', value];
const coding = (value: string): [string, string] => ['Transfer-Encoding', value];

describe('mount: framing of a request (RFC 9112 §6)', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    it(`${method} has no body, and may say so`, () => {
      expect(judge(method)).to.deep.equal({ body: 'none' });
      expect(judge(method, length('0'))).to.deep.equal({ body: 'none' });
      for (const header of [length('1'), coding('chunked')]) {
        expect(judge(method, header)).to.deep.equal({ status: 400, reason: 'This method does not accept a body.' });
      }
    });
  }

  for (const method of ['POST', 'PUT', 'PATCH']) {
    it(`${method} always says how long its body is`, () => {
      expect(judge(method)).to.deep.equal({ body: 'sized', length: 0 });
      expect(judge(method, length('0'))).to.deep.equal({ body: 'sized', length: 0 });
      expect(judge(method, length('17'))).to.deep.equal({ body: 'sized', length: 17 });
      expect(judge(method, coding('chunked'))).to.deep.equal({ body: 'chunked' });
    });
  }

  it('DELETE may have a body', () => {
    expect(judge('DELETE')).to.deep.equal({ body: 'none' });
    expect(judge('DELETE', length('0'))).to.deep.equal({ body: 'sized', length: 0 });
    expect(judge('DELETE', length('17'))).to.deep.equal({ body: 'sized', length: 17 });
    expect(judge('DELETE', coding('chunked'))).to.deep.equal({ body: 'chunked' });
  });

  it('other methods are not implemented', () => {
    for (const method of ['TRACE', 'CONNECT', 'get', '', undefined]) {
      expect(judge(method)).to.deep.equal({ status: 501, reason: 'This method is not implemented.' });
    }
  });

  it('Transfer-Encoding is chunked, in any case of letters, and stands alone', () => {
    for (const value of ['CHUNKED', ' chunked '])
      expect(judge('POST', coding(value))).to.deep.equal({ body: 'chunked' });
    for (const headers of [
      [coding('gzip')],
      [coding('gzip, chunked')],
      [coding('')],
      [coding('\xa0chunked')],
      [coding('chunked\xa0')],
      [coding('chunked'), coding('chunked')],
    ]) {
      expect(judge('POST', ...headers)).to.deep.equal({
        status: 400,
        reason: 'Transfer-Encoding must appear at most once and be "chunked".',
      });
    }
    expect(judge('POST', coding('chunked'), length('5'))).to.deep.equal({
      status: 400,
      reason: 'Content-Length and Transfer-Encoding must not be combined.',
    });
  });

  it('Content-Length stands once, and has 1 to 10 digits', () => {
    for (const value of ['9999999999', ' 17 ', '0000000017']) {
      expect(judge('POST', length(value))).to.deep.equal({ body: 'sized', length: Number(value) });
    }
    const wrong = ['', '+5', '-5', '5x', 'x5', '5,5', '0x5', '5 5', '10000000000'].map((value) => [length(value)]);
    for (const headers of [...wrong, [length('5'), length('5')]]) {
      expect(judge('POST', ...headers), JSON.stringify(headers)).to.deep.equal({
        status: 400,
        reason: 'Content-Length must appear at most once and have 1 to 10 digits.',
      });
    }
  });

  it('a method without a body says which header of its framing is wrong', () => {
    expect(judge('GET', length('0'), length('0'))).to.have.property(
      'reason',
      'Content-Length must appear at most once and have 1 to 10 digits.',
    );
  });

  it('a target is a path in printable ASCII, without a fragment', () => {
    for (const target of ['/', '/a?b=c%20d', '/~!"$']) {
      expect(judgeRequest(request('GET'), target), target).to.deep.equal({ body: 'none' });
    }
    for (const target of ['', '*', 'http://a/', 'a/b', '/a#b', '/a b', '/ä', '/\x7f', '/a\n', '/a\t']) {
      expect(judgeRequest(request('GET'), target), target).to.deep.equal({
        status: 400,
        reason: 'The request target must be a path in printable ASCII, without a fragment.',
      });
    }
  });

  it('names are tokens, values are without control characters (RFC 9110 §5.1, §5.5)', () => {
    for (const header of [
      ["X-!#$%&'*+.^_`|~-9", ''],
      ['X', '\t ~\x80\xff"'],
    ] satisfies [string, string][]) {
      expect(judge('GET', header)).to.deep.equal({ body: 'none' });
    }
    for (const header of [
      ['', 'x'],
      ['X Y', 'x'],
      [' X', 'x'],
      ['X:', 'x'],
      ['X\n', 'x'],
      ['Xä', 'x'],
      ['X', 'a\r'],
      ['X', '\0a'],
      ['X', 'a\x7fb'],
      ['X', 'a\n'],
      ['X', 'a\u0100'],
    ] satisfies [string, string][]) {
      const refusal = { status: 400, reason: 'A header contains characters that are not allowed (RFC 9110 §5.5).' };
      expect(judge('GET', header), JSON.stringify(header)).to.deep.equal(refusal);
      expect(judge('GET', ['X', 'x'], header), JSON.stringify(header)).to.deep.equal(refusal);
    }
  });
});
