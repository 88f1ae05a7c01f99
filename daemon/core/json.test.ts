import { expect } from 'chai';
import type { JsonOutcome } from './json.js';
import { deepFreeze, jsonProblem, readJson, STRANGERS_JSON } from './json.js';

const BOUNDS = { values: 4, depth: 3 };

function read(text: string | Buffer): JsonOutcome {
  return readJson(Buffer.from(text), BOUNDS);
}

describe('core: json (RFC 8259)', () => {
  for (const text of ['null', '1', '"a"', '[1,2]', '{"a":[1]}', '[[[]]]', '{"a,b[{":"\\",,,,[[[[\\\\"}']) {
    it(`reads ${text}`, () => {
      expect(read(text)).to.deep.equal({ value: JSON.parse(text) as unknown, text });
    });
  }

  for (const text of ['', '{', '[1', 'x', '{"a":1}}', '"']) {
    it(`rejects ${JSON.stringify(text)} as malformed`, () => {
      expect(read(text)).to.equal('malformed');
    });
  }

  it('rejects invalid UTF-8 (RFC 8259 §8.1)', () => {
    expect(read(Buffer.from('"\xe9"', 'latin1'))).to.equal('malformed');
  });

  it('rejects two members of one name, however written, in any object (RFC 8259 §4)', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '[{"b":{"a":1,"a":1}}]',
      '{"__proto__":1,"__proto__":2}',
    ]) {
      expect(readJson(Buffer.from(text), STRANGERS_JSON), text).to.equal('repeated_key');
    }
    expect(jsonProblem('repeated_key', STRANGERS_JSON)).to.contain('two members of one name');
    expect(readJson(Buffer.from('{"a":{"a":1},"A":[{"a":1},{"a":1}]}'), STRANGERS_JSON)).to.be.an('object');
  });

  it('compares the members of one object only, whatever is between them (RFC 8259 §4)', () => {
    for (const text of [
      '{"a":{"b":1},"b":2}',
      '{"a":[{"b":1}],"b":2}',
      '{"a":"b","b":"b","c":["a","b","b"]}',
      '{"a":"\\":","c":"\\":"}',
      '[{"a":1},{"a":2}]',
    ])
      expect(readJson(Buffer.from(text), STRANGERS_JSON), text).to.have.property('value');
    for (const text of [
      '{"a":{"b":1},"a":2}',
      '{"a":[1],"a":2}',
      '{"a":"}","a":2}',
      '{"a":"{","a":2}',
      '{"a":"[]","a":2}',
      '{"a" \t\r\n:1,"a":2}',
      '{"\\"a":1,"\\"a":2}',
      '{"b":[{"a":1}],"c":{"a":1,"b":{},"a":2}}',
    ])
      expect(readJson(Buffer.from(text), STRANGERS_JSON), text).to.equal('repeated_key');
  });

  it('counts the values of objects and arrays at any depth, and rejects one more than the bound', () => {
    for (const text of ['[1,2,3]', '{"a":1,"b":2,"c":3}', '[[1],2]'])
      expect(read(text), text).to.have.property('value');
    for (const text of ['[1,2,3,4]', '{"a":1,"b":2,"c":3,"d":4}', '[[1,2],3]', '[{},{},1]'])
      expect(read(text), text).to.equal('too_many_values');
  });

  it('counts nested brackets, not adjacent ones', () => {
    expect(read('[[[]]]')).to.have.property('value');
    expect(read('[[[[]]]]')).to.equal('too_deep');
    expect(readJson(Buffer.from('[[],[],[]]'), { values: 10, depth: 2 })).to.have.property('value');
    expect(readJson(Buffer.from('[{},{},{}]'), { values: 10, depth: 2 })).to.have.property('value');
    expect(readJson(Buffer.from('[1,[2,[3,[4]]]]'), { values: 20, depth: 3 })).to.equal('too_deep');
  });

  it('rejects what exceeds a bound without reading the rest', () => {
    expect(read('[1,2,3,4')).to.equal('too_many_values');
  });

  it('names the exceeded bound', () => {
    expect(jsonProblem('too_many_values', BOUNDS)).to.equal('has more than 4 values');
    expect(jsonProblem('too_deep', BOUNDS)).to.equal('nests objects and arrays more than 3 deep');
    expect(jsonProblem('malformed', BOUNDS)).to.equal('is not valid JSON in UTF-8');
    expect(jsonProblem(read('1'), BOUNDS)).to.equal(undefined);
  });
});

describe('core: deep freeze', () => {
  it('freezes objects, lists and the values of maps at any depth, and returns its argument', () => {
    const inSet = { c: 3 };
    const value = {
      list: [{ a: 1 }],
      map: new Map([['key', { b: 2 }]]),
      set: new Set([inSet]),
      text: 'x',
      nothing: null,
    };
    expect(deepFreeze(value)).to.equal(value);
    expect([value, value.list, value.list[0], value.map.get('key'), inSet].every(Object.isFrozen)).to.equal(true);
  });

  it('terminates for a value that contains itself', () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(Object.isFrozen(deepFreeze(value))).to.equal(true);
  });

  it('ignores functions', () => {
    const value = { call: () => undefined };
    deepFreeze(value);
    expect(Object.isFrozen(value.call)).to.equal(false);
  });

  it('ignores buffers, which cannot be frozen', () => {
    expect(deepFreeze({ bytes: Buffer.from('x') }).bytes.toString()).to.equal('x');
  });
});
