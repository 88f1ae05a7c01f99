import type { Action } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import type { BlogTables } from './tables.js';

/** Approves every comment that waits for it. */
export const approveAll: Action<BlogTables> = {
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
