import { readBrand } from '../admin/brand/brand.js';
import { compileTemplate } from '../admin/partials/template.js';
import { compileAdmin, problemsOfFiles } from '../admin/schema/compile-admin.js';
import { readPluginFiles } from '../admin/schema/files/plugin-files.js';
import { counted, Problems } from '../admin/schema/yaml/problems.js';
import type { Config } from '../config/schema.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import { describeOnce } from './with-host.js';

export interface CheckedPlugins {
  readonly controllers: number;
  readonly settings: number;
  readonly locales: readonly string[];
  /** Valid content that may still be a mistake. */
  readonly warnings: readonly string[];
}

/**
 * Compiles the plugins' files against the host's registration, as the daemon would, and serves nothing. Throws SchemaError
 * with all errors, or the first error of `admin.brand`. Undefined if the host registers no controller: then there is no admin backend.
 */
export async function checkPlugins(config: Config): Promise<CheckedPlugins | undefined> {
  const compile = (source: string, file: string) => compileTemplate(file, source);
  const { admin: registration } = await describeOnce(config, () => {
    const found = new Problems();
    return problemsOfFiles(readPluginFiles(config.backend.root, found), compile, found);
  });
  if (registration === undefined || registration.controllers.length === 0) return undefined;
  await readBrand(config.admin.brand, config.backend.uri);
  const problems = new Problems();
  const { schema, phrases, warnings } = compileAdmin({
    registration,
    files: readPluginFiles(config.backend.root, problems),
    prefix: config.backend.uri,
    compileTemplate: compile,
    problems,
  });
  return {
    controllers: schema.controllers.size,
    settings: schema.settings.size,
    locales: [...phrases.locales].sort(),
    warnings: [...warnings, ...untranslatedPhrases(phrases)],
  };
}

const NAMED_KEYS = 3;

/** One warning per language: the pages show these phrases in the default language. */
function untranslatedPhrases(phrases: PhraseBook): string[] {
  return [...phrases.locales].sort().flatMap((locale) => {
    const keys = phrases.untranslated(locale);
    if (keys.length === 0) return [];
    const named = keys.slice(0, NAMED_KEYS).join(', ');
    const more = keys.length > NAMED_KEYS ? ` and ${String(keys.length - NAMED_KEYS)} more` : '';
    return `the language ${locale} lacks ${counted(keys.length, 'phrase')} of ${phrases.defaultLocale}, which pages show in ${phrases.defaultLocale}: ${named}${more}`;
  });
}
