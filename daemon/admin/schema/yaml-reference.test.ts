import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { yamlReference } from './yaml-reference.js';

describe('admin: reference', () => {
  it('is what docs/admin/yaml.md says (make verify writes it)', () => {
    expect(readFileSync('docs/admin/yaml.md', 'utf8')).to.equal(yamlReference());
  });
});
