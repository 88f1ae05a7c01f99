import { expect } from 'chai';
import * as column from './model/column.js';
import type { Controller } from './model/controller.js';
import { defineController } from './model/controller.js';
import { belongsTo, belongsToMany, defineModel } from './model/model.js';
import type { Plugin } from './model/plugin.js';
import type { AdminOptions } from './admin-options.js';
import { InvalidField } from '../wire/fields.js';
import { Registry, registryOf } from './registry.js';

interface Tables {
  posts: { id: number };
  tags: { id: number };
}

const Post = defineModel<Tables>()({
  name: 'Post',
  table: 'posts',
  primaryKey: 'id',
  columns: { id: column.integer() },
});
const Tag = defineModel<Tables>()({ name: 'Tag', table: 'tags', primaryKey: 'id', columns: { id: column.integer() } });

const postsAs = (id: string, defaultForModel?: boolean): Controller =>
  defineController<Tables, 'posts'>({ id, model: Post, ...(defaultForModel !== undefined && { defaultForModel }) });

/** admin_registration.proto, AdminController.default_for_model. */
describe('admin: registry', () => {
  const managerOf = (...controllers: Controller[]) => new Registry('sqlite', controllers, []).managerOf(Post)?.id;

  it('uses the only controller of a model, or the default one of several', () => {
    expect(managerOf()).to.equal(undefined);
    expect(managerOf(postsAs('a.b.posts'))).to.equal('a.b.posts');
    expect(managerOf(postsAs('a.b.posts', false))).to.equal('a.b.posts');
    expect(managerOf(postsAs('a.b.posts'), postsAs('a.b.drafts', true))).to.equal('a.b.drafts');
    expect(managerOf(postsAs('a.b.drafts', true), postsAs('a.b.posts', false))).to.equal('a.b.drafts');
  });

  for (const [which, defaults, count] of [
    ['none', [undefined, false], 0],
    ['both', [true, true], 2],
  ] as const) {
    it(`throws, naming the controllers, if of two controllers ${which} set defaultForModel`, () => {
      const controllers = defaults.map((one, index) => postsAs(`a.b.posts${String(index)}`, one));
      expect(() => managerOf(...controllers)).to.throw(
        `2 controllers manage the model Post (a.b.posts0, a.b.posts1), and ${String(count)} of them set "defaultForModel: true"`,
      );
    });
  }

  it('finds what is registered by its name, and rejects other names by their field', () => {
    const screen = { code: 'acme.blog.settings' };
    const controller = {
      ...postsAs('a.b.posts'),
      relations: { tag: belongsTo(Tag, { foreignKey: 'id', label: 'id' }) },
    } as unknown as Controller;
    const plugins = [{ code: 'acme.shop' }, { code: 'acme.blog', settings: [screen] }] as unknown as Plugin[];
    const registry = new Registry('sqlite', [controller], plugins);
    expect(registry.controller('a.b.posts')).to.equal(controller);
    expect(registry.settings('acme.blog.settings')).to.equal(screen);
    expect([registry.model('Post'), registry.model('Tag')]).to.deep.equal([Post, Tag]);
    expect(registry.models).to.deep.equal([Post, Tag]);
    expect(() => registry.controller('a.b.tags')).to.throw(InvalidField, 'controller is not a controller of this host');
    expect(() => registry.settings('acme.shop')).to.throw(InvalidField, 'settings is not a settings screen');
    expect(() => registry.model('posts')).to.throw(InvalidField, 'model is not a model of this host');
    expect(registry.pivotColumnsOf(Post)).to.deep.equal({ own: [], related: [] });
  });

  it('is made of the options of the host', () => {
    const controllers = [postsAs('a.b.posts')];
    const made = registryOf({ database: { engine: 'postgres' }, controllers, plugins: [] } as unknown as AdminOptions);
    expect(made).to.include({ engine: 'postgres', controllers });
  });

  it('keeps pivot columns apart that share a table or a name', () => {
    const keys = { pivotTable: 'post_tag', foreignKey: 'post_id', relatedKey: 'tag_id', label: 'id' };
    const relations = {
      tags: belongsToMany(Tag, keys),
      authors: belongsToMany(Tag, { ...keys, foreignKey: 'author_id' }),
      drafts: belongsToMany(Tag, { ...keys, pivotTable: 'draft_tag' }),
    };
    const registry = new Registry('sqlite', [{ ...postsAs('a.b.posts'), relations }], []);
    expect(registry.pivotColumnsOf(Post).own).to.deep.equal([
      { table: 'post_tag', column: 'post_id' },
      { table: 'post_tag', column: 'author_id' },
      { table: 'draft_tag', column: 'post_id' },
    ]);
  });

  it('lists those of every model of a table, because a record of one of them is a record of the others (HC-35)', () => {
    const Draft = defineModel<Tables>()({
      name: 'Draft',
      table: 'posts',
      primaryKey: 'id',
      columns: { id: column.integer() },
    });
    const keys = { pivotTable: 'post_tag', foreignKey: 'post_id', relatedKey: 'tag_id', label: 'id' };
    const relations = {
      tags: belongsToMany(Tag, keys),
      drafts: belongsToMany(Draft, { ...keys, pivotTable: 'linked' }),
    };
    const drafts = defineController<Tables, 'posts'>({ id: 'a.b.drafts', model: Draft });
    const registry = new Registry('sqlite', [{ ...postsAs('a.b.posts'), relations }, drafts], []);
    const own = ['post_tag', 'linked'].map((table) => ({ table, column: 'post_id' }));
    for (const model of [Post, Draft]) {
      expect(registry.pivotColumnsOf(model)).to.deep.equal({ own, related: [{ table: 'linked', column: 'tag_id' }] });
    }
    // Records with other keys, of which a pair may name none.
    expect(registry.pivotColumnsOf({ ...Post, primaryKey: 'slug' })).to.deep.equal({ own: [], related: [] });
  });

  it('lists the pivot columns of both sides of a relation, each once', () => {
    const keys = { pivotTable: 'post_tag', foreignKey: 'post_id', relatedKey: 'tag_id', label: 'id' };
    const back = { ...keys, foreignKey: 'tag_id', relatedKey: 'post_id' };
    const registry = new Registry(
      'sqlite',
      [
        { ...postsAs('a.b.posts'), relations: { tags: belongsToMany(Tag, keys), again: belongsToMany(Tag, keys) } },
        defineController<Tables, 'tags'>({
          id: 'a.b.tags',
          model: Tag,
          relations: { posts: belongsToMany(Post, back) },
        }),
      ],
      [],
    );
    const [post, tag] = ['post_id', 'tag_id'].map((name) => [{ table: 'post_tag', column: name }]);
    expect(registry.pivotColumnsOf(Post)).to.deep.equal({ own: post, related: post });
    expect(registry.pivotColumnsOf(Tag)).to.deep.equal({ own: tag, related: tag });
  });
});
