import { expect } from 'chai';
import { chooseLocale } from './locale.js';

const AVAILABLE = new Set(['en', 'de', 'pt-br', 'zh']);

describe("the locale of a request: the administrator's choice, then Accept-Language, then the default", () => {
  const CASES: readonly [title: string, chosen: string, acceptLanguage: string | undefined, expected: string][] = [
    ['nothing said', '', undefined, 'en'],
    ['a choice wins over the header', 'de', 'pt-BR', 'de'],
    ['a choice that nobody has translated', 'fr', 'de', 'de'],
    ['a choice that is a variant', 'de_AT', undefined, 'de'],
    ['the header, whatever its case', '', 'PT-br', 'pt-br'],
    ['the heaviest range, not the first', '', 'en;q=0.3, de;q=0.9', 'de'],
    ['equal weights in their order', '', 'de, pt-br', 'de'],
    ['a variant without a translation of its own', '', 'zh-Hans-CN, en', 'zh'],
    ['a language of which only a variant exists', '', 'pt, de;q=0.5', 'de'],
    ['a range that is not wanted', '', 'de;q=0, pt-br;q=0.1', 'pt-br'],
    ['a weight that is none', '', 'de;q=high, pt-br;q=0.1', 'pt-br'],
    ['anything will do', '', '*', 'en'],
    ['anything but, in the end', '', 'fr, *;q=0.5, de;q=0.1', 'en'],
    ['anything but the default', '', 'en;q=0, *', 'de'],
    ['anything before the default', '', 'en;q=0.5, *', 'de'],
    ['anything but what is named, with the weight of each', '', 'en;q=0.1, de;q=0.2, *;q=0.3', 'pt-br'],
    ['anything, and a variant of the default by name', '', 'en-GB;q=0.1, *', 'de'],
    ['nothing', '', '*;q=0', 'en'],
    ['a weight of more than 1', '', 'de;q=2, pt-br;q=0.1', 'pt-br'],
    ['an empty weight', '', 'de;q=, pt-br;q=0.1', 'pt-br'],
    ['a parameter that is no weight', '', 'de;level=1, pt-br;q=0.1', 'pt-br'],
    ['a range that is no language tag (RFC 4647 §2.1)', '', 'pt_BR, de;q=0.1', 'de'],
    ['nonsense', '', '../../etc, ;;;, x=y', 'en'],
    ['nothing that is available', '', 'fr, it', 'en'],
  ];
  for (const [title, chosen, acceptLanguage, expected] of CASES) {
    it(title, () => expect(chooseLocale({ chosen, acceptLanguage }, AVAILABLE, 'en')).to.equal(expected));
  }

  it('limits how much of a header it reads to more than any browser sends', () => {
    const acceptLanguage = `${'fr,'.repeat(100_000)}de`;
    expect(chooseLocale({ chosen: '', acceptLanguage }, AVAILABLE, 'en')).to.equal('en');
  });
});
