import { belongsTo, belongsToMany, defineController, hasMany } from '@gatehouse/host/admin';
import { Author, Category, Comment, Post, Tag } from './models.js';
import { layouts } from './layouts.js';
import { measure } from './measure.js';
import { postHooks } from './post-hooks.js';
import { postPartials } from './post-partials.js';
import { publish } from './publish.js';
import type { BlogTables } from './tables.js';

export const posts = defineController<BlogTables, 'blog_posts'>({
  id: 'acme.blog.posts',
  model: Post,
  permissions: ['acme.blog.access_posts'],
  relations: {
    author: belongsTo(Author, { foreignKey: 'author_id', label: 'name' }),
    category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }),
    tags: belongsToMany(Tag, {
      pivotTable: 'blog_post_tag',
      foreignKey: 'post_id',
      relatedKey: 'tag_id',
      label: 'name',
    }),
    comments: hasMany(Comment, { foreignKey: 'post_id', label: 'body' }),
  },
  hooks: postHooks,
  actions: { publish, measure },
  partialData: postPartials,
  optionProviders: { layouts },
  newRecord: { body: '', status: 'draft', format: 'article', featured: false, allow_comments: true },
  scripts: ['js/reading-time.js'],
  styles: ['css/blog.css'],
});
