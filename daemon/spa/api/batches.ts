import { MAX_IDS } from '../../admin/api/limits.js';
import type { Answered, ApiError } from './errors.js';

/**
 * Sends batches one after the other. If one is rejected, the earlier ones have taken effect. Repeating them changes
 * nothing.
 */
export async function inPortions(
  ids: readonly string[],
  send: (portion: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_IDS) await send(ids.slice(start, start + MAX_IDS));
}

export interface Deletion {
  /** Number of deleted records. */
  readonly deleted: number;
  /** Ids of the records that still exist. */
  readonly left: readonly string[];
  /** Why the rest was not deleted; absent if there is no rest, or the user stopped. */
  readonly error?: ApiError;
}

export interface Deleting {
  readonly deleteMany: (ids: readonly string[]) => Promise<Answered<unknown>>;
  readonly isStopped: () => boolean;
  readonly onProgress: (deleted: number) => void;
}

/**
 * Deletes any number of records in batches of the size that the API accepts. A batch is deleted completely or not at all.
 * The first failure ends the deletion, and so does the user.
 */
export async function deleteInBatches(
  ids: readonly string[],
  { deleteMany, isStopped, onProgress }: Deleting,
): Promise<Deletion> {
  for (let deleted = 0; deleted < ids.length; deleted += MAX_IDS) {
    if (isStopped()) return { deleted, left: ids.slice(deleted) };
    onProgress(deleted);
    const { refusal } = await deleteMany(ids.slice(deleted, deleted + MAX_IDS));
    if (refusal) return { deleted, left: ids.slice(deleted), error: refusal };
  }
  return { deleted: ids.length, left: [] };
}
