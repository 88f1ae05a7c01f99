import type { Directory } from '@gatehouse/host/admin';
import { hash } from '@node-rs/bcrypt';
import type { Insertable, Kysely } from 'kysely';
import { readingMinutes } from './posts.js';
import type { AuthorTable, BlogTables, CommentTable, PostTable, PostTagTable } from './tables.js';
import * as words from './words.js';

/** Random numbers that are the same at every start (mulberry32). */
class Dice {
  constructor(private state: number) {}

  /** 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** True with a probability of `percent` in a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  oneOf<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }
}

const HOUR_MS = 60 * 60 * 1000;

/** @param at when it was written, in epoch milliseconds */
function generatedPost(
  dice: Dice,
  number: number,
  at: number,
  { authors, categories }: { readonly authors: number; readonly categories: number },
): Insertable<PostTable> & { created_at: string } {
  const title = `${dice.oneOf(words.SUBJECTS)} ${dice.oneOf(words.ADJECTIVES)} ${dice.oneOf(words.NOUNS)}`;
  const body = Array.from({ length: 2 + dice.below(5) }, () => paragraph(dice)).join('\n\n');
  const status = dice.chance(85) ? 'published' : dice.chance(50) ? 'review' : 'draft';
  const event = dice.chance(5);
  return {
    title,
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${number}`,
    body,
    excerpt: dice.chance(60) ? dice.oneOf(words.SENTENCES) : null,
    keywords: keywordsOf(number),
    status,
    format: dice.chance(80) ? 'article' : dice.oneOf(['video', 'podcast'] as const),
    layout: null,
    featured: dice.chance(4) ? 1 : 0,
    allow_comments: dice.chance(90) ? 1 : 0,
    channels: JSON.stringify(dice.chance(30) ? ['web', 'mail'] : ['web']),
    links: null,
    blocks: null,
    seo: null,
    color: dice.chance(50) ? dice.oneOf(words.COLORS) : null,
    notify_email: null,
    preview_password: null,
    head_code: null,
    source: null,
    updated_by: null,
    reading_minutes: readingMinutes(body),
    views: dice.chance(10) ? 1000 + dice.below(9000) : dice.below(1000),
    event_date: event ? new Date(at + 240 * HOUR_MS).toISOString().slice(0, 10) : null,
    event_time: event ? `${10 + dice.below(10)}:30:00` : null,
    // Posts in review have a publication time, past or future.
    published_at:
      status === 'draft' ? null : new Date(at + dice.below(status === 'review' ? 400 : 12) * HOUR_MS).toISOString(),
    author_id: 1 + dice.below(authors),
    category_id: dice.chance(92) ? 1 + dice.below(categories) : null,
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at + HOUR_MS).toISOString(),
  };
}

function paragraph(dice: Dice): string {
  return Array.from({ length: 3 + dice.below(6) }, () => dice.oneOf(words.SENTENCES)).join(' ');
}

/** In the order of their authors. */
const ADMINISTRATORS = [
  { login: 'admin@example.test', name: 'Ada Abbott' },
  { login: 'editor@example.test', name: 'Boris Baker', role: 'editor' },
] as const;
const PASSWORD = 'demo-password';
const BCRYPT_COST = 10;

/** A superuser, and an editor who writes posts but can neither publish nor delete them. */
export async function createAdministrators(db: Kysely<BlogTables>, directory: Directory): Promise<void> {
  await db
    .insertInto('backend_user_roles')
    .values({
      code: 'editor',
      name: 'Editor',
      permissions: JSON.stringify(['acme.blog.access_posts', 'acme.blog.access_categories']),
      created_at: Date.now(),
    })
    .execute();
  for (const { login, name, ...more } of ADMINISTRATORS) {
    const created = await directory.create({
      login,
      email: login,
      passwordHash: await hash(PASSWORD, { cost: BCRYPT_COST }),
      superuser: !('role' in more),
      ...more,
    });
    if ('refused' in created) throw new Error(`${login} could not be created: ${created.refused}`);
    await db.updateTable('backend_users').set({ name }).where('login', '=', login).execute();
  }
}

const POSTS = 3000;
const AUTHORS = 24;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Keeps each statement below SQLite's limit of parameters. */
const ROWS_AT_ONCE = 500;

/** Fills the empty tables. The blog is always the same, except that it ends today. */
export async function seedBlog(db: Kysely<BlogTables>): Promise<void> {
  const dice = new Dice(7);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const stamps = { created_at: new Date(today).toISOString(), updated_at: new Date(today).toISOString() };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('blog_authors')
      .values(authors(dice).map((author) => ({ ...author, ...stamps })))
      .execute();
    const categories = words.CATEGORIES.map((name, position) => ({
      name,
      slug: name.toLowerCase(),
      description: null,
      color: dice.oneOf(words.COLORS),
      position,
      visible: name === 'Archive' ? 0 : 1,
      ...stamps,
    }));
    await trx.insertInto('blog_categories').values(categories).execute();
    await trx
      .insertInto('blog_tags')
      .values(words.TAGS.map((name) => ({ name, slug: name, ...stamps })))
      .execute();

    const ids = Array.from({ length: POSTS }, (_, index) => index + 1);
    const lists = { authors: AUTHORS, categories: words.CATEGORIES.length };
    const posts = ids.map((number) => generatedPost(dice, number, today - ((POSTS + 1 - number) * DAY_MS) / 2, lists));
    for (const rows of inGroups(posts)) await trx.insertInto('blog_posts').values(rows).execute();
    for (const rows of inGroups(ids.flatMap((id) => tagsOf(dice, id)))) {
      await trx.insertInto('blog_post_tag').values(rows).execute();
    }
    const comments = posts.flatMap(({ created_at }, index) => commentsOn(dice, index + 1, Date.parse(created_at)));
    for (const rows of inGroups(comments)) await trx.insertInto('blog_comments').values(rows).execute();
  });
}

type Author = Omit<Insertable<AuthorTable>, 'created_at' | 'updated_at'>;

/** The administrators are authors too. */
function authors(dice: Dice): Author[] {
  return Array.from({ length: AUTHORS }, (_, index) => {
    const first = words.FIRST_NAMES[index % words.FIRST_NAMES.length] ?? '';
    const last = words.LAST_NAMES[index % words.LAST_NAMES.length] ?? '';
    const email = ADMINISTRATORS[index]?.login ?? `${first}.${last}@example.test`.toLowerCase();
    return {
      name: `${first} ${last}`,
      email,
      handle: first.toLowerCase() + last,
      signature: `${first} ${last}`,
      bio: `${first} writes about the ${dice.oneOf(words.NOUNS)}.`,
      active: index < ADMINISTRATORS.length || dice.chance(85) ? 1 : 0,
      joined_on: `20${10 + dice.below(14)}-0${1 + dice.below(9)}-${10 + dice.below(18)}`,
    };
  });
}

function tagsOf(dice: Dice, postId: number): PostTagTable[] {
  const tags = new Set(Array.from({ length: dice.below(5) }, () => 1 + dice.below(words.TAGS.length)));
  return [...tags].map((tag_id) => ({ post_id: postId, tag_id }));
}

function commentsOn(dice: Dice, postId: number, writtenAt: number): Insertable<CommentTable>[] {
  return Array.from({ length: dice.chance(40) ? 1 + dice.below(6) : 0 }, () => {
    const name = dice.oneOf(words.FIRST_NAMES);
    const at = new Date(writtenAt + dice.below(DAY_MS)).toISOString();
    const body = dice.oneOf(words.REMARKS);
    return {
      author_name: name,
      email: `${name.toLowerCase()}@readers.test`,
      body,
      approved: dice.chance(80) ? 1 : 0,
      rating: (postId + body.length) % 3 === 0 ? null : 1 + ((postId * 7 + body.length) % 5),
      post_id: postId,
      created_at: at,
      updated_at: at,
    };
  });
}

function inGroups<T>(rows: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) groups.push(rows.slice(start, start + ROWS_AT_ONCE));
  return groups;
}

/** Every third post has none. */
function keywordsOf(number: number): string | null {
  const first = words.KEYWORDS[number % words.KEYWORDS.length];
  const second = words.KEYWORDS[(number * 5 + 1) % words.KEYWORDS.length];
  return number % 3 === 0 ? null : [...new Set([first, second])].join(',');
}
