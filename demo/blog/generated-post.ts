import type { Insertable } from 'kysely';
import type { Dice } from './dice.js';
import { readingMinutes } from './measure.js';
import type { PostTable } from './tables.js';
import * as words from './words.js';

const HOUR_MS = 60 * 60 * 1000;

/** @param at epoch milliseconds when it was written */
export function generatedPost(
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
    status,
    format: dice.chance(80) ? 'article' : dice.oneOf(['video', 'podcast'] as const),
    layout: null,
    featured: dice.chance(4) ? 1 : 0,
    allow_comments: dice.chance(90) ? 1 : 0,
    channels: JSON.stringify(dice.chance(30) ? ['web', 'mail'] : ['web']),
    colour: dice.chance(50) ? dice.oneOf(words.COLOURS) : null,
    notify_email: null,
    preview_password: null,
    head_code: null,
    source: null,
    reading_minutes: readingMinutes(body),
    views: dice.chance(10) ? 1000 + dice.below(9000) : dice.below(1000),
    event_date: event ? new Date(at + 240 * HOUR_MS).toISOString().slice(0, 10) : null,
    event_time: event ? `${10 + dice.below(10)}:30:00` : null,
    // What is in review is due, or will be.
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
