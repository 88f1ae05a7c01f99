import type { DirectoryTables } from '@gatehouse/host/admin';
import type { CreateTableBuilder, Generated, Kysely } from 'kysely';
import { sql } from 'kysely';

/** The blog's own tables and those of the administrators. Flags are 0 and 1; moments are ISO 8601 texts in UTC. */
export interface BlogTables extends DirectoryTables {
  blog_posts: PostTable;
  blog_post_changes: PostChangeTable;
  blog_categories: CategoryTable;
  blog_tags: TagTable;
  blog_post_tag: PostTagTable;
  blog_comments: CommentTable;
  blog_authors: AuthorTable;
}

/** Columns of every model's table. */
interface Kept {
  id: Generated<number>;
  /** Incremented by every change. */
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface PostTable extends Kept {
  title: string;
  slug: string;
  body: string;
  excerpt: string | null;
  /** Words with a comma between two of them. */
  keywords: string | null;
  status: 'draft' | 'review' | 'published';
  format: 'article' | 'video' | 'podcast';
  layout: string | null;
  featured: number;
  allow_comments: number;
  /** JSON list of "web", "mail", "feed". */
  channels: string | null;
  /** JSON lists and a JSON object: the forms inside of the post's form. */
  links: string | null;
  blocks: string | null;
  seo: string | null;
  color: string | null;
  notify_email: string | null;
  preview_password: string | null;
  head_code: string | null;
  source: string | null;
  updated_by: string | null;
  reading_minutes: number | null;
  views: Generated<number>;
  event_date: string | null;
  event_time: string | null;
  published_at: string | null;
  author_id: number;
  category_id: number | null;
}

export interface PostChangeTable {
  id: Generated<number>;
  post_id: number;
  changed_at: string;
  changed_by: string;
}

export interface CategoryTable extends Kept {
  name: string;
  slug: string;
  description: string | null;
  color: string | null;
  position: number;
  visible: number;
}

export interface TagTable extends Kept {
  name: string;
  slug: string;
}

export interface PostTagTable {
  post_id: number;
  tag_id: number;
}

export interface CommentTable extends Kept {
  author_name: string;
  email: string;
  body: string;
  approved: number;
  /** Stars, 1 to 5. */
  rating: number | null;
  post_id: number | null;
}

export interface AuthorTable extends Kept {
  name: string;
  email: string;
  handle: string | null;
  signature: string | null;
  bio: string | null;
  active: number;
  joined_on: string | null;
}

/** Creates the blog's tables in an empty database. */
export async function createBlogTables(db: Kysely<BlogTables>): Promise<void> {
  await kept(db, 'blog_authors')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('handle', 'text')
    .addColumn('signature', 'text')
    .addColumn('bio', 'text')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('joined_on', 'text')
    .execute();
  await kept(db, 'blog_categories')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('color', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('visible', 'integer', (column) => column.notNull())
    .execute();
  await kept(db, 'blog_tags')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .execute();
  await createPosts(db);
  await kept(db, 'blog_comments')
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('approved', 'integer', (column) => column.notNull())
    .addColumn('rating', 'integer')
    .addColumn('post_id', 'integer', (column) => column.references('blog_posts.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('blog_comments_of_post').on('blog_comments').column('post_id').execute();
}

async function createPosts(db: Kysely<BlogTables>): Promise<void> {
  await kept(db, 'blog_posts')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('excerpt', 'text')
    .addColumn('keywords', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('layout', 'text')
    .addColumn('featured', 'integer', (column) => column.notNull())
    .addColumn('allow_comments', 'integer', (column) => column.notNull())
    .addColumn('channels', 'text')
    .addColumn('links', 'text')
    .addColumn('blocks', 'text')
    .addColumn('seo', 'text')
    .addColumn('color', 'text')
    .addColumn('notify_email', 'text')
    .addColumn('preview_password', 'text')
    .addColumn('head_code', 'text')
    .addColumn('source', 'text')
    .addColumn('updated_by', 'text')
    .addColumn('reading_minutes', 'integer')
    .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('event_date', 'text')
    .addColumn('event_time', 'text')
    .addColumn('published_at', 'text')
    .addColumn('author_id', 'integer', (column) => column.notNull().references('blog_authors.id'))
    .addColumn('category_id', 'integer', (column) => column.references('blog_categories.id').onDelete('set null'))
    .execute();
  for (const column of ['published_at', 'author_id', 'category_id'] as const) {
    await db.schema.createIndex(`blog_posts_${column}`).on('blog_posts').column(column).execute();
  }
  await db.schema
    .createTable('blog_post_tag')
    .addColumn('post_id', 'integer', (column) => column.notNull().references('blog_posts.id').onDelete('cascade'))
    .addColumn('tag_id', 'integer', (column) => column.notNull().references('blog_tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('blog_post_tag_key', ['post_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('blog_post_tag_of_tag').on('blog_post_tag').column('tag_id').execute();
  await db.schema
    .createTable('blog_post_changes')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('post_id', 'integer', (column) => column.notNull().references('blog_posts.id').onDelete('cascade'))
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('blog_post_changes_of_post').on('blog_post_changes').column('post_id').execute();
}

/** A table with the columns of every model. */
function kept(db: Kysely<BlogTables>, table: string): CreateTableBuilder<string> {
  return db.schema
    .createTable(table)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull());
}
