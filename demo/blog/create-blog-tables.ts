import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { BlogTables } from './tables.js';

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
    .addColumn('colour', 'text')
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
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('layout', 'text')
    .addColumn('featured', 'integer', (column) => column.notNull())
    .addColumn('allow_comments', 'integer', (column) => column.notNull())
    .addColumn('channels', 'text')
    .addColumn('colour', 'text')
    .addColumn('notify_email', 'text')
    .addColumn('preview_password', 'text')
    .addColumn('head_code', 'text')
    .addColumn('source', 'text')
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

/** A table with what every model has. */
function kept(db: Kysely<BlogTables>, table: string): CreateTableBuilder<string> {
  return db.schema
    .createTable(table)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull());
}
