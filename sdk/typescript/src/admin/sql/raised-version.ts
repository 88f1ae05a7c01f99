import { sql } from 'kysely';
import type { Model } from '../model/model.js';
import { ref } from './table-reference.js';

/** What every write adds to what it sets: whoever holds the record from before it learns of the conflict. */
export function raisedVersion({ table, version }: Model): Record<string, unknown> {
  return version === undefined ? {} : { [version]: sql`${ref(table, version)} + 1` };
}
