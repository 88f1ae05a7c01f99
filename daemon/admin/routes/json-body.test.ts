import { expect } from 'chai';
import { IncomingRequest } from '../../http/incoming-request.js';
import { AdminError } from '../model/admin-error.js';
import { jsonBody } from './json-body.js';
import { repeatedKey } from './repeated-key.js';

function bodyOf(body: string | Buffer, contentType = 'application/json') {
  const headers = new Map([['content-type', contentType]]);
  const request = new IncomingRequest('POST', '/', '', headers, '127.0.0.1');
  request.body = Buffer.from(body);
  return jsonBody(request);
}

function codeOf(result: ReturnType<typeof jsonBody>): string {
  return result instanceof AdminError ? result.code : 'object';
}

describe('admin/routes/json-body (admin.md, Body rules)', () => {
  it('takes a JSON object, with or without a charset', () => {
    expect(bodyOf('{"a":[1,{"b":null}]}')).to.deep.equal({ a: [1, { b: null }] });
    expect(bodyOf('{}', 'application/json; charset=utf-8')).to.deep.equal({});
  });

  it('refuses another media type with 415', () => {
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(codeOf(bodyOf('{}', type)), type).to.equal('unsupported_media_type');
    }
  });

  it('refuses with 400 what is no object, no JSON, no UTF-8', () => {
    for (const body of ['', 'null', '[]', '"a"', '1', '{', '{"a":1,}', "{'a':1}", Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect(codeOf(bodyOf(body)), String(body)).to.equal('bad_request');
    }
  });

  for (const [body, member] of [
    ['{"price":123456789012345678.9}', 'price'],
    ['{"id":9007199254740993}', 'id'],
    ['{"a":{"b":[0.10000000000000000001]},"c":1}', 'a'],
    ['{"\\u0061":1e400}', 'a'],
    ['{"a":"]","list":[[1],2,12345678901234567890]}', 'list'],
  ] as const) {
    it(`rejects ${body} on its member: JSON.parse rounds the number (admin.md, Body rules: nothing is rounded)`, () => {
      const refused = bodyOf(body);
      expect(refused).to.be.instanceOf(AdminError);
      expect((refused as AdminError).details.fields).to.deep.equal({ [member]: [{ rule: 'exact_number' }] });
    });
  }

  it('takes numbers that a double holds exactly as they are written, in any spelling', () => {
    const numbers = '[0.1,1.50e2,-0.0,9007199254740991,1e21,100000000000000000000,0.30000000000000004,5e-324,1E+2]';
    expect(bodyOf(`{"a":${numbers},"b":"12345678901234567890"}`)).to.deep.equal({
      a: JSON.parse(numbers) as unknown,
      b: '12345678901234567890',
    });
  });

  it('__proto__ is a key like any other, and changes no prototype', () => {
    const body = bodyOf('{"__proto__":{"admin":true}}');
    expect(Object.keys(body)).to.deep.equal(['__proto__']);
    expect((body as { admin?: unknown }).admin).to.equal(undefined);
  });

  describe('repeated keys', () => {
    for (const [json, key] of [
      ['{"a":1,"a":2}', 'a'],
      ['{"a":1 , "b":2,\n"a" : 3}', 'a'],
      ['{"a":{"b":1,"b":1}}', 'b'],
      ['[{"x":[{"y":1,"y":2}]}]', 'y'],
      ['{"a":1,"\\u0061":2}', 'a'],
      ['{"":1,"":2}', ''],
      ['{"a\\"":1,"a\\"":2}', 'a"'],
      ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ] as const) {
      it(`finds that of ${json}`, () => {
        expect(repeatedKey(json)).to.equal(key);
        expect(codeOf(bodyOf(json.startsWith('[') ? `{"list":${json}}` : json))).to.equal('bad_request');
      });
    }

    for (const json of [
      '{"a":{"a":{"a":1}},"b":"a"}',
      '[{"a":1},{"a":2}]',
      '{"a":"b","b":"b"}',
      '{"a":"\\"a\\":","b":1}',
      '{"a":"{","b":"}"}',
      '{"A":1,"a":2}',
      '{"a\\\\":1,"a":2}',
      '{"a":["b","b"]}',
    ]) {
      it(`finds none in ${json}`, () => expect(repeatedKey(json)).to.equal(undefined));
    }

    it('takes time that grows with the length, also on what looks like a key for long', () => {
      expect(repeatedKey(`{"a":"${'\\"'.repeat(200_000)}"}`)).to.equal(undefined);
      expect(repeatedKey(`{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`)).to.equal(undefined);
      expect(repeatedKey(`{"a":"${' '.repeat(200_000)}"}`)).to.equal(undefined);
    });
  });
});
