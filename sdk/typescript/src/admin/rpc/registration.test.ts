import { expect } from 'chai';
import * as column from '../model/column.js';
import { defineController } from '../model/controller.js';
import { belongsTo, belongsToMany, defineModel, hasMany } from '../model/model.js';
import type { Plugin } from '../model/plugin.js';
import { Registry } from '../registry.js';
import { toProtoRegistration } from './registration.js';

interface Tables {
  posts: Record<'id' | 'author_id' | 'price' | 'at' | 'version', unknown>;
  users: { id: unknown };
}

const User = defineModel<Tables>()({
  name: 'User',
  table: 'users',
  primaryKey: 'id',
  columns: { id: column.integer() },
});
const COLUMN = { nullable: false, protected: false };
const NOTHING_OF_CONTROLLER = {
  permissions: [],
  actions: [],
  relations: [],
  scripts: [],
  styles: [],
  suppliesPartialData: false,
  optionProviders: [],
  defaultForModel: false,
  newRecord: [],
};

const registration = (controllers: Registry['controllers'], plugins: readonly Plugin[] = []) =>
  toProtoRegistration(new Registry('sqlite', controllers, plugins), 'de');

describe('what Describe says of the admin half (admin_registration.proto)', () => {
  it('is the least for a controller and a plugin with nothing but their names', () => {
    const controllers = [defineController<Tables, 'users'>({ id: 'acme.blog.users', model: User })];
    expect(registration(controllers, [{ id: 'acme.blog' }])).to.deep.equal({
      defaultLocale: 'de',
      models: [
        {
          name: 'User',
          table: 'users',
          primaryKey: 'id',
          versioned: false,
          columns: [{ ...COLUMN, name: 'id', type: 'ADMIN_COLUMN_TYPE_INTEGER' }],
          scopes: [],
        },
      ],
      controllers: [{ ...NOTHING_OF_CONTROLLER, id: 'acme.blog.users', model: 'User' }],
      plugins: [{ id: 'acme.blog', permissions: [], navigation: [], settings: [] }],
    });
  });

  it('has the limits and the default of each column, and every type', () => {
    const columns = {
      bool: column.bool({ default: false }),
      integer: column.integer({ minimum: 0, maximum: 9, default: 0 }),
      bigint: column.bigint({ nullable: true }),
      double: column.double(),
      decimal: column.decimal({ precision: 5, scale: 2 }),
      string: column.string({ maxLength: 3, protected: true }),
      date: column.date(),
      time: column.time(),
      timestamp: column.timestamp(),
      json: column.json(),
      bytes: column.bytes({ maxLength: 4 }),
    };
    const model = { ...User, columns, version: 'integer', scopes: { own: () => undefined } };
    const controllers = [{ id: 'acme.blog.users', model } as unknown as Registry['controllers'][number]];
    const limits: Readonly<Record<string, object>> = {
      bool: { default: { boolValue: false } },
      integer: { minimum: '0', maximum: '9', default: { int64Value: '0' } },
      bigint: { nullable: true },
      decimal: { precision: 5, scale: 2 },
      string: { maxLength: 3, protected: true },
      bytes: { maxLength: 4 },
    };
    const [sent] = registration(controllers).models ?? [];
    expect(sent).to.deep.include({ versioned: true, scopes: ['own'] });
    expect(sent?.columns).to.deep.equal(
      Object.keys(columns).map((name) => ({
        ...COLUMN,
        name,
        type: `ADMIN_COLUMN_TYPE_${name.toUpperCase()}`,
        ...limits[name],
      })),
    );
  });

  it('has everything of a controller', () => {
    const Post = defineModel<Tables>()({
      name: 'Post',
      table: 'posts',
      primaryKey: 'id',
      columns: { id: column.integer(), author_id: column.integer(), price: column.decimal() },
    });
    const pivot = { pivotTable: 'post_user', foreignKey: 'post_id', relatedKey: 'user_id' };
    const controller = defineController<Tables, 'posts'>({
      id: 'acme.blog.posts',
      model: Post,
      defaultForModel: true,
      permissions: ['acme.blog.posts'],
      relations: {
        author: belongsTo(User, { foreignKey: 'author_id', label: 'id' }),
        readers: belongsToMany(User, { ...pivot, label: 'id' }),
        users: hasMany(User, { foreignKey: 'id', label: 'id' }),
      },
      actions: {
        publish: { label: 'Publish', run: () => ({}) },
        purge: { label: 'Purge', permissions: ['acme.blog.purge'], run: () => ({}) },
      },
      partialData: () => null,
      optionProviders: { currencies: () => [] },
      newRecord: { price: '1.50' },
      scripts: ['js/meter.js'],
      styles: ['css/blog.css'],
    });
    const related = { relatedModel: 'User', relatedTable: 'users', labelColumn: 'id' };
    expect(registration([controller]).controllers).to.deep.equal([
      {
        id: 'acme.blog.posts',
        model: 'Post',
        permissions: ['acme.blog.posts'],
        actions: [
          { name: 'publish', label: 'Publish', permissions: [] },
          { name: 'purge', label: 'Purge', permissions: ['acme.blog.purge'] },
        ],
        relations: [
          { name: 'author', ...related, belongsTo: { foreignKey: 'author_id' } },
          {
            name: 'readers',
            ...related,
            belongsToMany: { pivotTable: 'post_user', pivotForeignKey: 'post_id', pivotRelatedKey: 'user_id' },
          },
          { name: 'users', ...related, hasMany: { foreignKey: 'id' } },
        ],
        scripts: ['js/meter.js'],
        styles: ['css/blog.css'],
        suppliesPartialData: true,
        optionProviders: ['currencies'],
        defaultForModel: true,
        newRecord: [{ column: 'price', value: { decimalValue: '1.50' } }],
      },
    ]);
    const wrong = { ...controller, newRecord: { other: 1 } };
    expect(() => registration([wrong])).to.throw(
      'acme.blog.posts: newRecord sets other, which is not a declared column',
    );
  });

  it('has the permissions, the navigation and the settings of a plugin', () => {
    const plugin: Plugin = {
      id: 'acme.blog',
      permissions: [
        { code: 'acme.blog.posts', label: 'Posts' },
        { code: 'acme.blog.purge', label: 'Purge', tab: 'Blog' },
      ],
      navigation: [
        { code: 'blog', label: 'Blog', children: [{ code: 'posts', label: 'Posts', controller: 'acme.blog.posts' }] },
        { code: 'all', label: 'All', icon: 'list', order: 5, permissions: ['acme.blog.posts'], settings: 'blog' },
      ],
      settings: [
        { code: 'blog', label: 'Blog', fields: 'fields.yaml', columns: { name: column.string() } },
        {
          ...{ code: 'more', label: 'More', fields: 'more.yaml', columns: {} },
          ...{ description: 'All of it', category: 'Blog', icon: 'gear', order: 7, keywords: ['blog'] },
          ...{ permissions: ['acme.blog.posts'], optionProviders: { currencies: () => [] } },
        },
      ],
    };
    const item = { icon: '', order: 0, permissions: [], children: [] };
    expect(registration([], [plugin]).plugins).to.deep.equal([
      {
        id: 'acme.blog',
        permissions: [
          { code: 'acme.blog.posts', label: 'Posts', tab: '' },
          { code: 'acme.blog.purge', label: 'Purge', tab: 'Blog' },
        ],
        navigation: [
          {
            ...{ ...item, code: 'blog', label: 'Blog' },
            children: [{ ...item, code: 'posts', label: 'Posts', controller: 'acme.blog.posts' }],
          },
          {
            ...{ ...item, code: 'all', label: 'All', icon: 'list', order: 5 },
            ...{ permissions: ['acme.blog.posts'], settings: 'blog' },
          },
        ],
        settings: [
          {
            ...{ code: 'blog', label: 'Blog', fields: 'fields.yaml' },
            ...{ description: '', category: '', icon: '', order: 0, keywords: [], permissions: [] },
            columns: [{ ...COLUMN, name: 'name', type: 'ADMIN_COLUMN_TYPE_STRING' }],
            ...{ versioned: true, optionProviders: [] },
          },
          {
            ...{ code: 'more', label: 'More', fields: 'more.yaml' },
            ...{ description: 'All of it', category: 'Blog', icon: 'gear', order: 7, keywords: ['blog'] },
            ...{ permissions: ['acme.blog.posts'], columns: [], versioned: true, optionProviders: ['currencies'] },
          },
        ],
      },
    ]);
  });
});
