import { expect } from 'chai';
import { jsonProblem, readJson, type JsonOutcome } from './json.js';

const BOUNDS = { values: 4, depth: 3 };

function read(text: string | Buffer): JsonOutcome {
  return readJson(Buffer.from(text), BOUNDS);
}

describe('core/json (RFC 8259)', () => {
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

  it('rejects what is no UTF-8 (RFC 8259 §8.1)', () => {
    expect(read(Buffer.from('"\xe9"', 'latin1'))).to.equal('malformed');
  });

  it('counts the values of objects and arrays at any depth, up to the bound and no further', () => {
    for (const text of ['[1,2,3]', '{"a":1,"b":2,"c":3}', '[[1],2]'])
      expect(read(text), text).to.have.property('value');
    for (const text of ['[1,2,3,4]', '{"a":1,"b":2,"c":3,"d":4}', '[[1,2],3]', '[{},{},1]'])
      expect(read(text), text).to.equal('too_many_values');
  });

  it('counts brackets inside each other, not beside each other', () => {
    expect(read('[[[]]]')).to.have.property('value');
    expect(read('[[[[]]]]')).to.equal('too_deep');
    expect(readJson(Buffer.from('[[],[],[]]'), { values: 10, depth: 2 })).to.have.property('value');
  });

  it('refuses what exceeds a bound before it looks at the rest', () => {
    expect(read('[1,2,3,4')).to.equal('too_many_values');
  });

  it('names the bound that was exceeded', () => {
    expect(jsonProblem('too_many_values', BOUNDS)).to.equal('holds more than 4 values');
    expect(jsonProblem('too_deep', BOUNDS)).to.equal('nests objects and arrays more than 3 deep');
    expect(jsonProblem('malformed', BOUNDS)).to.equal('is not valid JSON in UTF-8');
    expect(jsonProblem(read('1'), BOUNDS)).to.equal(undefined);
  });
});
