import { belongsTo, defineController, hasMany, type Controller } from '@gatehouse/host/admin';
import { approveAll } from './approve-all.js';
import { Author, Category, Comment, Post, Tag } from './models.js';
import { posts } from './posts.js';
import { STAMPS } from './stamps.js';
import type { BlogTables } from './tables.js';

const postsBy = (foreignKey: 'author_id' | 'category_id') => ({ posts: hasMany(Post, { foreignKey, label: 'title' }) });

export const CONTROLLERS: readonly Controller[] = [
  posts,
  defineController<BlogTables, 'blog_categories'>({
    id: 'acme.blog.categories',
    model: Category,
    permissions: ['acme.blog.access_categories'],
    relations: postsBy('category_id'),
    hooks: STAMPS,
  }),
  defineController<BlogTables, 'blog_tags'>({
    id: 'acme.blog.tags',
    model: Tag,
    permissions: ['acme.blog.access_tags'],
    hooks: STAMPS,
  }),
  defineController<BlogTables, 'blog_comments'>({
    id: 'acme.blog.comments',
    model: Comment,
    permissions: ['acme.blog.access_comments'],
    relations: { post: belongsTo(Post, { foreignKey: 'post_id', label: 'title' }) },
    hooks: STAMPS,
    actions: { approve_all: approveAll },
  }),
  defineController<BlogTables, 'blog_authors'>({
    id: 'acme.blog.authors',
    model: Author,
    permissions: ['acme.blog.access_authors'],
    relations: postsBy('author_id'),
    hooks: STAMPS,
  }),
];
