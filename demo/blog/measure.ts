import type { Action } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import type { BlogTables } from './tables.js';

const WORDS_PER_MINUTE = 220;

/** How long the saved text takes to read; the form is filled with it, and saved by whoever looks at it. */
export const measure: Action<BlogTables> = {
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
