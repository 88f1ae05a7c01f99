import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import type { NavigationItem } from '../../model/registration.js';
import {
  column,
  compileSmall,
  pluginFiles,
  registrationWith,
  SETTINGS_FIELDS,
  settingsScreen,
} from '../../testing/small-plugin.js';
import { ByPermission, permittedNavigation } from './by-permission.js';
import { permittedSettings, settingsEntries } from './form.js';

describe('schemas kept by permission', () => {
  it('keeps a limited number, the most recently used', () => {
    const codes = Array.from({ length: 100 }, (_, index) => `p.c${index}`);
    let made = 0;
    const schemas = new ByPermission(
      () => codes.map((code) => ({ all: [code], any: [] })),
      () => ++made,
    );
    const schema = {};
    const get = (code: string) => schemas.get(schema, new PermissionSet(false, [code]));
    const first = get('p.c0');
    for (const code of codes.slice(1, 60)) get(code);
    expect(get('p.c0')).to.equal(first);
    for (const code of codes.slice(60)) get(code);
    expect(made).to.equal(100);
    expect(get('p.c0'), 'used in between').to.equal(first);
    expect(get('p.c1'), 'not used for long').to.equal(101);
  });
});

const ITEM: NavigationItem = { code: '', label: 'Entry', icon: '', order: 0, permissions: [], children: [] };
const SCREEN = settingsScreen([column('per_page', 'integer'), column('secret', 'string')], { order: 2 });

const { schema } = compileSmall(
  pluginFiles({
    [SETTINGS_FIELDS]: `
fields:
  per_page: { type: number }
  secret: { type: password, permissions: acme.blog.publish }`,
  }),
  registrationWith(
    {},
    {
      settings: [SCREEN, { ...SCREEN, code: 'acme-first', order: 1, permissions: [] }],
      navigation: [
        { ...ITEM, code: 'late', order: 9, target: { kind: 'settings', code: 'acme-blog' } },
        {
          ...ITEM,
          code: 'blog',
          order: 1,
          children: [
            { ...ITEM, code: 'posts', target: { kind: 'controller', controller: 'acme.blog.posts' } },
            {
              ...ITEM,
              code: 'more',
              permissions: ['acme.blog.publish'],
              target: { kind: 'settings', code: 'acme-first' },
            },
          ],
        },
      ],
    },
  ),
);

describe('navigation and settings of one administrator', () => {
  function entries(granted: readonly string[]): readonly string[] {
    const shown = permittedNavigation(schema.navigation, new PermissionSet(false, granted));
    return shown.flatMap(({ id, path, children }) => [
      `${id} ${path}`,
      ...children.map((child) => `- ${child.id} ${child.path}`),
    ]);
  }

  it('contains the entries that the administrator may open, in order, and headings only above entries (AD-132)', () => {
    expect(entries([])).to.deep.equal([]);
    expect(entries(['acme.blog.access_posts'])).to.deep.equal([
      'acme.blog.blog null',
      '- acme.blog.posts /acme/blog/posts',
    ]);
    expect(entries(['acme.blog.*'])).to.deep.equal([
      'acme.blog.blog null',
      '- acme.blog.posts /acme/blog/posts',
      '- acme.blog.more /settings/acme-first',
      'acme.blog.late /settings/acme-blog',
    ]);
  });

  it('contains the settings screens that the administrator may open, in order', () => {
    const codes = (granted: readonly string[]) =>
      settingsEntries(schema, new PermissionSet(false, granted)).map(({ code }) => code);
    expect(codes([])).to.deep.equal(['acme-first']);
    expect(codes(['acme.blog.moderate'])).to.deep.equal(['acme-first', 'acme-blog']);
  });

  it('hides a screen that the administrator may not open completely, and omits hidden fields of an open one', () => {
    const screen = schema.settings.get('acme-blog')!;
    expect(permittedSettings.get(screen, new PermissionSet(false, []))).to.equal(undefined);
    const moderator = permittedSettings.get(screen, new PermissionSet(false, ['acme.blog.moderate']))!;
    expect(moderator.view.fields.map(({ name }) => name)).to.deep.equal(['per_page']);
    expect([...moderator.form.writable.keys()]).to.deep.equal(['per_page']);
  });

  it('never selects a password', () => {
    const all = permittedSettings.get(schema.settings.get('acme-blog')!, new PermissionSet(true, []))!;
    expect(all.form.selection.columns.map(({ name }) => name)).to.deep.equal(['per_page']);
    expect(all.form.writable.get('secret')?.rules).to.deep.equal({ required: false, secret: true });
  });
});
