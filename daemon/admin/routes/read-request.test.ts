import { expect } from 'chai';
import { repeatedKey } from '../../core/json.js';
import { IncomingRequest } from '../../http/request.js';
import { AdminError } from '../api/errors.js';
import { MAX_IDS } from '../api/limits.js';
import { idsBody, jsonBody, recordInPath } from './read-request.js';

function bodyOf(body: string | Buffer, contentType = 'application/json') {
  const headers = new Map([['content-type', contentType]]);
  const request = new IncomingRequest('POST', '/', '', headers, '127.0.0.1');
  request.body = Buffer.from(body);
  return jsonBody(request);
}

function codeOf(result: ReturnType<typeof jsonBody>): string {
  return result instanceof AdminError ? result.code : 'object';
}

describe('admin: json body (AD-47)', () => {
  it('accepts a JSON object, with or without a charset', () => {
    expect(bodyOf('{"a":[1,{"b":null}]}')).to.deep.equal({ a: [1, { b: null }] });
    expect(bodyOf('{}', 'application/json; charset=utf-8')).to.deep.equal({});
  });

  it('rejects other media types with 415', () => {
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(codeOf(bodyOf('{}', type)), type).to.equal('unsupported_media_type');
    }
  });

  it('returns 400 for a body that is not an object, not JSON or not UTF-8', () => {
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
    it(`rejects ${body} on its member: JSON.parse rounds the number (AD-47)`, () => {
      const refused = bodyOf(body);
      expect(refused).to.be.instanceOf(AdminError);
      expect((refused as AdminError).details.fields).to.deep.equal({ [member]: [{ rule: 'exact_number' }] });
    });
  }

  it('accepts numbers that a double represents exactly, in any spelling', () => {
    const numbers = '[0.1,1.50e2,-0.0,9007199254740991,1e21,100000000000000000000,0.30000000000000004,5e-324,1E+2]';
    expect(bodyOf(`{"a":${numbers},"b":"12345678901234567890"}`)).to.deep.equal({
      a: JSON.parse(numbers) as unknown,
      b: '12345678901234567890',
    });
  });

  it('treats __proto__ like any other key, and changes no prototype', () => {
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
      it(`finds the repeated key of ${json}`, () => {
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
      it(`finds no repeated key in ${json}`, () => expect(repeatedKey(json)).to.equal(undefined));
    }

    it('takes linear time, even for a long text that looks like a key', () => {
      expect(repeatedKey(`{"a":"${'\\"'.repeat(200_000)}"}`)).to.equal(undefined);
      expect(repeatedKey(`{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`)).to.equal(undefined);
      expect(repeatedKey(`{"a":"${' '.repeat(200_000)}"}`)).to.equal(undefined);
    });
  });
});

function read(body: string) {
  const request = new IncomingRequest('POST', '/', '', new Map([['content-type', 'application/json']]), '127.0.0.1');
  request.body = Buffer.from(body);
  return idsBody(request);
}

/** The error code, and the errors about the ids. */
function refusal(body: string): readonly unknown[] {
  const result = read(body);
  if (!(result instanceof AdminError)) return ['taken'];
  const [problem] = result.details.fields?.['ids'] ?? [];
  return [result.code, ...(typeof problem === 'object' ? [problem.rule] : [])];
}

const many = (count: number): string => JSON.stringify({ ids: Array.from({ length: count }, (_, id) => id) });

describe('admin: ids body (AD-73, AD-88)', () => {
  it('accepts 1 to 200 ids, as strings or as integers', () => {
    expect(read('{"ids":["a-b",7]}')).to.deep.equal(['a-b', '7']);
    expect(read(many(MAX_IDS))).to.have.length(200);
  });

  for (const body of ['{}', '{"ids":[]}', '{"ids":"1"}', '{"ids":{"0":"1"}}', '{"ids":[null]}', '{"ids":[1.5]}']) {
    it(`rejects ${body} as a list of ids`, () => expect(refusal(body)).to.deep.equal(['validation_failed', 'id_list']));
  }
  for (const body of ['{"ids":[["1"]]}', '{"ids":[{"id":"1"}]}', '{"ids":[true]}', '{"ids":[9007199254740992]}']) {
    it(`rejects ${body} as a list of ids`, () => expect(refusal(body)).to.deep.equal(['validation_failed', 'id_list']));
  }

  it('rejects 201 ids', () => expect(refusal(many(201))).to.deep.equal(['validation_failed', 'id_list']));

  it('rejects duplicate ids in any spelling', () => {
    for (const body of ['{"ids":["1","1"]}', '{"ids":["1",1]}', '{"ids":["\\u0031","1"]}']) {
      expect(refusal(body)).to.deep.equal(['validation_failed', 'repeated']);
    }
  });

  it('reports an impossible id as not found, like the id of a missing record', () => {
    for (const id of ['', 'a\\u0000b', '\\ud800', 'x'.repeat(256)]) {
      expect(refusal(`{"ids":["1","${id}"]}`)).to.deep.equal(['not_found']);
    }
  });

  it('rejects repeated or inherited ids', () => {
    expect(refusal('{"ids":["1"],"ids":["2"]}')).to.deep.equal(['bad_request']);
    expect(refusal('{"__proto__":{"ids":["1"]}}')).to.deep.equal(['validation_failed', 'id_list']);
  });
});

describe('admin: record in path (docs/admin/api.md, Endpoints)', () => {
  for (const [segment, id] of [
    ['~.', '.'],
    ['~..', '..'],
    ['~~.', '~.'],
    ['~~~..', '~~..'],
    ['~...', '~...'],
    ['~', '~'],
    ['~7', '~7'],
    ['7', '7'],
    ['.a', '.a'],
  ] as const) {
    it(`reads ${segment} as ${id}`, () => expect(recordInPath(new Map([['id', segment]]))).to.equal(id));
  }
});
