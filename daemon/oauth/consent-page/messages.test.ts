import { expect } from 'chai';
import { LANGUAGES } from './language.js';
import { CATALOGS } from './messages.js';

/** Every text of a catalog by its path, with its placeholders. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [`${path}: ${[...new Set(value.match(/\{[a-z]+\}/g) ?? [])].sort().join(' ')}`];
  return Object.entries(value as object).flatMap(([key, child]) => placesOf(child, `${path}/${key}`));
}

describe('consent-page: catalogs', () => {
  const [first, ...others] = LANGUAGES;

  for (const language of others) {
    it(`${language} has the texts of ${first}, with the same placeholders`, () => {
      expect(placesOf(CATALOGS[language])).to.deep.equal(placesOf(CATALOGS[first]));
    });

    it(`${language} is completely translated`, () => {
      const { language: code, ...texts } = CATALOGS[language];
      expect(code).to.equal(language);
      const own = new Set(JSON.stringify(texts).match(/"[^"]+"/g));
      const same = JSON.stringify({ ...CATALOGS[first], language: '' })
        .match(/"[^"]{20,}"/g)
        ?.filter((text) => own.has(text));
      expect(same).to.deep.equal([]);
    });
  }
});
