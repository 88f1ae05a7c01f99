import {
  belongsTo,
  defineController,
  hasMany,
  type AdminContext,
  type Controller,
  type Hooks,
  type Values,
} from '@gatehouse/host/admin';
import { approveAll } from './approve-all.js';
import { Author, Category, Comment, Post, Tag } from './models.js';
import { posts } from './posts.js';
import { addSlug } from './slugs.js';
import { STAMPS } from './stamps.js';
import type { BlogTables } from './tables.js';

const postsBy = (foreignKey: 'author_id' | 'category_id') => ({ posts: hasMany(Post, { foreignKey, label: 'title' }) });

const STAMPS_AND_SLUG: Hooks<BlogTables> = {
  ...STAMPS,
  beforeCreate(values) {
    STAMPS.beforeCreate(values);
    addSlug(values);
  },
};

/** The form shows who wrote a comment, and lets nobody change it. */
function commentOfTheAdministrator(values: Values, { caller }: AdminContext<BlogTables>): void {
  STAMPS.beforeCreate(values);
  values['author_name'] = values['email'] = caller.login;
}

export const CONTROLLERS: readonly Controller[] = [
  posts,
  defineController<BlogTables, 'blog_categories'>({
    id: 'acme.blog.categories',
    model: Category,
    permissions: ['acme.blog.access_categories'],
    relations: postsBy('category_id'),
    hooks: STAMPS_AND_SLUG,
    newRecord: { position: 0, visible: true },
  }),
  defineController<BlogTables, 'blog_tags'>({
    id: 'acme.blog.tags',
    model: Tag,
    permissions: ['acme.blog.access_tags'],
    hooks: STAMPS_AND_SLUG,
  }),
  defineController<BlogTables, 'blog_comments'>({
    id: 'acme.blog.comments',
    model: Comment,
    permissions: ['acme.blog.access_comments'],
    relations: { post: belongsTo(Post, { foreignKey: 'post_id', label: 'title' }) },
    hooks: { ...STAMPS, beforeCreate: commentOfTheAdministrator },
    newRecord: { approved: true },
    actions: { approve_all: approveAll },
  }),
  defineController<BlogTables, 'blog_authors'>({
    id: 'acme.blog.authors',
    model: Author,
    permissions: ['acme.blog.access_authors'],
    relations: postsBy('author_id'),
    hooks: STAMPS,
    newRecord: { active: true },
  }),
];
