import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { namedKeys } from './definition.js';
import { configurationReference } from './reference.js';
import { schema } from './schema.js';

describe('config: reference', () => {
  it('is what docs/configuration.md says (make verify writes it)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).to.equal(configurationReference());
  });

  it('names every key and its variable', () => {
    const reference = configurationReference();
    for (const { name, env } of namedKeys(schema)) {
      expect(reference).to.contain(`| \`${name}\` |`).and.to.contain(`| \`${env}\` |`);
    }
  });
});
