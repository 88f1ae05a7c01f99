import type { Hooks } from '@gatehouse/host/admin';
import { column, defineModel } from '@gatehouse/host/admin';
import type { BlogTables } from './tables.js';

const model = defineModel<BlogTables>();
const text = (maxLength = 200) => column.string({ maxLength });
const optional = (maxLength?: number) =>
  column.string({ nullable: true, ...(maxLength !== undefined && { maxLength }) });

/** Columns of every model, written only by the hooks below. */
const KEPT = {
  id: column.integer({ protected: true }),
  created_at: column.timestamp({ protected: true }),
  updated_at: column.timestamp({ protected: true }),
};

export const Author = model({
  name: 'Acme\\Blog\\Models\\Author',
  table: 'blog_authors',
  primaryKey: 'id',
  version: 'version',
  columns: {
    ...KEPT,
    name: text(),
    email: text(254),
    handle: optional(60),
    signature: optional(200),
    bio: optional(),
    active: column.bool(),
    joined_on: column.date({ nullable: true }),
  },
});

export const Category = model({
  name: 'Acme\\Blog\\Models\\Category',
  table: 'blog_categories',
  primaryKey: 'id',
  version: 'version',
  columns: {
    ...KEPT,
    name: text(),
    slug: text(),
    description: optional(),
    color: optional(7),
    position: column.integer({ minimum: 0 }),
    visible: column.bool(),
  },
  scopes: { visible: (query) => query.where('blog_categories.visible', '=', 1) },
});

export const Tag = model({
  name: 'Acme\\Blog\\Models\\Tag',
  table: 'blog_tags',
  primaryKey: 'id',
  version: 'version',
  columns: { ...KEPT, name: text(60), slug: text(60) },
});

const POPULAR_VIEWS = 1000;

export const Post = model({
  name: 'Acme\\Blog\\Models\\Post',
  table: 'blog_posts',
  primaryKey: 'id',
  version: 'version',
  columns: {
    ...KEPT,
    title: text(),
    slug: text(),
    body: column.string(),
    excerpt: optional(500),
    keywords: optional(500),
    status: text(20),
    format: text(20),
    layout: optional(50),
    featured: column.bool(),
    allow_comments: column.bool(),
    channels: column.json({ nullable: true }),
    links: column.json({ nullable: true }),
    blocks: column.json({ nullable: true }),
    seo: column.json({ nullable: true }),
    color: optional(7),
    notify_email: optional(254),
    preview_password: optional(100),
    head_code: optional(),
    source: optional(),
    updated_by: column.string({ nullable: true, protected: true }),
    reading_minutes: column.integer({ nullable: true }),
    views: column.integer({ protected: true, default: 0 }),
    event_date: column.date({ nullable: true }),
    event_time: column.time({ nullable: true }),
    published_at: column.timestamp({ nullable: true }),
    author_id: column.integer(),
    category_id: column.integer({ nullable: true }),
  },
  scopes: { popular: (query) => query.where('blog_posts.views', '>=', POPULAR_VIEWS) },
});

export const Comment = model({
  name: 'Acme\\Blog\\Models\\Comment',
  table: 'blog_comments',
  primaryKey: 'id',
  version: 'version',
  columns: {
    ...KEPT,
    author_name: text(),
    email: text(254),
    body: text(5000),
    approved: column.bool(),
    rating: column.integer({ nullable: true, minimum: 1, maximum: 5 }),
    post_id: column.integer({ nullable: true }),
  },
});

/** Sets the creation and change times of every model's records. */
export const STAMPS = {
  beforeCreate(values) {
    values['created_at'] = values['updated_at'] = new Date();
  },
  beforeUpdate(_id, values) {
    values['updated_at'] = new Date();
  },
} satisfies Hooks<BlogTables>;
