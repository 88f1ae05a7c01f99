import { expect } from 'chai';
import { remembered } from './formatter-cache.js';

describe('formatters that are kept', () => {
  it('are made once for each locale and options', () => {
    const made: string[] = [];
    const format = remembered((locale, options: { readonly digits: number }) => {
      made.push(`${locale} ${options.digits}`);
      return { locale, ...options };
    });
    const first = format('en', { digits: 2 });
    expect(first).to.deep.equal({ locale: 'en', digits: 2 });
    expect(format('en', { digits: 2 })).to.equal(first);
    expect(format('de', { digits: 2 })).to.deep.equal({ locale: 'de', digits: 2 });
    expect(format('en', { digits: 3 })).to.deep.equal({ locale: 'en', digits: 3 });
    expect(made).to.deep.equal(['en 2', 'de 2', 'en 3']);
  });
});
