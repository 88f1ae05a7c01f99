import type { Column, Relation } from '../model/column.js';
import type { AdminRegistration, Controller, Model, Plugin } from '../model/registration.js';
import { column } from './small-plugin.js';

/** A host's registration for plugins/acme/blog, the demonstration plugin. */

const MODEL = 'Acme\\Blog\\Models\\';

function model(name: string, table: string, columns: readonly Column[], scopes: readonly string[] = []): Model {
  const all = [
    column('id', 'integer', { protected: true }),
    ...columns,
    column('created_at', 'timestamp', { protected: true }),
    column('updated_at', 'timestamp', { protected: true }),
  ];
  return { name: MODEL + name, table, primaryKey: 'id', versioned: true, columns: all, scopes };
}

const text = (name: string, maxLength = 200): Column => column(name, 'string', { maxLength });
const optional = (name: string, type: Column['type'], more: Partial<Column> = {}): Column =>
  column(name, type, { nullable: true, ...more });

const MODELS: readonly Model[] = [
  model(
    'Post',
    'blog_posts',
    [
      text('title'),
      text('slug'),
      column('body', 'string'),
      optional('excerpt', 'string', { maxLength: 500 }),
      optional('keywords', 'string', { maxLength: 500 }),
      text('status', 20),
      text('format', 20),
      optional('layout', 'string', { maxLength: 50 }),
      column('featured', 'bool'),
      column('allow_comments', 'bool'),
      optional('channels', 'json'),
      optional('links', 'json'),
      optional('blocks', 'json'),
      optional('seo', 'json'),
      optional('color', 'string', { maxLength: 7 }),
      optional('notify_email', 'string', { maxLength: 254 }),
      optional('preview_password', 'string', { maxLength: 100 }),
      optional('head_code', 'string'),
      optional('source', 'string'),
      optional('updated_by', 'string', { protected: true }),
      optional('reading_minutes', 'integer'),
      column('views', 'integer', { protected: true }),
      optional('event_date', 'date'),
      optional('event_time', 'time'),
      optional('published_at', 'timestamp'),
      column('author_id', 'integer'),
      optional('category_id', 'integer'),
    ],
    ['popular'],
  ),
  model(
    'Category',
    'blog_categories',
    [
      text('name'),
      text('slug'),
      optional('description', 'string'),
      optional('color', 'string', { maxLength: 7 }),
      column('position', 'integer'),
      column('visible', 'bool'),
    ],
    ['visible'],
  ),
  model('Tag', 'blog_tags', [text('name', 60), text('slug', 60)]),
  model('Comment', 'blog_comments', [
    text('author_name'),
    text('email', 254),
    column('body', 'string', { maxLength: 5000 }),
    column('approved', 'bool'),
    column('rating', 'integer', { nullable: true, minimum: 1n, maximum: 5n }),
    optional('post_id', 'integer'),
  ]),
  model('Author', 'blog_authors', [
    text('name'),
    text('email', 254),
    optional('handle', 'string', { maxLength: 60 }),
    optional('signature', 'string', { maxLength: 200 }),
    optional('bio', 'string'),
    column('active', 'bool'),
    optional('joined_on', 'date'),
  ]),
];

const to = (name: string, relatedModel: string, relatedTable: string, labelColumn: string) => ({
  name,
  relatedModel: MODEL + relatedModel,
  relatedTable,
  labelColumn,
});
const posts = (foreignKey: string): Relation => ({
  kind: 'hasMany',
  ...to('posts', 'Post', 'blog_posts', 'title'),
  foreignKey,
});

function controller(name: string, modelName: string, more: Partial<Controller> = {}): Controller {
  return {
    id: `acme.blog.${name}`,
    vendor: 'acme',
    plugin: 'blog',
    name,
    pluginId: 'acme.blog',
    model: MODEL + modelName,
    configDir: `~/plugins/acme/blog/controllers/${name}`,
    permissions: [`acme.blog.access_${name}`],
    actions: [],
    relations: [],
    assets: { scripts: [], styles: [] },
    suppliesPartialData: false,
    optionProviders: [],
    standsForModel: true,
    newRecord: [],
    ...more,
  };
}

const CONTROLLERS: readonly Controller[] = [
  controller('posts', 'Post', {
    actions: [
      { name: 'publish', label: 'acme.blog::lang.actions.publish', permissions: ['acme.blog.publish_posts'] },
      { name: 'measure', label: 'acme.blog::lang.actions.measure', permissions: [] },
    ],
    relations: [
      { kind: 'belongsTo', ...to('author', 'Author', 'blog_authors', 'name'), foreignKey: 'author_id' },
      { kind: 'belongsTo', ...to('category', 'Category', 'blog_categories', 'name'), foreignKey: 'category_id' },
      {
        kind: 'belongsToMany',
        ...to('tags', 'Tag', 'blog_tags', 'name'),
        pivotTable: 'blog_post_tag',
        pivotForeignKey: 'post_id',
        pivotRelatedKey: 'tag_id',
      },
      { kind: 'hasMany', ...to('comments', 'Comment', 'blog_comments', 'body'), foreignKey: 'post_id' },
    ],
    assets: { scripts: ['js/reading-time.js', 'js/rating.js'], styles: ['css/blog.css'] },
    suppliesPartialData: true,
    optionProviders: ['layouts'],
  }),
  controller('categories', 'Category', { relations: [posts('category_id')] }),
  controller('tags', 'Tag'),
  controller('comments', 'Comment', {
    assets: { scripts: ['js/rating.js'], styles: [] },
    actions: [
      {
        name: 'approve_all',
        label: 'acme.blog::lang.actions.approve_all',
        permissions: ['acme.blog.moderate_comments'],
      },
      { name: 'approve', label: 'acme.blog::lang.actions.approve', permissions: ['acme.blog.moderate_comments'] },
    ],
    relations: [{ kind: 'belongsTo', ...to('post', 'Post', 'blog_posts', 'title'), foreignKey: 'post_id' }],
  }),
  controller('authors', 'Author', { relations: [posts('author_id')] }),
];

const PERMISSIONS = [
  ...CONTROLLERS.map(({ name }) => `access_${name}`),
  'publish_posts',
  'delete_posts',
  'moderate_comments',
  'access_settings',
];

const BLOG: Plugin = {
  id: 'acme.blog',
  vendor: 'acme',
  name: 'blog',
  permissions: PERMISSIONS.map((code) => ({
    code: `acme.blog.${code}`,
    label: `acme.blog::lang.permissions.${code}`,
    tab: 'acme.blog::lang.plugin.name',
  })),
  navigation: [
    {
      code: 'blog',
      label: 'acme.blog::lang.navigation.blog',
      icon: 'pencil',
      order: 300,
      permissions: [],
      children: CONTROLLERS.map(({ id, name }, index) => ({
        code: name,
        label: `acme.blog::lang.navigation.${name}`,
        icon: '',
        order: index,
        permissions: [],
        target: { kind: 'controller', controller: id },
        children: [],
      })),
    },
  ],
  settings: [
    {
      code: 'acme-blog',
      pluginId: 'acme.blog',
      label: 'acme.blog::lang.settings.label',
      description: 'acme.blog::lang.settings.description',
      category: 'acme.blog::lang.settings.category',
      icon: 'pencil',
      order: 100,
      keywords: ['acme.blog::lang.navigation.posts', 'acme.blog::lang.navigation.comments'],
      permissions: ['acme.blog.access_settings'],
      fields: '~/plugins/acme/blog/models/settings/fields.yaml',
      columns: [
        column('posts_per_page', 'integer'),
        column('show_authors', 'bool'),
        text('moderation', 20),
        optional('notify_email', 'string', { maxLength: 254 }),
      ],
      versioned: true,
      optionProviders: [],
    },
  ],
};

export const BLOG_REGISTRATION: AdminRegistration = {
  defaultLocale: 'en',
  models: MODELS,
  controllers: CONTROLLERS,
  plugins: [BLOG],
};
