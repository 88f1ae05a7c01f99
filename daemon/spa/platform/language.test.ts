import { expect } from 'chai';
import { directionOf, localeOf } from './language.js';

describe('languages of the page (AD-205)', () => {
  it("formats numbers and dates for the browser's region if the language matches", () => {
    expect(localeOf('en', ['de-AT', 'en-GB', 'en-US'])).to.equal('en-GB');
    expect(localeOf('de', ['en-GB'])).to.equal('de');
    expect(localeOf('pt-BR', ['pt-PT'])).to.equal('pt-BR');
    expect(localeOf('en', [])).to.equal('en');
  });

  it('detects languages that are written from right to left', () => {
    expect(directionOf('ar-EG')).to.equal('rtl');
    expect(directionOf('he')).to.equal('rtl');
    expect(directionOf('en-GB')).to.equal('ltr');
  });
});
