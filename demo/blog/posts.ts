import type { Action, AdminContext, Hooks, OptionProvider, Values, ViewModel } from '@gatehouse/host/admin';
import { belongsTo, belongsToMany, defineController, hasMany, Invalid } from '@gatehouse/host/admin';
import { Author, Category, Comment, Post, STAMPS, Tag } from './models.js';
import { inGerman } from './plugin.js';
import type { BlogTables } from './tables.js';

interface Layout {
  readonly value: string;
  readonly en: string;
  readonly de: string;
  readonly formats: readonly string[];
  /** The usual one of its format. */
  readonly isUsual?: true;
}

const LAYOUTS: readonly Layout[] = [
  { value: 'wide', en: 'Wide', de: 'Breit', formats: ['article', 'video'] },
  { value: 'columns', en: 'Two columns', de: 'Zweispaltig', formats: ['article'], isUsual: true },
  { value: 'cinema', en: 'Cinema', de: 'Kino', formats: ['video'], isUsual: true },
  { value: 'player', en: 'Player with notes', de: 'Player mit Notizen', formats: ['podcast'], isUsual: true },
];

/** Layouts for the format chosen in the form; all of them before one is chosen. */
const layouts: OptionProvider<BlogTables> = ({ values }, { caller }) => {
  const format = values['format'];
  return LAYOUTS.filter(({ formats }) => typeof format !== 'string' || formats.includes(format)).map((layout) => ({
    value: layout.value,
    label: inGerman(caller) ? layout.de : layout.en,
    ...(layout.isUsual === true && { color: 'success' as const }),
  }));
};

const WORDS_PER_MINUTE = 220;

/** The reading time of the saved text. The action fills the form field; the administrator saves it. */
const measure: Action<BlogTables> = {
  label: 'acme.blog::lang.actions.measure',
  async run({ recordId }, { trx, caller }) {
    if (recordId === undefined) {
      return { message: inGerman(caller) ? 'Speichern Sie den Beitrag zuerst.' : 'Save the post first.' };
    }
    const { body } = await trx
      .selectFrom('blog_posts')
      .select('body')
      .where('id', '=', Number(recordId))
      .executeTakeFirstOrThrow();
    const minutes = readingMinutes(body);
    const message = inGerman(caller) ? `${minutes} Minuten zum Lesen` : `${minutes} minutes to read`;
    return { message, fill: { reading_minutes: minutes } };
  },
};

export function readingMinutes(text: string): number {
  return Math.max(1, Math.ceil(text.split(/\s+/).length / WORDS_PER_MINUTE));
}

/** Publishes the posts in review whose publication time has passed. */
const publish: Action<BlogTables> = {
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

type PartialContext = AdminContext<BlogTables>;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const SHOWN_CHANGES = 10;

/** The data of _stats.htm, _newest.htm and _history.htm. */
function postPartials(
  partial: string,
  recordId: string | undefined,
  context: PartialContext,
): Promise<ViewModel> | ViewModel {
  switch (partial) {
    case 'stats':
      return stats(context);
    case 'newest':
      return newest(context);
    case 'history':
      return recordId === undefined ? { Changes: [] } : history(Number(recordId), context);
    default:
      throw new Error(`no data for the partial ${partial}`);
  }
}

async function stats({ trx, caller: { locale } }: PartialContext): Promise<ViewModel> {
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
  const of = (wanted: string) => (posts.find(({ status }) => status === wanted)?.number ?? 0).toLocaleString(locale);
  return {
    Stats: [
      { Label: 'acme.blog::lang.posts.stat_published', Value: of('published') },
      { Label: 'acme.blog::lang.posts.stat_drafts', Value: of('draft') },
      { Label: 'acme.blog::lang.posts.stat_comments', Value: comments.number.toLocaleString(locale) },
    ],
  };
}

/** The title of the post that was published last; null if there is none. */
async function newest({ trx }: PartialContext): Promise<ViewModel> {
  const post = await trx
    .selectFrom('blog_posts')
    .select('title')
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { Title: post?.title ?? null };
}

/** Newest first. */
async function history(postId: number, { trx, caller }: PartialContext): Promise<ViewModel> {
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

type Context = AdminContext<BlogTables>;

const PUBLISH = 'acme.blog.publish_posts';

/** Checks the permission to publish, sets a default author, and records changes. */
const postHooks: Hooks<BlogTables> = {
  async beforeCreate(values, context) {
    STAMPS.beforeCreate(values);
    publishing(values, context);
    // An administrator who may not choose an author writes under their own name.
    values['author_id'] ??= await ownAuthor(context);
  },

  async beforeUpdate(id, values, context) {
    STAMPS.beforeUpdate(id, values);
    values['updated_by'] = context.caller.login;
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
      status: [
        inGerman(caller)
          ? 'Sie haben keine Berechtigung zum Veröffentlichen.'
          : 'You don’t have permission to publish posts.',
      ],
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

export const posts = defineController<BlogTables, 'blog_posts'>({
  id: 'acme.blog.posts',
  model: Post,
  permissions: ['acme.blog.access_posts'],
  relations: {
    author: belongsTo(Author, { foreignKey: 'author_id', label: 'name' }),
    category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }),
    tags: belongsToMany(Tag, {
      pivotTable: 'blog_post_tag',
      foreignKey: 'post_id',
      relatedKey: 'tag_id',
      label: 'name',
    }),
    comments: hasMany(Comment, { foreignKey: 'post_id', label: 'body' }),
  },
  hooks: postHooks,
  actions: { publish, measure },
  partialData: postPartials,
  optionProviders: { layouts },
  newRecord: { body: '', status: 'draft', format: 'article', featured: false, allow_comments: true },
  scripts: ['js/reading-time.js', 'js/rating.js'],
  styles: ['css/blog.css'],
});
