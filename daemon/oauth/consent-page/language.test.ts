import { expect } from 'chai';
import { chooseLanguage } from './language.js';

describe('consent-page: language: Accept-Language (RFC 9110 §12.5.4)', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-Latn-DE-1996', 'de'],
    ['fr, es', 'en'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['fr, de;q=0.4, en;q=0.5', 'en'],
    ['de;q=0.8,en;q=0.8', 'de'],
    ['en;q=0.8,de;q=0.8', 'en'],
    ['de ; q=0.9 , en;q=0.95', 'en'],
    ['en;q=0, *', 'de'],
    ['en;q=0, fr', 'en'],
    ['*', 'en'],
    ['de;q=0, *;q=0', 'en'],
    ['den', 'en'],
    ['de;q=2', 'en'],
    ['en;q=0.5,de', 'de'],
    ['en;q=0.9, de;q=1', 'de'],
    ['en;q=0.9, de;q=1.', 'de'],
    ['en;q=0.9, de;q=1.000', 'de'],
    ['de;q=1.001, en;q=0.1', 'en'],
    ['de;q=0.9999, en;q=0.1', 'en'],
    ['en;q=0.123, de;q=0.124', 'de'],
    ['en;q=0., de;q=0.1', 'de'],
    ['en;q=0.1, de  ;  q=0.9', 'de'],
    ['en;q=0.1, de;q=0.9 x', 'en'],
    ['en;q=0.1, 9de', 'en'],
    ['en;q=0.1, de-abcdefgh-1', 'de'],
    ['en;q=0.1, de-abcdefghi', 'en'],
    ['en;q=0.1, de-', 'en'],
    ['fr, *;q=0.1, en;q=0.2', 'en'],
    ['de;q=abc, en;q=0.1', 'en'],
    // Only the first 1,000 characters count (docs/http.md, Limits on input).
    [`${'x'.repeat(20_000)},de`, 'en'],
  ];
  for (const [header, language] of cases) {
    it(`${(header ?? 'no header').slice(0, 40)} → ${language}`, () => {
      expect(chooseLanguage(header)).to.equal(language);
    });
  }
});
