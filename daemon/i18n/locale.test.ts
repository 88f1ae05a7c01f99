import { expect } from 'chai';
import { chooseLocale } from './locale.js';

const AVAILABLE = new Set(['en', 'de', 'pt-br', 'zh']);

describe("the locale of a request: the administrator's choice, then Accept-Language, then the default", () => {
  const CASES: readonly [title: string, chosen: string, acceptLanguage: string | undefined, expected: string][] = [
    ['uses the default if the request names no language', '', undefined, 'en'],
    ['prefers the choice to the header', 'de', 'pt-BR', 'de'],
    ['ignores a choice without a translation', 'fr', 'de', 'de'],
    ['accepts a choice that is a variant', 'de_AT', undefined, 'de'],
    ['ignores the case of the header', '', 'PT-br', 'pt-br'],
    ['prefers the range with the highest weight to the first one', '', 'en;q=0.3, de;q=0.9', 'de'],
    ['keeps the order of ranges with equal weights', '', 'de, pt-br', 'de'],
    ['falls back from a variant without a translation', '', 'zh-Hans-CN, en', 'zh'],
    ['skips a language of which only a variant exists', '', 'pt, de;q=0.5', 'de'],
    ['excludes a range with weight 0', '', 'de;q=0, pt-br;q=0.1', 'pt-br'],
    ['ignores a range with an invalid weight', '', 'de;q=high, pt-br;q=0.1', 'pt-br'],
    ['uses the default for "*"', '', '*', 'en'],
    ['uses the default for "*" after an unavailable range', '', 'fr, *;q=0.5, de;q=0.1', 'en'],
    ['skips an excluded default for "*"', '', 'en;q=0, *', 'de'],
    ['skips a default with a lower weight for "*"', '', 'en;q=0.5, *', 'de'],
    ['matches "*" only with locales that the header does not name', '', 'en;q=0.1, de;q=0.2, *;q=0.3', 'pt-br'],
    ['skips the default for "*" if the header names a variant of it', '', 'en-GB;q=0.1, *', 'de'],
    ['uses the default if the header excludes everything', '', '*;q=0', 'en'],
    ['ignores a range with a weight above 1', '', 'de;q=2, pt-br;q=0.1', 'pt-br'],
    ['ignores a range with an empty weight', '', 'de;q=, pt-br;q=0.1', 'pt-br'],
    ['ignores a range with a parameter that is not a weight', '', 'de;level=1, pt-br;q=0.1', 'pt-br'],
    ['ignores a range that is not a language range (RFC 4647 §2.1)', '', 'pt_BR, de;q=0.1', 'de'],
    ['ignores an invalid header', '', '../../etc, ;;;, x=y', 'en'],
    ['uses the default if no range is available', '', 'fr, it', 'en'],
  ];
  for (const [title, chosen, acceptLanguage, expected] of CASES) {
    it(title, () => expect(chooseLocale({ chosen, acceptLanguage }, AVAILABLE, 'en')).to.equal(expected));
  }

  it('reads only a limited part of a long header', () => {
    const acceptLanguage = `${'fr,'.repeat(100_000)}de`;
    expect(chooseLocale({ chosen: '', acceptLanguage }, AVAILABLE, 'en')).to.equal('en');
  });
});
