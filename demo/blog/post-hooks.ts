import { Invalid, type AdminContext, type Hooks, type Values } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import { STAMPS } from './stamps.js';
import type { BlogTables } from './tables.js';

type Context = AdminContext<BlogTables>;

const PUBLISH = 'acme.blog.publish_posts';

/** Who may publish, who the author is when the form does not say, and the list of changes. */
export const postHooks: Hooks<BlogTables> = {
  async beforeCreate(values, context) {
    STAMPS.beforeCreate(values);
    publishing(values, context);
    // Whoever may not choose an author writes under their own name.
    values['author_id'] ??= await ownAuthor(context);
  },

  async beforeUpdate(id, values, context) {
    STAMPS.beforeUpdate(id, values);
    const { status } = await context.trx
      .selectFrom('blog_posts')
      .select('status')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    if (values['status'] !== status) publishing(values, context);
  },

  async afterUpdate(id, _values, { trx, caller }) {
    await trx
      .insertInto('blog_post_changes')
      .values({ post_id: Number(id), changed_at: new Date().toISOString(), changed_by: caller.login })
      .execute();
  },
};

function publishing(values: Values, { caller }: Context): void {
  if (values['status'] !== 'published') return;
  if (!mayPublish(caller)) {
    throw new Invalid({
      status: [inGerman(caller) ? 'Sie dürfen nicht veröffentlichen.' : 'You may not publish posts.'],
    });
  }
  values['published_at'] ??= new Date();
}

function mayPublish({ superuser, permissions }: Context['caller']): boolean {
  return superuser || permissions.some((code) => code === PUBLISH || matches(code));
}

function matches(code: string): boolean {
  return code.endsWith('.*') && PUBLISH.startsWith(code.slice(0, -1));
}

async function ownAuthor({ trx, caller }: Context): Promise<number> {
  const author = await trx.selectFrom('blog_authors').select('id').where('email', '=', caller.login).executeTakeFirst();
  if (author) return author.id;
  throw new Invalid({
    author: [inGerman(caller) ? 'Wählen Sie einen Autor.' : 'Choose an author.'],
  });
}
