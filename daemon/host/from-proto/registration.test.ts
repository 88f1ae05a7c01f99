import type {
  AdminRegistration,
  AdminRegistration__Output,
} from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import { hostService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { blogRegistration } from '../testing/blog.js';
import { fromAdminRegistration } from './registration.js';

type Models = NonNullable<AdminRegistration['models']>;
type Controllers = NonNullable<AdminRegistration['controllers']>;
type Plugins = NonNullable<AdminRegistration['plugins']>;

function received(registration: AdminRegistration): AdminRegistration__Output {
  const { responseSerialize, responseDeserialize } = hostService.Describe;
  const { admin } = responseDeserialize(responseSerialize({ admin: registration }));
  if (admin === null) throw new Error('the registration was lost');
  return admin;
}

function problemsOf(registration: AdminRegistration): readonly string[] {
  const checked = fromAdminRegistration(received(registration));
  return 'problems' in checked ? checked.problems : [];
}

function registered(registration = blogRegistration()) {
  const checked = fromAdminRegistration(received(registration));
  if ('problems' in checked) throw new Error(checked.problems.join('\n'));
  return checked.registration;
}

/** The blog with one change. */
function withModel(change: Models[number]): AdminRegistration {
  const [post = {}, ...others] = blogRegistration().models ?? [];
  return blogRegistration({ models: [{ ...post, ...change }, ...others] });
}

function withColumn(change: NonNullable<Models[number]['columns']>[number]): AdminRegistration {
  const columns = blogRegistration().models?.[0]?.columns ?? [];
  return withModel({ columns: [...columns, { name: 'extra', type: 'ADMIN_COLUMN_TYPE_STRING', ...change }] });
}

/** Two controllers of one model that differ in these members. */
function withControllersOf(model: string, first: Controllers[number], second: Controllers[number]): AdminRegistration {
  const [posts = {}] = blogRegistration().controllers ?? [];
  return blogRegistration({
    controllers: [
      { ...posts, ...first, model },
      { ...posts, ...second, model, id: 'acme.blog.second' },
    ],
  });
}

function withController(change: Controllers[number]): AdminRegistration {
  const [posts = {}] = blogRegistration().controllers ?? [];
  return blogRegistration({ controllers: [{ ...posts, ...change }] });
}

function withRelation(change: NonNullable<Controllers[number]['relations']>[number]): AdminRegistration {
  const [category = {}] = blogRegistration().controllers?.[0]?.relations ?? [];
  return withController({ relations: [{ ...category, ...change }] });
}

const PIVOT = { pivotTable: 'post_category', pivotForeignKey: 'post_id', pivotRelatedKey: 'category_id' };

function withPlugin(change: Plugins[number]): AdminRegistration {
  const [blog = {}] = blogRegistration().plugins ?? [];
  return blogRegistration({ plugins: [{ ...blog, ...change }] });
}

function withScreen(change: NonNullable<Plugins[number]['settings']>[number]): AdminRegistration {
  const [screen = {}] = blogRegistration().plugins?.[0]?.settings ?? [];
  return withPlugin({ settings: [{ ...screen, ...change }] });
}

const MISTAKES: Record<string, [registration: AdminRegistration, problem: string]> = {
  'a locale in upper case': [blogRegistration({ defaultLocale: 'DE' }), 'default_locale: "DE" is not a valid locale'],
  'a duplicate model': [
    blogRegistration({ models: [...(blogRegistration().models ?? []), ...(blogRegistration().models ?? [])] }),
    'models: "Post" appears twice',
  ],
  'a model without a table': [withModel({ table: '' }), 'models["Post"].table: is empty'],
  'a primary key that is not a column': [
    withModel({ primaryKey: 'uuid' }),
    'models["Post"].primary_key: "uuid" is not one of the columns',
  ],
  'a scope with a space': [
    withModel({ scopes: ['a b'] }),
    'models["Post"].scopes: "a b" is not a valid name of a scope',
  ],
  'a model without columns': [withModel({ columns: [] }), 'models["Post"].columns: is empty'],
  'a duplicate column': [withColumn({ name: 'title' }), 'models["Post"].columns: "title" appears twice'],
  'a column named like a member of every record': [
    withColumn({ name: '_labels' }),
    '"_labels" is not a valid column name',
  ],
  'a column named __proto__': [withColumn({ name: '__proto__' }), '"__proto__" is not a valid column name'],
  'a column of an unknown type': [withColumn({ type: 77 as never }), 'columns["extra"].type: 77 is unknown'],
  'a column without a type': [
    withColumn({ type: 'ADMIN_COLUMN_TYPE_UNSPECIFIED' }),
    'columns["extra"].type: ADMIN_COLUMN_TYPE_UNSPECIFIED is unknown',
  ],
  'a length of 0': [withColumn({ maxLength: 0 }), 'columns["extra"].max_length: is 0'],
  'a length for a number': [
    withColumn({ type: 'ADMIN_COLUMN_TYPE_DOUBLE', maxLength: 5 }),
    'max_length: is for STRING and BYTES',
  ],
  'a precision for a string': [withColumn({ precision: 5 }), 'columns["extra"].precision: is for DECIMAL'],
  'more digits after the point than in total': [
    withColumn({ type: 'ADMIN_COLUMN_TYPE_DECIMAL', precision: 2, scale: 3 }),
    'columns["extra"].scale: is greater',
  ],
  'a range for a string': [withColumn({ minimum: 0 }), 'columns["extra"].minimum: is for INTEGER and BIGINT'],
  'an empty range': [
    withColumn({ type: 'ADMIN_COLUMN_TYPE_INTEGER', minimum: 2, maximum: 1 }),
    'columns["extra"].minimum: is greater than the maximum',
  ],
  'an integer that JSON would round': [
    withColumn({ type: 'ADMIN_COLUMN_TYPE_INTEGER', maximum: '9223372036854775807' }),
    'columns["extra"].maximum: is greater than 2^53 - 1',
  ],
  'a default of another kind': [
    withColumn({ default: { int64Value: 1 } }),
    'columns["extra"].default: is a int64, but the column is string',
  ],
  'a duplicate controller': [
    blogRegistration({ controllers: [...(blogRegistration().controllers ?? []), { id: 'acme.blog.posts' }] }),
    'controllers: "acme.blog.posts" appears twice',
  ],
  'two controllers of one model, neither its default': [
    withControllersOf('Post', {}, {}),
    'controllers: "acme.blog.posts", "acme.blog.second" manage the model "Post", and 0 of them have default_for_model: set it on',
  ],
  'two default controllers of one model': [
    withControllersOf('Post', { defaultForModel: true }, { defaultForModel: true }),
    'manage the model "Post", and 2 of them have default_for_model',
  ],
  'a controller id with two parts': [withController({ id: 'acme.blog' }), '"acme.blog" is not a valid id like'],
  'a controller id in upper case (AD-6)': [
    withController({ id: 'Acme.Blog.Posts' }),
    '"Acme.Blog.Posts" is not a valid id like',
  ],
  'a vendor named like a route of the API': [withController({ id: 'settings.blog.posts' }), 'conflicts with a route'],
  'a model that is not registered': [
    withController({ model: 'Comment' }),
    'controllers["acme.blog.posts"].model: "Comment" is not a registered model',
  ],
  'a config directory outside of plugins/': [
    withController({ configDir: '~/plugins/../../etc' }),
    'config_dir: "~/plugins/../../etc" is not a valid path',
  ],
  'an absolute config directory': [withController({ configDir: '/etc' }), 'config_dir: "/etc" is not a valid path'],
  'a permission that no plugin declares': [
    withController({ permissions: ['acme.blog.acces_posts'] }),
    'permissions: no plugin declares "acme.blog.acces_posts"',
  ],
  'an action with a reserved name (AD-11)': [
    withController({ actions: [{ name: 'delete', label: 'x' }] }),
    'actions["delete"].name: "delete" is a built-in button',
  ],
  'an action without a label': [
    withController({ actions: [{ name: 'publish' }] }),
    'actions["publish"].label: is empty',
  ],
  'an action with an undeclared permission': [
    withController({ actions: [{ name: 'publish', label: 'x', permissions: ['acme.blog.*'] }] }),
    'actions["publish"].permissions: no plugin declares "acme.blog.*"',
  ],
  'a duplicate action (AD-11)': [
    withController({
      actions: [
        { name: 'a', label: 'A' },
        { name: 'a', label: 'A' },
      ],
    }),
    'actions: "a" appears twice',
  ],
  'a script with another extension': [
    withController({ scripts: ['js/posts.ts'] }),
    'scripts: "js/posts.ts" is not a valid path',
  ],
  'a script outside of assets/': [
    withController({ scripts: ['../posts.js'] }),
    'scripts: "../posts.js" is not a valid path',
  ],
  'a hidden stylesheet': [
    withController({ styles: ['css/.posts.css'] }),
    'styles: "css/.posts.css" is not a valid path',
  ],
  'a duplicate option provider': [
    withController({ optionProviders: ['a', 'a'] }),
    'option_providers: "a" appears twice',
  ],
  'a new record with an unknown column': [
    withController({ newRecord: [{ column: 'nope', value: { nullValue: true } }] }),
    'new_record: "nope" is not a declared column',
  ],
  'a new record with a value of another kind': [
    withController({ newRecord: [{ column: 'title', value: { boolValue: true } }] }),
    'new_record["title"].value: is a bool, but the column is string',
  ],
  'a relation named like a column': [withRelation({ name: 'title' }), '"title" is also a column'],
  'a relation to an unregistered model': [
    withRelation({ relatedModel: 'Tag' }),
    'related_model: "Tag" is not a registered model',
  ],
  'a relation to another table': [withRelation({ relatedTable: 'tags' }), '"tags" is not the table of "Category"'],
  'a label that is not a column': [
    withRelation({ labelColumn: 'title' }),
    '"title" is not a declared column of "Category"',
  ],
  'a relation without a binding (AD-8)': [withRelation({ belongsTo: null }), 'binding: is not one of'],
  'a foreign key that is not a column': [
    withRelation({ belongsTo: { foreignKey: 'cat' } }),
    'belongs_to.foreign_key: "cat" is not a declared column of "Post"',
  ],
  'a foreign key that is not a column of the related model': [
    withRelation({ belongsTo: null, hasMany: { foreignKey: 'post_id' } }),
    'has_many.foreign_key: "post_id" is not a declared column of "Category"',
  ],
  'a pivot without keys (AD-8)': [
    withRelation({ belongsTo: null, belongsToMany: { pivotTable: 'p' } }),
    'belongs_to_many.pivot_foreign_key: is empty',
  ],
  'a pivot table that is the table of the model (AD-463)': [
    withRelation({ belongsTo: null, belongsToMany: { ...PIVOT, pivotTable: 'posts' } }),
    'belongs_to_many.pivot_table: "posts" is the table of "Post": a pivot table holds the pairs',
  ],
  'a pivot table that is the table of the related model (AD-463)': [
    withRelation({ belongsTo: null, belongsToMany: { ...PIVOT, pivotTable: 'categories' } }),
    'belongs_to_many.pivot_table: "categories" is the table of "Category"',
  ],
  'a pivot with the same column for both keys (AD-463)': [
    withRelation({ belongsTo: null, belongsToMany: { ...PIVOT, pivotRelatedKey: 'post_id' } }),
    'belongs_to_many.pivot_related_key: "post_id" is the pivot_foreign_key too',
  ],
  'a plugin id with one part': [withPlugin({ id: 'acme' }), 'plugins["acme"].id: "acme" is not a valid id like'],
  'a duplicate permission': [
    blogRegistration({
      plugins: [
        ...(blogRegistration().plugins ?? []),
        { id: 'acme.shop', permissions: [{ code: 'acme.blog.publish', label: 'x' }] },
      ],
    }),
    'plugins.permissions: "acme.blog.publish" appears twice',
  ],
  'a permission with a star': [
    withPlugin({
      permissions: [...(blogRegistration().plugins?.[0]?.permissions ?? []), { code: 'acme.blog.*', label: 'All' }],
    }),
    '"acme.blog.*" is not a valid permission code',
  ],
  'navigation without a target': [
    withPlugin({ navigation: [{ code: 'blog', label: 'Blog' }] }),
    'navigation["blog"]: has neither a target nor children',
  ],
  'navigation to an unknown controller': [
    withPlugin({ navigation: [{ code: 'blog', label: 'Blog', controller: 'acme.blog.tags' }] }),
    'navigation["blog"].controller: "acme.blog.tags" is not a registered controller',
  ],
  'navigation to unknown settings': [
    withPlugin({ navigation: [{ code: 'blog', label: 'Blog', settings: 'nope' }] }),
    'navigation["blog"].settings: "nope" is not a registered settings screen',
  ],
  'navigation with three levels': [
    withPlugin({
      navigation: [
        {
          code: 'a',
          label: 'A',
          children: [{ code: 'b', label: 'B', children: [{ code: 'c', label: 'C', controller: 'acme.blog.posts' }] }],
        },
      ],
    }),
    'navigation["a"].children["b"]: has children of its own',
  ],
  'a settings screen without columns': [withScreen({ columns: [] }), 'settings["acme-blog"].columns: is empty'],
  'a settings screen without fields': [withScreen({ fields: '' }), 'settings["acme-blog"].fields: "" is not a path'],
  'a settings code with a slash': [
    withScreen({ code: 'acme/blog' }),
    '"acme/blog" is not a valid code of a settings screen',
  ],
};

describe('host: registration (admin_registration.proto)', () => {
  it('uses the controller marked for its model, in any order', () => {
    const { controllers } = registered(withControllersOf('Post', {}, { defaultForModel: true }));
    expect(controllers.map(({ id, standsForModel }) => [id, standsForModel])).to.deep.equal([
      ['acme.blog.posts', false],
      ['acme.blog.second', true],
    ]);
  });

  it('reads a registration, fills in derived values, and freezes it', () => {
    const registration = registered();
    const [controller] = registration.controllers;
    expect(registration.defaultLocale).to.equal('en');
    expect(controller).to.deep.include({
      id: 'acme.blog.posts',
      vendor: 'acme',
      plugin: 'blog',
      name: 'posts',
      pluginId: 'acme.blog',
      configDir: '~/plugins/acme/blog/controllers/posts',
      assets: { scripts: ['js/posts.js', 'js/widget.mjs'], styles: ['css/posts.css'] },
      standsForModel: true,
      newRecord: [{ column: 'title', value: { kind: 'string', value: 'Untitled' } }],
    });
    expect(controller?.relations[0]).to.include({ kind: 'belongsTo', name: 'category', foreignKey: 'category_id' });
    expect(registration.plugins[0]?.navigation[0]?.children.map(({ target }) => target)).to.deep.equal([
      { kind: 'controller', controller: 'acme.blog.posts' },
      { kind: 'settings', code: 'acme-blog' },
    ]);
    expect(registration.plugins[0]?.settings[0]?.columns[0]?.default).to.deep.equal({ kind: 'int64', value: 10n });
    expect(Object.isFrozen(controller?.relations[0])).to.equal(true);
  });

  it('protects the primary key and gives every integer its range', () => {
    const columns = registered().models[0]?.columns ?? [];
    expect(columns.map(({ name, protected: isProtected }) => [name, isProtected])).to.deep.equal([
      ['id', true],
      ['title', false],
      ['views', true],
      ['price', false],
      ['category_id', false],
    ]);
    expect(columns[0]).to.include({ minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n });
    expect(columns[2]).to.include({ minimum: 0n, maximum: 2n ** 53n - 1n });
  });

  it('accepts an empty registration, which wants no admin backend', () => {
    expect(registered({})).to.deep.equal({ defaultLocale: 'en', models: [], controllers: [], plugins: [] });
  });

  for (const [what, [registration, problem]] of Object.entries(MISTAKES)) {
    it(`names ${what}`, () => {
      expect(problemsOf(registration).join('\n')).to.contain(problem);
    });
  }

  it('reports all problems together', () => {
    const registration = withController({ model: 'Comment', permissions: ['x.y'], actions: [{ name: 'create' }] });
    expect(problemsOf(registration)).to.have.length(4);
  });

  it('truncates a problem that is too long for a log', () => {
    const [problem = ''] = problemsOf(blogRegistration({ defaultLocale: 'x'.repeat(100_000) }));
    expect(problem.length).to.be.below(300);
  });
});
