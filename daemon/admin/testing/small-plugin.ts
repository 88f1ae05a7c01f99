import type { Column } from '../model/column.js';
import type { AdminRegistration, Controller, Model, Plugin, SettingsScreen } from '../model/registration.js';
import type { CompiledTemplate } from '../partials/template.js';
import { compileTemplate } from '../partials/template.js';
import type { CompiledAdmin } from '../schema/compile-admin.js';
import { compileAdmin } from '../schema/compile-admin.js';
import type { PluginFiles } from '../schema/files/plugin-files.js';
import { formatProblem, Problems, SchemaError } from '../schema/yaml/problems.js';

/** A minimal plugin that uses every feature, with one controller. Tests replace the files that they examine. */

export const CONTROLLER = 'plugins/acme/blog/controllers/posts';
export const MODELS = 'plugins/acme/blog/models';
export const SETTINGS_FIELDS = `${MODELS}/settings/fields.yaml`;

const FILES: Readonly<Record<string, string>> = {
  [`${CONTROLLER}/config_list.yaml`]: [
    'list: ~/plugins/acme/blog/models/post/columns.yaml',
    'modelClass: Acme\\Blog\\Models\\Post',
  ].join('\n'),
  [`${CONTROLLER}/config_form.yaml`]: [
    'name: Post',
    'form: ~/plugins/acme/blog/models/post/fields.yaml',
    'modelClass: Acme\\Blog\\Models\\Post',
  ].join('\n'),
  [`${MODELS}/post/columns.yaml`]: 'columns:\n  title: Title\n',
  [`${MODELS}/post/fields.yaml`]: 'fields:\n  title:\n    label: Title\n',
  [`${MODELS}/comment/columns.yaml`]: 'columns:\n  body: Comment\n',
  'plugins/acme/blog/assets/js/meter.js': 'export {};\n',
  'plugins/acme/blog/lang/en/lang.yaml':
    'posts:\n  title: Posts\n  many: "{n, plural, one {# post} other {# posts}}"\n',
};

export function column(name: string, type: Column['type'], more: Partial<Column> = {}): Column {
  return { name, type, nullable: false, protected: false, ...more };
}

const ID = column('id', 'integer', { protected: true });

function model(name: string, columns: readonly Column[], scopes: readonly string[] = []): Model {
  const table = `${name.toLowerCase()}s`;
  return {
    name: `Acme\\Blog\\Models\\${name}`,
    table,
    primaryKey: 'id',
    versioned: name === 'Post',
    columns: [ID, ...columns],
    scopes,
  };
}

const MODEL_LIST: readonly Model[] = [
  model(
    'Post',
    [
      column('title', 'string', { maxLength: 200 }),
      column('slug', 'string'),
      column('status', 'string'),
      column('published', 'bool'),
      column('views', 'integer', { protected: true }),
      column('rating', 'decimal', { precision: 3, scale: 1, nullable: true }),
      column('published_at', 'timestamp', { nullable: true }),
      column('day', 'date', { nullable: true }),
      column('settings', 'json', { nullable: true }),
      column('author_id', 'integer'),
    ],
    ['popular'],
  ),
  model('Author', [column('name', 'string')], ['active']),
  model('Tag', [column('name', 'string')]),
  model('Comment', [column('body', 'string'), column('post_id', 'integer')]),
];

const BASE = { relatedModel: '', relatedTable: '', labelColumn: 'name' };

export const POSTS: Controller = {
  id: 'acme.blog.posts',
  vendor: 'acme',
  plugin: 'blog',
  name: 'posts',
  pluginId: 'acme.blog',
  model: 'Acme\\Blog\\Models\\Post',
  configDir: '~/plugins/acme/blog/controllers/posts',
  permissions: ['acme.blog.access_posts'],
  actions: [
    { name: 'publish', label: 'Publish', permissions: ['acme.blog.publish'] },
    { name: 'measure', label: 'Measure', permissions: [] },
  ],
  relations: [
    { ...BASE, kind: 'belongsTo', name: 'author', relatedModel: 'Acme\\Blog\\Models\\Author', foreignKey: 'author_id' },
    {
      ...BASE,
      kind: 'belongsToMany',
      name: 'tags',
      relatedModel: 'Acme\\Blog\\Models\\Tag',
      pivotTable: 'post_tag',
      pivotForeignKey: 'post_id',
      pivotRelatedKey: 'tag_id',
    },
    {
      ...BASE,
      kind: 'hasMany',
      name: 'comments',
      relatedModel: 'Acme\\Blog\\Models\\Comment',
      labelColumn: 'body',
      foreignKey: 'post_id',
    },
  ],
  assets: { scripts: [], styles: [] },
  suppliesPartialData: true,
  optionProviders: ['statuses'],
  standsForModel: true,
  newRecord: [],
};

export const BLOG: Plugin = {
  id: 'acme.blog',
  vendor: 'acme',
  name: 'blog',
  permissions: ['access_posts', 'publish', 'moderate'].map((code) => ({
    code: `acme.blog.${code}`,
    label: code,
    tab: '',
  })),
  navigation: [],
  settings: [],
};

/** The settings screen of the plugin, which only some tests register. */
export function settingsScreen(columns: readonly Column[], more: Partial<SettingsScreen> = {}): SettingsScreen {
  return {
    code: 'acme-blog',
    pluginId: 'acme.blog',
    label: 'Blog',
    description: '',
    category: '',
    icon: '',
    order: 1,
    keywords: [],
    permissions: ['acme.blog.moderate'],
    fields: `~/${SETTINGS_FIELDS}`,
    columns,
    versioned: false,
    optionProviders: [],
    ...more,
  };
}

export const REGISTRATION: AdminRegistration = {
  defaultLocale: 'en',
  models: MODEL_LIST,
  controllers: [POSTS],
  plugins: [BLOG],
};

export function registrationWith(controller: Partial<Controller>, plugin: Partial<Plugin> = {}): AdminRegistration {
  return { ...REGISTRATION, controllers: [{ ...POSTS, ...controller }], plugins: [{ ...BLOG, ...plugin }] };
}

/** The small plugin with these files replaced or added; undefined removes a file. */
export function pluginFiles(changes: Readonly<Record<string, string | Buffer | undefined>> = {}): PluginFiles {
  const files = new Map<string, Buffer>();
  for (const [path, content] of Object.entries({ ...FILES, ...changes })) {
    if (content !== undefined) files.set(path, Buffer.from(content));
  }
  return { files };
}

/** Throws SchemaError. */
export function compileSmall(
  files: PluginFiles,
  registration: AdminRegistration = REGISTRATION,
  host: { readonly searchesRecords?: boolean } = {},
): CompiledAdmin<CompiledTemplate> {
  const compile = (source: string, file: string): CompiledTemplate => compileTemplate(file, source);
  const problems = new Problems();
  return compileAdmin({ registration, files, prefix: '/backend', compileTemplate: compile, problems, ...host });
}

/** The problems of the plugin, one line each; empty if it has none. */
export function complaints(
  changes: Readonly<Record<string, string | Buffer | undefined>>,
  registration: AdminRegistration = REGISTRATION,
): readonly string[] {
  try {
    compileSmall(pluginFiles(changes), registration);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.problems.map(formatProblem);
  }
}

/** A mistake in one file of an otherwise valid plugin, and the exact messages about it. */
export interface BrokenFile {
  readonly title: string;
  /** Lines of the file. */
  readonly lines: readonly string[];
  readonly says: readonly string[];
}

/** The plugin with these files replaced and this registration, and the exact messages about it. */
export interface BrokenPlugin {
  readonly title: string;
  readonly changes: Readonly<Record<string, string | Buffer | undefined>>;
  readonly registration?: AdminRegistration;
  readonly says: readonly string[];
}
