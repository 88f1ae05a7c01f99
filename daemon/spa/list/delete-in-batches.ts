import type { Answered } from '../api/answered.js';
import type { ApiError } from '../api/api-error.js';
import { MAX_DELETED_AT_ONCE } from './limits.js';

export interface Deletion {
  /** How many are gone. */
  readonly deleted: number;
  /** Those that are not. */
  readonly left: readonly string[];
  /** Why the rest was left; absent: there is no rest. */
  readonly error?: ApiError;
}

/**
 * Deletes any number of records, as many at once as the API takes. Each batch is gone whole or not at all; the first that
 * fails ends it.
 */
export async function deleteInBatches(
  ids: readonly string[],
  deleteMany: (ids: readonly string[]) => Promise<Answered<unknown>>,
  onProgress: (deleted: number) => void,
): Promise<Deletion> {
  for (let deleted = 0; deleted < ids.length; deleted += MAX_DELETED_AT_ONCE) {
    onProgress(deleted);
    const { refusal } = await deleteMany(ids.slice(deleted, deleted + MAX_DELETED_AT_ONCE));
    if (refusal) return { deleted, left: ids.slice(deleted), error: refusal };
  }
  return { deleted: ids.length, left: [] };
}
