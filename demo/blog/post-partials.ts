import type { AdminContext, ViewModel } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import type { BlogTables } from './tables.js';

type Context = AdminContext<BlogTables>;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const SHOWN_CHANGES = 10;

/** What _stats.htm and _history.htm show. */
export function postPartials(
  partial: string,
  recordId: string | undefined,
  context: Context,
): Promise<ViewModel> | ViewModel {
  switch (partial) {
    case 'stats':
      return stats(context);
    case 'history':
      return recordId === undefined ? { Changes: [] } : history(Number(recordId), context);
    default:
      throw new Error(`no data is made for the partial ${partial}`);
  }
}

async function stats({ trx }: Context): Promise<ViewModel> {
  const posts = await trx
    .selectFrom('blog_posts')
    .select(({ fn }) => ['status', fn.countAll<number>().as('number')])
    .groupBy('status')
    .execute();
  const comments = await trx
    .selectFrom('blog_comments')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('created_at', '>=', new Date(Date.now() - WEEK_MS).toISOString())
    .executeTakeFirstOrThrow();
  const of = (wanted: string) => posts.find(({ status }) => status === wanted)?.number ?? 0;
  return {
    Stats: [
      { Label: 'acme.blog::lang.posts.stat_published', Value: of('published') },
      { Label: 'acme.blog::lang.posts.stat_drafts', Value: of('draft') },
      { Label: 'acme.blog::lang.posts.stat_comments', Value: comments.number },
    ],
  };
}

/** The latest first. */
async function history(postId: number, { trx, caller }: Context): Promise<ViewModel> {
  const german = inGerman(caller);
  const shown = new Intl.DateTimeFormat(german ? 'de' : 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const changes = await trx
    .selectFrom('blog_post_changes')
    .select(['changed_at', 'changed_by'])
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(SHOWN_CHANGES)
    .execute();
  return {
    Changes: changes.map(({ changed_at, changed_by }) => ({
      At: changed_at,
      Shown: `${shown.format(new Date(changed_at))} UTC`,
      Text: german ? `geändert von ${changed_by}` : `changed by ${changed_by}`,
    })),
  };
}
