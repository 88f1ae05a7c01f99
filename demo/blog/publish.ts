import type { Action } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import type { BlogTables } from './tables.js';

/** Publishes the reviewed posts whose moment has come. */
export const publish: Action<BlogTables> = {
  label: 'acme.blog::lang.actions.publish',
  permissions: ['acme.blog.publish_posts'],
  async run(_invocation, { trx, caller }) {
    const now = new Date().toISOString();
    const published = await trx
      .updateTable('blog_posts')
      .set(({ eb }) => ({ status: 'published', updated_at: now, version: eb('version', '+', 1) }))
      .where('status', '=', 'review')
      .where('published_at', '<=', now)
      .returning('id')
      .execute();
    if (published.length > 0) {
      const changes = published.map(({ id }) => ({ post_id: id, changed_at: now, changed_by: caller.login }));
      await trx.insertInto('blog_post_changes').values(changes).execute();
    }
    return { message: inGerman(caller) ? `Veröffentlicht: ${published.length}` : `Published: ${published.length}` };
  },
};
