import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { readPluginFiles } from './files/plugin-files.js';
import { PermissionSet } from '../auth/permission-set.js';
import { isPhraseKey } from '../../i18n/phrase-book.js';
import { compileTemplate } from '../partials/template.js';
import { compileAdmin } from './compile-admin.js';
import { COLUMN_TABLE, COLUMNS } from './keys/columns.js';
import { FILTER, FILTER_TABLE } from './keys/config-filter.js';
import { FORM_CONFIG, FORM_CONTEXT, OPERATIONS } from './keys/config-form.js';
import { IMPORT, IMPORT_EXPORT_CONFIG } from './keys/config-import-export.js';
import { BUTTON, LIST_CONFIG, SEARCH, SORT_ORDER, TOOLBAR } from './keys/config-list.js';
import { MANAGE, RELATION, VIEW } from './keys/config-relation.js';
import { FIELD_TABLE, FIELDS, TABS } from './keys/fields.js';
import { OPTION } from './keys/options.js';
import { PRESET, TRIGGER } from './keys/reactions.js';
import { permittedForms } from './permitted/form.js';
import { permittedLists } from './permitted/list.js';
import { Problems } from './yaml/problems.js';
import { BLOG_REGISTRATION } from '../testing/blog-registration.js';
import type { YamlNode } from './yaml/parse.js';
import { parseYaml } from './yaml/parse.js';

const PLUGIN = 'plugins/acme/blog';

/** Compiles the demonstration plugin in the repository. */
function compileBlog() {
  const problems = new Problems();
  const files = readPluginFiles('.', problems);
  return compileAdmin({
    registration: BLOG_REGISTRATION,
    files,
    prefix: '/backend',
    compileTemplate: (source, file) => {
      const template = compileTemplate(file, source);
      return { source, ...template };
    },
    problems,
  });
}

describe('plugins/acme/blog', () => {
  const { schema, phrases, templates, warnings } = compileBlog();
  const posts = schema.controllers.get('acme.blog.posts')!;
  const everything = new PermissionSet(true, []);

  it('compiles, with every controller, its settings screen, its navigation and its partials', () => {
    expect(warnings).to.deep.equal([]);
    expect([...schema.controllers.keys()]).to.deep.equal(BLOG_REGISTRATION.controllers.map(({ id }) => id));
    for (const { list, form } of schema.controllers.values()) {
      expect(list).not.to.equal(undefined);
      expect(form).not.to.equal(undefined);
    }
    expect([...schema.settings.keys()]).to.deep.equal(['acme-blog']);
    expect(schema.navigation.map(({ children }) => children.length)).to.deep.equal([5]);
    expect([...posts.partials.keys()].sort()).to.deep.equal(['history', 'newest', 'stats']);
    expect([...templates.keys()].sort()).to.deep.equal([
      `${PLUGIN}/controllers/posts/_history.htm`,
      `${PLUGIN}/controllers/posts/_newest.htm`,
      `${PLUGIN}/controllers/posts/_stats.htm`,
    ]);
  });

  it('is deeply frozen: no request can change what the next one sees (AD-4)', () => {
    expect(Object.isFrozen(posts.list?.columns)).to.equal(true);
    expect(Object.isFrozen(posts.form?.fields[0]?.view)).to.equal(true);
    expect(Object.isFrozen(schema.navigation[0]?.children[0]?.view)).to.equal(true);
  });

  it('serves its assets under URLs with 12 digits of their SHA-256 (AD-161)', () => {
    const { assets } = permittedLists.get(posts.list!, everything).view;
    expect(assets.scripts).to.have.length(2);
    expect(assets.scripts[0]).to.match(/^\/backend\/assets\/acme\/blog\/js\/reading-time\.js\?v=[0-9a-f]{12}$/);
    const asset = schema.assets.get('acme/blog/js/reading-time.js')!;
    expect(assets.scripts[0]).to.equal(`/backend/assets/acme/blog/js/reading-time.js?v=${asset.sha256.slice(0, 12)}`);
    expect(asset.etag).to.equal(`"${asset.sha256}"`);
    expect(asset.contentType).to.equal('text/javascript; charset=utf-8');
    expect(asset.bytes).to.deep.equal(readFileSync(`${PLUGIN}/assets/js/reading-time.js`));
    expect(schema.assets.get('acme/blog/css/blog.css')?.contentType).to.equal('text/css; charset=utf-8');
  });

  it('shows every type of column, field and filter of docs/admin/yaml.md (AD-9)', () => {
    const controllers = [...schema.controllers.values()];
    const types = (views: readonly { readonly type: string }[]) => [...new Set(views.map(({ type }) => type))].sort();
    const columns = controllers.flatMap(({ list }) => list?.columns.map(({ view }) => view) ?? []);
    const filters = controllers.flatMap(({ list }) => list?.filters.map(({ view }) => view) ?? []);
    const fields = controllers.flatMap(({ form }) => form?.fields.map(({ view }) => view) ?? []);
    expect(types(columns).join(' ')).to.equal(
      'colorpicker date datetime element number relation selectable summary switch text time timesince',
    );
    expect(types(filters).join(' ')).to.equal('checkbox date daterange dropdown group number numberrange switch text');
    expect(types(fields).join(' ')).to.equal(
      'balloon-selector checkbox checkboxlist codeeditor colorpicker datepicker dropdown element email hint markdown nestedform number partial password radio relation relationmanager repeater richeditor section switch taglist text textarea widget',
    );
  });

  it('uses every key of docs/admin/yaml.md (AD-9)', () => {
    const used = new Set(yamlFiles().flatMap(({ node }) => namesIn(node)));
    const tables = [
      ...[LIST_CONFIG, TOOLBAR, BUTTON, SEARCH, SORT_ORDER, COLUMNS, COLUMN_TABLE, FILTER, FILTER_TABLE, OPTION],
      ...[IMPORT, IMPORT_EXPORT_CONFIG],
      ...[FORM_CONFIG, FORM_CONTEXT, OPERATIONS, FIELDS, TABS, FIELD_TABLE, TRIGGER, PRESET, RELATION, VIEW, MANAGE],
    ];
    const catalog = ['type', ...tables.flatMap(({ keys }) => Object.keys(keys))];
    expect(catalog.filter((key) => !used.has(key))).to.deep.equal([]);
  });

  it('has the same phrases in both languages, with none missing and none unused', () => {
    const texts = yamlFiles().flatMap(({ node }) => textsIn(node));
    const templateKeys = [...templates.values()].flatMap(({ source }) => source.match(/acme\.blog::[\w.]+/g) ?? []);
    const registered =
      inspect(BLOG_REGISTRATION, { depth: Infinity, maxArrayLength: Infinity }).match(/acme\.blog::[\w.]+/g) ?? [];
    const used = new Set([...texts.filter(isPhraseKey), ...templateKeys, ...registered]);
    // Texts of the application itself: messages of actions, and phrases in view models.
    const ofTheHost = /^acme\.blog::lang\.(plugin\.description|posts\.stat_\w+)$/;
    for (const locale of ['en', 'de']) {
      const source = `${PLUGIN}/lang/${locale}/lang.yaml`;
      const node = parseYaml(source, readFileSync(source), new Problems())!;
      const keys = keysIn(node, 'acme.blog::lang').filter((key) => !ofTheHost.test(key));
      expect(
        keys.filter((key) => !used.has(key)),
        `${locale}: unused`,
      ).to.deep.equal([]);
      expect(
        [...used].filter((key) => key.startsWith('acme.') && !keys.includes(key)),
        `${locale}: missing`,
      ).to.deep.equal([]);
    }
  });

  it('is available in German, with the forms of its nouns', () => {
    const view = phrases.in('de').localise(permittedForms.get(posts.form!, everything).view);
    expect(view.name).to.deep.equal({ one: 'Beitrag', other: 'Beiträge' });
    expect(view.contexts.create?.title).to.equal('Neuer Beitrag');
    expect(JSON.stringify(view)).not.to.contain('acme.blog::');
  });
});

function yamlFiles(): readonly { readonly file: string; readonly node: YamlNode }[] {
  const files = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !path.startsWith('lang'))
    .map((path) => join(PLUGIN, path));
  return files.map((file) => ({ file, node: parseYaml(file, readFileSync(file), new Problems())! }));
}

function namesIn(node: YamlNode): readonly string[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap(namesIn);
  return node.entries.flatMap(({ name, value }) => [name, ...namesIn(value)]);
}

function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === 'scalar') return [node.text];
  return node.kind === 'list' ? node.items.flatMap(textsIn) : node.entries.flatMap(({ value }) => textsIn(value));
}

function keysIn(node: YamlNode, prefix: string): readonly string[] {
  if (node.kind !== 'map') return [prefix];
  return node.entries.flatMap(({ name, value }) => keysIn(value, `${prefix}.${name}`));
}
