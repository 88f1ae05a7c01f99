import { expect } from 'chai';
import type { NavigationItem } from '../../model/registration.js';
import type { BrokenPlugin } from '../../testing/small-plugin.js';
import {
  column,
  compileSmall,
  complaints,
  CONTROLLER,
  pluginFiles,
  registrationWith,
  SETTINGS_FIELDS,
  settingsScreen,
} from '../../testing/small-plugin.js';

const SCREEN = settingsScreen([column('per_page', 'integer')], { permissions: [] });
const ITEM: NavigationItem = { code: 'blog', label: 'Blog', icon: '', order: 1, permissions: [], children: [] };

const CASES: readonly BrokenPlugin[] = [
  {
    title: 'a missing fields file',
    changes: {},
    registration: registrationWith({}, { settings: [SCREEN] }),
    says: ['host: settings acme-blog: fields: file plugins/acme/blog/models/settings/fields.yaml does not exist'],
  },
  {
    title: 'fields under the wrong root key',
    changes: {},
    registration: registrationWith(
      {},
      { settings: [{ ...SCREEN, fields: '$/acme/blog/models/settings/fields.yaml' }] },
    ),
    says: [
      'host: settings acme-blog: fields: "$/acme/blog/models/settings/fields.yaml" is not a valid path; expected a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one; write ~/plugins/acme/blog/models/settings/fields.yaml',
    ],
  },
  {
    title: 'a value that the screen does not have',
    changes: { [SETTINGS_FIELDS]: 'fields:\n  perpage: { type: number }' },
    registration: registrationWith({}, { settings: [SCREEN] }),
    says: [
      'plugins/acme/blog/models/settings/fields.yaml:2:3: fields.perpage: the settings screen acme-blog has no column perpage; expected one of per_page; did you mean per_page?',
    ],
  },
  {
    title: 'fields that need a controller',
    changes: {
      [SETTINGS_FIELDS]:
        'fields:\n  author: { type: relation }\n  a: { type: partial, path: stats }\n  b: { type: widget }\n  c: { type: relationmanager }',
    },
    registration: registrationWith({}, { settings: [SCREEN] }),
    says: [
      'plugins/acme/blog/models/settings/fields.yaml:2:19: fields.author.type: type relation does not go with a settings screen; expected a field that holds a value',
      'plugins/acme/blog/models/settings/fields.yaml:3:14: fields.a.type: type partial does not go with a settings screen; expected a field that holds a value',
      'plugins/acme/blog/models/settings/fields.yaml:4:14: fields.b.type: type widget does not go with a settings screen; expected a field that holds a value',
      'plugins/acme/blog/models/settings/fields.yaml:5:14: fields.c.type: type relationmanager does not go with a settings screen; expected a field that holds a value',
    ],
  },
  {
    title: 'texts with unknown phrases',
    changes: { [SETTINGS_FIELDS]: 'fields:\n  per_page: { type: number }' },
    registration: registrationWith(
      {},
      { settings: [{ ...SCREEN, label: 'acme.blog::lang.settings.label', keywords: ['x', 'acme.blog::lang.k.w'] }] },
    ),
    says: [
      'host: settings acme-blog: keywords[1]: the default locale (en) has no phrase acme.blog::lang.k.w; expected a phrase from a language file, or plain text',
      'host: settings acme-blog: label: the default locale (en) has no phrase acme.blog::lang.settings.label; expected a phrase from a language file, or plain text',
    ],
  },
  {
    title: 'an entry that links to a controller without a list',
    changes: { [`${CONTROLLER}/config_list.yaml`]: undefined },
    registration: registrationWith(
      {},
      { navigation: [{ ...ITEM, target: { kind: 'controller', controller: 'acme.blog.posts' } }] },
    ),
    says: [
      'host: plugin acme.blog: navigation blog: links to acme.blog.posts, which has no list; expected a config_list.yaml',
    ],
  },
  {
    title: 'an entry whose label is an unknown phrase',
    changes: {},
    registration: registrationWith(
      {},
      { navigation: [{ ...ITEM, children: [{ ...ITEM, code: 'posts', label: 'acme.blog::lang.navigation.posts' }] }] },
    ),
    says: [
      'host: plugin acme.blog: navigation posts: the default locale (en) has no phrase acme.blog::lang.navigation.posts; expected a phrase from a language file, or plain text',
    ],
  },
];

describe('settings and navigation: errors that stop startup (AD-20)', () => {
  for (const { title, changes, registration, says } of CASES) {
    it(title, () => expect(complaints(changes, registration)).to.deep.equal(says));
  }
});

describe('settings: the initial value of a field', () => {
  it("uses the default if the column can hold it, and otherwise the column's own default", () => {
    const columns = [column('per_page', 'integer', { minimum: 1n, maximum: 100n }), column('title', 'string')];
    const files = pluginFiles({
      [SETTINGS_FIELDS]: 'fields:\n  per_page: { type: number, default: 20 }\n  title: { label: Title }',
    });
    const { schema } = compileSmall(files, registrationWith({}, { settings: [{ ...SCREEN, columns }] }));
    const fields = schema.settings.get('acme-blog')?.fields ?? [];
    expect(fields.map(({ name, view }) => [name, view.default])).to.deep.equal([
      ['per_page', 20],
      ['title', undefined],
    ]);
  });
});
