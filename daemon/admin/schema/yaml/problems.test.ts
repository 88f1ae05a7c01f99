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

  it('name the first errors of a file that is not YAML, because the others follow from them (AD-2)', () => {
    const problems = new Problems();
    parseYaml('fields.yaml', Buffer.from(`a: [${','.repeat(1000)}`), problems);
    expect(problems.count).to.equal(20);
    expect(problems.sorted()[0]?.at.line).to.equal(1);
  });
});
