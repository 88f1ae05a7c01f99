import type { Kysely } from 'kysely';
import type { DialectName } from '../query-builder.js';
import type { Schema } from '../schema.js';

/** One step of the schema. A released migration is never edited; what it got wrong, the next one mends. */
export interface Migration {
  /** 1, 2, 3 … */
  readonly version: number;
  readonly name: string;
  /** The statements, in order. */
  up(db: Kysely<Schema>, dialect: DialectName): readonly { compile(): { readonly sql: string } }[];
}
