import { expect } from 'chai';
import type { PhraseBook } from '../../i18n/phrase-book.js';
import { LocalisedViews } from '../../i18n/phrase-book.js';
import type { LanguageBundle } from '../api/answers.js';
import { PermissionSet } from '../auth/permission-set.js';
import { dataOf } from '../testing/data-of.js';
import {
  column,
  compileSmall,
  pluginFiles,
  REGISTRATION,
  registrationWith,
  SETTINGS_FIELDS,
  settingsScreen,
} from '../testing/small-plugin.js';
import type { AdminRequest, PublicRequest } from './endpoint.js';
import { apiTexts } from './endpoint.js';
import { languageEndpoint, menuEndpoints } from './navigation.js';

async function bundleFor(phrases: PhraseBook, acceptLanguage: string): Promise<LanguageBundle> {
  const locale = apiTexts(phrases).chooseLocale('', acceptLanguage);
  return dataOf(await languageEndpoint(phrases).handle({ locale } as PublicRequest)) as LanguageBundle;
}

describe('admin: language (AD-117)', () => {
  const { phrases } = compileSmall(pluginFiles({ 'plugins/acme/blog/lang/de/lang.yaml': 'a: b' }));

  it('returns the bundle of the requested language, or else of the default', async () => {
    expect(await bundleFor(phrases, 'de-AT, en;q=0.5')).to.include({ locale: 'de' });
    expect(await bundleFor(phrases, 'xx')).to.include({ locale: 'en' });
  });

  it("is public, and contains no plugin's phrases", async () => {
    expect(languageEndpoint(phrases).access).to.equal('public');
    expect(Object.keys((await bundleFor(phrases, 'en')).phrases).join()).not.to.match(/acme|::/);
  });

  it('is complete in a default language that has no phrases', async () => {
    const { phrases: italian } = compileSmall(pluginFiles(), { ...REGISTRATION, defaultLocale: 'it' });
    const english = await bundleFor(phrases, 'en');
    expect((await bundleFor(italian, '')).phrases).to.deep.equal(english.phrases);
  });
});

const { schema, phrases } = compileSmall(
  pluginFiles({
    [SETTINGS_FIELDS]: 'fields: { mode: { label: Mode }, guarded: { label: Guarded, permissions: acme.blog.publish } }',
    'plugins/acme/blog/lang/de/lang.yaml': 'posts:\n  title: Beiträge\n',
  }),
  registrationWith(
    {},
    {
      navigation: [
        {
          code: 'posts',
          label: 'acme.blog::lang.posts.title',
          icon: '',
          order: 1,
          permissions: [],
          target: { kind: 'controller', controller: 'acme.blog.posts' },
          children: [],
        },
      ],
      settings: [
        settingsScreen([column('mode', 'string'), column('guarded', 'string')], {
          label: 'acme.blog::lang.posts.title',
        }),
      ],
    },
  ),
);
const endpoints = menuEndpoints(schema, new LocalisedViews(phrases));

async function get(path: string, codes: readonly string[], locale = 'en'): Promise<unknown> {
  const endpoint = endpoints.find((one) => one.path === path);
  if (endpoint === undefined) throw new Error(`no endpoint ${path}`);
  return dataOf(await endpoint.handle({ permissions: new PermissionSet(false, codes), locale } as AdminRequest));
}

describe('admin: menus (AD-132)', () => {
  it('contains only what this administrator may open', async () => {
    expect(await get('/navigation', [])).to.deep.equal([]);
    expect(await get('/settings', ['acme.blog.access_posts'])).to.deep.equal([]);
    expect(await get('/navigation', ['acme.blog.access_posts'])).to.have.length(1);
    expect(await get('/settings', ['acme.blog.moderate'])).to.have.length(1);
  });

  it('is in the requested language', async () => {
    for (const [locale, label] of [
      ['en', 'Posts'],
      ['de', 'Beiträge'],
    ] as const) {
      expect(await get('/navigation', ['acme.blog.*'], locale)).to.have.nested.property('[0].label', label);
      expect(await get('/settings', ['acme.blog.*'], locale)).to.have.nested.property('[0].label', label);
    }
  });

  it('returns a settings schema to users who may open the screen, without hidden fields', async () => {
    const path = '/settings/acme-blog/schema';
    expect(await get(path, ['acme.blog.publish'])).to.equal('forbidden');
    expect(endpoints.find((one) => one.path === path)?.permissions).to.deep.equal(['acme.blog.moderate']);
    const names = async (codes: readonly string[]) =>
      ((await get(path, codes)) as { readonly fields: readonly { readonly name: string }[] }).fields.map(
        ({ name }) => name,
      );
    expect(await names(['acme.blog.moderate'])).to.deep.equal(['mode']);
    expect(await names(['acme.blog.*'])).to.deep.equal(['mode', 'guarded']);
  });
});
