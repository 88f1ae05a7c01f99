import { en } from '../../i18n/en.js';
import type { LocalisedViews, PhraseBook } from '../../i18n/phrase-book.js';
import type { PluralForms } from '../../i18n/text.js';
import type { LanguageBundle } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import { PATHS, withSegments } from '../api/paths.js';
import type { AdminSchema } from '../model/schema/admin-schema.js';
import { permittedNavigation } from '../schema/permitted/by-permission.js';
import { permittedSettings, settingsEntries } from '../schema/permitted/form.js';
import type { AdminRequest, GuardedEndpoint, Outcome, PublicEndpoint } from './endpoint.js';
import { FixedAnswers } from './fixed-answers.js';

export function languageBundle(book: PhraseBook, locale: string): LanguageBundle {
  const translator = book.in(locale);
  const phrases = Object.keys(en).map((key): [string, string | PluralForms] => {
    const forms = translator.counted(`backend::lang.${key}`);
    return [key, Object.keys(forms).length === 1 ? forms.other : forms];
  });
  return { locale: translator.locale, locales: [...book.locales].sort(), phrases: Object.fromEntries(phrases) };
}

/** GET /lang: the backend's own phrases, also for the sign-in page. Each language is assembled once. */
export function languageEndpoint(phrases: PhraseBook): PublicEndpoint {
  // The default language may have no phrases; its bundle is then the English one.
  const locales = new Set([...phrases.locales, phrases.defaultLocale]);
  const bundles = new Map([...locales].map((locale) => [locale, languageBundle(phrases, locale)]));
  const answers = new FixedAnswers();
  return {
    name: 'admin.lang',
    method: 'GET',
    path: PATHS.language,
    access: 'public',
    maxBodyBytes: 0,
    handle({ locale }) {
      const bundle = bundles.get(locale);
      if (bundle === undefined) throw new Error(`no phrases are assembled for the language ${locale}`);
      return answers.of(bundle);
    },
  };
}

/** The available screens: GET /navigation, GET /settings, and GET /settings/{code}/schema of every screen. */
export function menuEndpoints(schema: AdminSchema, views: LocalisedViews): GuardedEndpoint[] {
  const { navigation, settings } = schema;
  const answers = new FixedAnswers();
  const endpoint = (
    path: string,
    name: string,
    required: readonly string[],
    handle: (request: AdminRequest) => Outcome,
  ): GuardedEndpoint => ({
    name: `admin.${name}`,
    method: 'GET',
    path,
    access: 'authenticated',
    permissions: required,
    maxBodyBytes: 0,
    handle,
  });

  return [
    endpoint(PATHS.navigation, 'navigation', [], ({ permissions, locale }) => ({
      data: views.get(permittedNavigation(navigation, permissions), locale),
    })),
    endpoint(PATHS.settingsIndex, 'settings_index', [], ({ permissions, locale }) => ({
      data: views.get(settingsEntries(schema, permissions), locale),
    })),
    ...[...settings.values()].map((schema) =>
      endpoint(
        withSegments(PATHS.settingsSchema, { code: schema.screen.code }),
        'settings_schema',
        schema.requires.all,
        ({ permissions, locale }) => {
          const view = permittedSettings.get(schema, permissions)?.view;
          return view === undefined ? new AdminError('forbidden') : answers.of(views.get(view, locale));
        },
      ),
    ),
  ];
}
