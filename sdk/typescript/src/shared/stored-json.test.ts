import { expect } from 'chai';
import { storedMembers, storedObject, storedTexts } from './stored-json.js';

describe('JSON of columns of our own tables', () => {
  it('is a list of texts, or an object', () => {
    expect(storedTexts('["a", "b"]', 'here')).to.deep.equal(['a', 'b']);
    expect(storedObject('{"a": 1}', 'here')).to.deep.equal({ a: 1 });
  });

  it('that is something else is an error that says where it is, and not what', () => {
    for (const json of ['secret', '{}', '"secret"', '[1]', 'null']) {
      expect(() => storedTexts(json, 'here'), json).to.throw(/^here: is not JSON$|^here: is not a JSON list of texts$/);
    }
    for (const json of ['secret', '[]', '"secret"', '1', 'null']) {
      expect(() => storedObject(json, 'here'), json).to.throw(/^here: is not JSON$|^here: is not a JSON object$/);
      expect(() => storedMembers(json, 'here'), json).to.throw(/^here: is not JSON$|^here: is not a JSON object$/);
    }
  });

  it('has its members as they are written, in their order (HC-100)', () => {
    const written = {
      '7': '9007199254740993.10',
      'a "name", {in} [marks]:': '"a \\"text\\", {in} [marks]: \\\\"',
      list: '[1, {"a": [2, "]"]}, "\\u00dc"]',
      object: '{"a": {"b": "}"}, "c": -1e-7}',
      empty: '""',
      none: 'null',
      no: 'false',
    };
    const members = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)} : ${json}`);
    for (const json of [`{${members.reverse().join(',')}}`, ` {\n ${members.join(' ,\n')} }\n`]) {
      const found = storedMembers(json, 'here');
      expect(Object.fromEntries(found)).to.deep.equal(written);
      expect([...found.keys()].at(-1)).to.equal('7');
    }
    expect(storedMembers('{}', 'here').size).to.equal(0);
  });
});
