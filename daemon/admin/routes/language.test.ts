import { expect } from 'chai';
import type { PhraseBook } from '../i18n/phrase-book.js';
import type { LanguageBundle } from '../model/answers.js';
import { REGISTRATION, compileSmall, pluginFiles } from '../schema/testing/small-plugin.js';
import type { PublicRequest } from './endpoint.js';
import { apiTexts } from './error-texts.js';
import { languageEndpoint } from './language.js';

async function bundleFor(phrases: PhraseBook, acceptLanguage: string): Promise<LanguageBundle> {
  const locale = apiTexts(phrases).chooseLocale('', acceptLanguage);
  const answer = await languageEndpoint(phrases).handle({ locale } as PublicRequest);
  return (answer as { readonly data: LanguageBundle }).data;
}

describe('admin/routes/language (spec, Endpoints: GET /lang)', () => {
  const { phrases } = compileSmall(pluginFiles());

  it('is the bundle of the language that is asked for, else of the default', async () => {
    expect(await bundleFor(phrases, 'de-AT, en;q=0.5')).to.include({ locale: 'de' });
    expect(await bundleFor(phrases, 'xx')).to.include({ locale: 'en' });
  });

  it('is public, and has nothing of any plugin', async () => {
    expect(languageEndpoint(phrases).access).to.equal('public');
    expect(Object.keys((await bundleFor(phrases, 'en')).phrases).join()).not.to.match(/acme|::/);
  });

  it('is whole in a default language that nothing is written in', async () => {
    const { phrases: french } = compileSmall(pluginFiles(), { ...REGISTRATION, defaultLocale: 'fr' });
    const english = await bundleFor(phrases, 'en');
    expect((await bundleFor(french, '')).phrases).to.deep.equal(english.phrases);
  });
});
