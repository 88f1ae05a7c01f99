import type { Action, AdminContext, Controller, Hooks, Values } from '@gatehouse/host/admin';
import { belongsTo, defineController, hasMany, Refused } from '@gatehouse/host/admin';
import { Author, Category, Comment, Post, STAMPS, Tag } from './models.js';
import { inGerman } from './plugin.js';
import { posts } from './posts.js';
import type { BlogTables } from './tables.js';

/** Derives the address from the name if the form has none. */
function addSlug(values: Values): void {
  const { name, slug } = values;
  if ((slug === undefined || slug === null || slug === '') && typeof name === 'string') values['slug'] = slugOf(name);
}

export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Approves every waiting comment. */
const approveAll: Action<BlogTables> = {
  label: 'acme.blog::lang.actions.approve_all',
  permissions: ['acme.blog.moderate_comments'],
  async run(_invocation, { trx, caller }) {
    const { numUpdatedRows } = await trx
      .updateTable('blog_comments')
      .set(({ eb }) => ({ approved: 1, updated_at: new Date().toISOString(), version: eb('version', '+', 1) }))
      .where('approved', '=', 0)
      .executeTakeFirstOrThrow();
    return { message: inGerman(caller) ? `Freigegeben: ${numUpdatedRows}` : `Approved: ${numUpdatedRows}` };
  },
};

/** Approves one comment, if readers can see its post. */
const approve: Action<BlogTables> = {
  label: 'acme.blog::lang.actions.approve',
  permissions: ['acme.blog.moderate_comments'],
  async run({ recordId = '' }, { trx, caller }) {
    const { status } = await trx
      .selectFrom('blog_comments')
      .leftJoin('blog_posts', 'blog_posts.id', 'blog_comments.post_id')
      .select('blog_posts.status')
      .where('blog_comments.id', '=', Number(recordId))
      .executeTakeFirstOrThrow();
    if (status !== 'published') {
      throw new Refused(inGerman(caller) ? 'Der Beitrag ist nicht veröffentlicht.' : 'The post is not published.');
    }
    await trx
      .updateTable('blog_comments')
      .set(({ eb }) => ({ approved: 1, updated_at: new Date().toISOString(), version: eb('version', '+', 1) }))
      .where('id', '=', Number(recordId))
      .where('approved', '=', 0)
      .execute();
    return { message: inGerman(caller) ? 'Der Kommentar ist freigegeben.' : 'The comment has been approved.' };
  },
};

const postsBy = (foreignKey: 'author_id' | 'category_id') => ({ posts: hasMany(Post, { foreignKey, label: 'title' }) });

const STAMPS_AND_SLUG: Hooks<BlogTables> = {
  ...STAMPS,
  beforeCreate(values) {
    STAMPS.beforeCreate(values);
    addSlug(values);
  },
};

/** The form shows the author of a comment read-only. */
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
    scripts: ['js/rating.js'],
    actions: { approve_all: approveAll, approve },
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
