import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const LANGUAGES = fileURLToPath(new URL('plugins/gatehouse/backend/lang/', import.meta.url));

describe('the built-in screens of administrators and roles', () => {
  for (const language of readdirSync(LANGUAGES)) {
    it(`have every text in each language of the pages: ${language} (AD-311)`, () => {
      expect(namesOf(language)).to.deep.equal(namesOf('en'));
    });
  }
});

/** "role.name" and so on, sorted. */
function namesOf(language: string): readonly string[] {
  return [...leaves(parse(readFileSync(`${LANGUAGES}${language}/lang.yaml`, 'utf8')))].sort();
}

function leaves(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [''];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner).map((rest) => (rest === '' ? name : `${name}.${rest}`)),
  );
}
