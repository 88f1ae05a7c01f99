import type { Insertable, Kysely } from 'kysely';
import { ADMINISTRATORS } from './administrators.js';
import { Dice } from './dice.js';
import { generatedPost } from './generated-post.js';
import type { AuthorTable, BlogTables, CommentTable, PostTagTable } from './tables.js';
import * as words from './words.js';

const POSTS = 3000;
const AUTHORS = 24;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Below the number of parameters that SQLite takes in one statement. */
const ROWS_AT_ONCE = 500;

/** Fills the empty tables: always the same blog, except that it ends today. */
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
      colour: dice.oneOf(words.COLOURS),
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

/** The administrators are authors, too. */
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
    return {
      author_name: name,
      email: `${name.toLowerCase()}@readers.test`,
      body: dice.oneOf(words.REMARKS),
      approved: dice.chance(80) ? 1 : 0,
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
