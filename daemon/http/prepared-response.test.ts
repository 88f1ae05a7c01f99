import { expect } from 'chai';
import { PreparedResponse, ResponseViolation } from './prepared-response.js';

describe('prepared response', () => {
  it('holds the head as it stands on the wire, and the length of the body in bytes', () => {
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

  it('has an empty body of length 0 by default, and none with 204 and 304', () => {
    const empty = new PreparedResponse({ status: 200, headers: [] });
    expect([empty.body, empty.length]).to.deep.equal(['', 0]);
    for (const status of [204, 304]) expect(new PreparedResponse({ status, headers: [] }).body).to.equal(undefined);
  });

  it('has a reason phrase for a status that nobody knows', () => {
    expect(new PreparedResponse({ status: 299, headers: [] }).head).to.equal('299 Status');
  });

  it('lets every printable character and the tab stand in a value', () => {
    let value = '\t';
    for (let code = 0x20; code < 0x7f; code++) value += String.fromCharCode(code);
    expect(new PreparedResponse({ status: 200, headers: [['x', value]] }).head).to.contain(value);
  });

  it('lets no other character stand in a value (RFC 9110 §5.5)', () => {
    for (let code = 0; code < 0x180; code++) {
      if (code === 9 || (code >= 0x20 && code < 0x7f)) continue;
      const value = `a${String.fromCharCode(code)}b`;
      expect(() => new PreparedResponse({ status: 200, headers: [['x', value]] }), String(code)).to.throw(
        ResponseViolation,
      );
    }
  });

  it('lets nothing but a token in lower case be a name (RFC 9110 §5.6.2)', () => {
    for (const name of ['', 'X', 'a b', 'a:', 'a\r\n', 'a\0', 'é', 'a/b', '(a)', '"a"']) {
      expect(() => new PreparedResponse({ status: 200, headers: [[name, '1']] }), name).to.throw(ResponseViolation);
    }
  });

  it('never shows a value in the error: it may be a secret', () => {
    expect(() => new PreparedResponse({ status: 200, headers: [['set-cookie', 'secret\n']] }))
      .to.throw('set-cookie')
      .and.to.not.match(/secret/);
  });
});
