import type { Keys } from '../read/keyed.js';

/** What the reference says of a key besides its value: one for each key of a table, or the compiler misses it. */
export interface Meaning {
  /** What holds when the key is not given; "—": nothing. */
  readonly otherwise: string;
  /** What the key does, and what else about it stops startup. */
  readonly does: string;
}

export type Meanings<K extends Keys> = { readonly [Name in keyof K]: Meaning };

export const NONE = '—';
