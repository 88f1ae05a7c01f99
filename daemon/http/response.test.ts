import { expect } from 'chai';
import { CommonHeaders, EXCHANGE_ID, exchangeIdOf, PreparedResponse, ResponseViolation } from './response.js';

describe('prepared response', () => {
  it('contains the head in wire format, and the length of the body in bytes', () => {
    const prepared = new PreparedResponse({
      status: 302,
      headers: [
        ['location', 'https://client.example/cb?state=%0d%0a'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
      body: 'Zoë',
    });
    expect(prepared.head).to.equal(
      '302 Found\r\nlocation: https://client.example/cb?state=%0d%0a\r\nset-cookie: a=1\r\nset-cookie: b=2',
    );
    expect(prepared.length).to.equal(4);
  });

  it('sends common headers after its own, and validates them once', () => {
    const common = new CommonHeaders([['x-frame-options', 'DENY']]);
    const prepared = new PreparedResponse({ status: 200, headers: [['x-own', '1']], common });
    expect(prepared.head).to.equal('200 OK\r\nx-own: 1\r\nx-frame-options: DENY');
    expect(prepared.headers).to.deep.equal([
      ['x-own', '1'],
      ['x-frame-options', 'DENY'],
    ]);
    for (const header of [
      ['x-own', 'a\r\nb'],
      ['X-Own', '1'],
      ['connection', 'close'],
    ] as const)
      expect(() => new CommonHeaders([header]), header[0]).to.throw(ResponseViolation);
  });

  it('has an empty body of length 0 by default, and none with 204 and 304', () => {
    const empty = new PreparedResponse({ status: 200, headers: [] });
    expect([empty.body, empty.length]).to.deep.equal(['', 0]);
    for (const status of [204, 304]) expect(new PreparedResponse({ status, headers: [] }).body).to.equal(undefined);
  });

  it('allows an empty body with 204 and 304, and no other', () => {
    for (const status of [204, 304]) {
      expect(new PreparedResponse({ status, headers: [], body: '' }).body).to.equal(undefined);
      expect(() => new PreparedResponse({ status, headers: [], body: 'x' })).to.throw(`body with status ${status}`);
    }
  });

  it('requires a status between 200 and 599', () => {
    for (const status of [200, 599]) expect(new PreparedResponse({ status, headers: [] }).status).to.equal(status);
    for (const status of [199, 600, 200.5, NaN])
      expect(() => new PreparedResponse({ status, headers: [] })).to.throw(`status ${status}`);
  });

  it('rejects headers that the engine sets', () => {
    for (const name of [
      'content-length',
      'transfer-encoding',
      'connection',
      'date',
      'keep-alive',
      'upgrade',
      EXCHANGE_ID,
    ])
      expect(() => new PreparedResponse({ status: 200, headers: [[name, '1']] })).to.throw(`header ${name}`);
  });

  it('has a reason phrase for an unknown status', () => {
    expect(new PreparedResponse({ status: 299, headers: [] }).head).to.equal('299 Status');
  });

  it('allows every printable character and the tab in a value', () => {
    let value = '\t';
    for (let code = 0x20; code < 0x7f; code++) value += String.fromCharCode(code);
    expect(new PreparedResponse({ status: 200, headers: [['x', value]] }).head).to.contain(value);
  });

  it('rejects every other character in a value (RFC 9110 §5.5)', () => {
    for (let code = 0; code < 0x180; code++) {
      if (code === 9 || (code >= 0x20 && code < 0x7f)) continue;
      const value = `a${String.fromCharCode(code)}b`;
      expect(() => new PreparedResponse({ status: 200, headers: [['x', value]] }), String(code)).to.throw(
        ResponseViolation,
      );
    }
  });

  it('requires a lower-case token as a name (RFC 9110 §5.6.2)', () => {
    for (const name of ['', 'X', 'a b', 'a:', 'a\r\n', 'a\0', 'é', 'a/b', '(a)', '"a"']) {
      expect(() => new PreparedResponse({ status: 200, headers: [[name, '1']] }), name).to.throw(ResponseViolation);
    }
  });

  it('never includes a value in the error, because it may be secret', () => {
    expect(() => new PreparedResponse({ status: 200, headers: [['set-cookie', 'secret\n']] }))
      .to.throw('set-cookie')
      .and.to.not.match(/secret/);
  });
});

describe('exchange id', () => {
  const id = 'A1b2-C3d4-E5f6-0';
  const of = (...headers: string[]) => exchangeIdOf(headers, headers.length);

  it('is read from a single header of 16 to 64 letters, digits and hyphens', () => {
    expect(of('host', 'h', EXCHANGE_ID, id, 'a', 'b')).to.equal(id);
    expect(of(EXCHANGE_ID, 'a'.repeat(64))).to.equal('a'.repeat(64));
  });

  it('is undefined if the header is missing, repeated or invalid', () => {
    expect(of()).to.equal(undefined);
    expect(of('host', id)).to.equal(undefined);
    expect(of('x', EXCHANGE_ID, id, 'y')).to.equal(undefined);
    expect(of(EXCHANGE_ID, id, EXCHANGE_ID, id)).to.equal(undefined);
    for (const other of ['', id.slice(1), 'a'.repeat(65), `${id} `, ` ${id}`, `${id}\n`, `!${id}`, `${id}!`])
      expect(of(EXCHANGE_ID, other), other).to.equal(undefined);
  });

  it('is not read from leftover headers of another request', () => {
    expect(exchangeIdOf(['host', 'h', EXCHANGE_ID, id], 2)).to.equal(undefined);
  });
});
