import { languageBundle } from '../i18n/bundle.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import type { PublicEndpoint } from './endpoint.js';

/** GET /lang: the backend's own phrases, for the sign-in page as well. Each language is put together once. */
export function languageEndpoint(phrases: PhraseBook): PublicEndpoint {
  // The default may be a language that nothing is written in: its bundle is the English one then.
  const locales = new Set([...phrases.locales, phrases.defaultLocale]);
  const bundles = new Map([...locales].map((locale) => [locale, languageBundle(phrases, locale)]));
  return {
    name: 'admin.lang',
    method: 'GET',
    path: '/lang',
    access: 'public',
    maxBodyBytes: 0,
    handle: ({ locale }) => ({ data: bundles.get(locale) }),
  };
}
