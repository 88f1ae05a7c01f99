import { MAX_IDS } from '../../admin/api/limits.js';
import type { Answered, ApiError } from './errors.js';

/** One portion after the other: where one is refused, the ones before it have been done, and doing them again changes nothing. */
export async function inPortions(
  ids: readonly string[],
  send: (portion: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_IDS) await send(ids.slice(start, start + MAX_IDS));
}

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
  for (let deleted = 0; deleted < ids.length; deleted += MAX_IDS) {
    onProgress(deleted);
    const { refusal } = await deleteMany(ids.slice(deleted, deleted + MAX_IDS));
    if (refusal) return { deleted, left: ids.slice(deleted), error: refusal };
  }
  return { deleted: ids.length, left: [] };
}
