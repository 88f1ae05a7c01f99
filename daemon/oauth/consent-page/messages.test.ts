import { expect } from 'chai';
import { LANGUAGES } from './language.js';
import { CATALOGUES } from './messages.js';

/** Every text of a catalogue by its path, with the places it has. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [`${path}: ${[...new Set(value.match(/\{[a-z]+\}/g) ?? [])].sort().join(' ')}`];
  return Object.entries(value as object).flatMap(([key, child]) => placesOf(child, `${path}/${key}`));
}

describe('consent-page: catalogues', () => {
  const [first, ...others] = LANGUAGES;

  for (const language of others) {
    it(`${language} has the texts of ${first}, with the same places to fill`, () => {
      expect(placesOf(CATALOGUES[language])).to.deep.equal(placesOf(CATALOGUES[first]));
    });

    it(`${language} is translated throughout`, () => {
      const { language: code, ...texts } = CATALOGUES[language];
      expect(code).to.equal(language);
      const own = new Set(JSON.stringify(texts).match(/"[^"]+"/g));
      const same = JSON.stringify({ ...CATALOGUES[first], language: '' })
        .match(/"[^"]{20,}"/g)
        ?.filter((text) => own.has(text));
      expect(same).to.deep.equal([]);
    });
  }
});
