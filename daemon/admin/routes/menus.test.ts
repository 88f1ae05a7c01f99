import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import { LocalisedViews } from '../i18n/localised-views.js';
import { AdminError } from '../model/admin-error.js';
import { column, compileSmall, MODELS, pluginFiles, registrationWith } from '../schema/testing/small-plugin.js';
import type { AdminRequest } from './endpoint.js';
import { menuEndpoints } from './menus.js';

const FIELDS = `${MODELS}/settings/fields.yaml`;
const { schema, phrases } = compileSmall(
  pluginFiles({
    [FIELDS]: 'fields: { mode: { label: Mode }, guarded: { label: Guarded, permissions: acme.blog.publish } }',
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
        {
          code: 'acme-blog',
          pluginId: 'acme.blog',
          label: 'acme.blog::lang.posts.title',
          description: '',
          category: '',
          icon: '',
          order: 1,
          keywords: [],
          permissions: ['acme.blog.moderate'],
          fields: `~/${FIELDS}`,
          columns: [column('mode', 'string'), column('guarded', 'string')],
          versioned: false,
          optionProviders: [],
        },
      ],
    },
  ),
);
const endpoints = menuEndpoints(schema, new LocalisedViews(phrases));

async function get(path: string, codes: readonly string[], locale = 'en'): Promise<unknown> {
  const endpoint = endpoints.find((one) => one.path === path);
  if (endpoint === undefined) throw new Error(`no endpoint ${path}`);
  const answer = await endpoint.handle({ permissions: new PermissionSet(false, codes), locale } as AdminRequest);
  return answer instanceof AdminError ? answer.code : answer.data;
}

describe('admin/routes/menus (spec, Authentication 5: navigation and metadata are filtered per user)', () => {
  it('has only what this administrator may open', async () => {
    expect(await get('/navigation', [])).to.deep.equal([]);
    expect(await get('/settings', ['acme.blog.access_posts'])).to.deep.equal([]);
    expect(await get('/navigation', ['acme.blog.access_posts'])).to.have.length(1);
    expect(await get('/settings', ['acme.blog.moderate'])).to.have.length(1);
  });

  it('is in the language that is asked for', async () => {
    for (const [locale, label] of [
      ['en', 'Posts'],
      ['de', 'Beiträge'],
    ] as const) {
      expect(await get('/navigation', ['acme.blog.*'], locale)).to.have.nested.property('[0].label', label);
      expect(await get('/settings', ['acme.blog.*'], locale)).to.have.nested.property('[0].label', label);
    }
  });

  it('a settings schema is for whoever may open the screen, without the fields that are hidden', async () => {
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
