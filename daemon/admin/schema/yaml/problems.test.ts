import { expect } from 'chai';
import { parseYaml } from './parse.js';
import { Problems, SchemaError } from './problems.js';

describe('problems of plugins', () => {
  it('stop the start with a message of bounded length, whatever a file contains (AD-2)', () => {
    const problems = new Problems();
    parseYaml('fields.yaml', Buffer.from('a: 1\n'.repeat(1001)), problems);
    expect(problems.count).to.equal(1000);
    const { message } = new SchemaError(problems.sorted());
    expect(message.split('\n')).to.have.length(202);
    expect(message).to.match(/\(1000 errors\):\n {2}fields\.yaml:2:1: a: appears twice.*\n {2}and 800 more$/s);
  });

  it('name the first error of each kind of a file that is not YAML, because the others follow from them (AD-2)', () => {
    const said = (text: string) => {
      const problems = new Problems();
      parseYaml('fields.yaml', Buffer.from(text), problems);
      return problems.sorted().map(({ at, what }) => `${at.line}: ${what}`);
    };
    expect(said(`a: [${','.repeat(1000)}`)).to.have.length.within(1, 3);
    expect(said('fields:\n   title: a\n  slug: b\n  body: c\n  note: d\n')).to.deep.equal([
      '3: is not YAML: All mapping items must start at the same column',
    ]);
    expect(said('title: Posts\nmodelClass Book\nname: a\n')).to.deep.equal([
      '2: is not YAML: this line has no colon and space after its key; expected name: value',
    ]);
  });
});
