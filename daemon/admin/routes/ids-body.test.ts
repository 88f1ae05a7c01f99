import { expect } from 'chai';
import { IncomingRequest } from '../../http/incoming-request.js';
import { AdminError } from '../model/admin-error.js';
import { idsBody, MAX_IDS } from './ids-body.js';

function read(body: string) {
  const request = new IncomingRequest('POST', '/', '', new Map([['content-type', 'application/json']]), '127.0.0.1');
  request.body = Buffer.from(body);
  return idsBody(request);
}

/** Code of the refusal, and what it says of the ids. */
function refusal(body: string): readonly unknown[] {
  const result = read(body);
  if (!(result instanceof AdminError)) return ['taken'];
  const [problem] = result.details.fields?.['ids'] ?? [];
  return [result.code, ...(typeof problem === 'object' ? [problem.rule] : [])];
}

const many = (count: number): string => JSON.stringify({ ids: Array.from({ length: count }, (_, id) => id) });

describe('admin/routes/ids-body (admin.md: bulk-delete, link, unlink)', () => {
  it('takes 1 to 200 ids, as texts or as the integers that most of them are', () => {
    expect(read('{"ids":["a-b",7]}')).to.deep.equal(['a-b', '7']);
    expect(read(many(MAX_IDS))).to.have.length(200);
  });

  for (const body of ['{}', '{"ids":[]}', '{"ids":"1"}', '{"ids":{"0":"1"}}', '{"ids":[null]}', '{"ids":[1.5]}']) {
    it(`${body} is no list of ids`, () => expect(refusal(body)).to.deep.equal(['validation_failed', 'id_list']));
  }
  for (const body of ['{"ids":[["1"]]}', '{"ids":[{"id":"1"}]}', '{"ids":[true]}', '{"ids":[9007199254740992]}']) {
    it(`${body} is no list of ids`, () => expect(refusal(body)).to.deep.equal(['validation_failed', 'id_list']));
  }

  it('201 are too many', () => expect(refusal(many(201))).to.deep.equal(['validation_failed', 'id_list']));

  it('no id may stand twice, however it is spelled', () => {
    for (const body of ['{"ids":["1","1"]}', '{"ids":["1",1]}', '{"ids":["\\u0031","1"]}']) {
      expect(refusal(body)).to.deep.equal(['validation_failed', 'repeated']);
    }
  });

  it('what could be no id is missing, as an id that leads nowhere', () => {
    for (const id of ['', 'a\\u0000b', '\\ud800', 'x'.repeat(256)]) {
      expect(refusal(`{"ids":["1","${id}"]}`)).to.deep.equal(['not_found']);
    }
  });

  it('ids that are given twice, or are inherited, are none', () => {
    expect(refusal('{"ids":["1"],"ids":["2"]}')).to.deep.equal(['bad_request']);
    expect(refusal('{"__proto__":{"ids":["1"]}}')).to.deep.equal(['validation_failed', 'id_list']);
  });
});
