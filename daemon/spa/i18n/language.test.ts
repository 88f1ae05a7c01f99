import { expect } from 'chai';
<<<<<<< HEAD
import { directionOf, localeOf } from './language.js';

describe('languages of the page (admin.md, SPA: locale)', () => {
  it('writes numbers and dates as the region of the browser does, where the language is the same', () => {
    expect(localeOf('en', ['de-AT', 'en-GB', 'en-US'])).to.equal('en-GB');
    expect(localeOf('de', ['en-GB'])).to.equal('de');
    expect(localeOf('pt-BR', ['pt-PT'])).to.equal('pt-BR');
    expect(localeOf('en', [])).to.equal('en');
  });

  it('knows which languages are written from right to left', () => {
    expect(directionOf('ar-EG')).to.equal('rtl');
    expect(directionOf('he')).to.equal('rtl');
    expect(directionOf('en-GB')).to.equal('ltr');
  });
=======
import { regional } from './language.js';

describe('the region that dates and numbers are written as in', () => {
  for (const [locale, preferred, expected] of [
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-CH', 'fr', 'en-IE'], 'en-IE'],
    ['de', ['en-GB'], 'de'],
    ['de', ['de', 'de-CH'], 'de'],
    ['pt-BR', ['pt-PT'], 'pt-BR'],
    ['en', ['*', 'en-AU'], 'en-AU'],
    ['en', [], 'en'],
  ] as const) {
    it(`${locale} in a browser of ${preferred.join(', ') || 'nobody'} is ${expected}`, () => {
      expect(regional(locale, preferred)).to.equal(expected);
    });
  }
>>>>>>> a9b6955 (List: calmer rows, dates and numbers as the browser's region writes them, filters of dates with a calendar)
});
