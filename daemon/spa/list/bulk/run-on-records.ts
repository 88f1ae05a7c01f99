import type { BulkBody, UnchangedBody } from '../../../admin/api/answers.js';
import { MAX_IDS } from '../../../admin/api/limits.js';
import type { Answered, ApiError } from '../../api/errors.js';

/** The records to act on: chosen ones, or all that match the query of the list. */
export type Chosen = { readonly kind: 'ids'; readonly ids: readonly string[] } | { readonly kind: 'all' };

/** The records of one request. */
export type Batch = { readonly ids: readonly string[] } | { readonly all: true; readonly after: string };

export interface BulkResult {
  readonly done: number;
  readonly unchanged: readonly UnchangedBody[];
  /** What the action said of the last record; may be empty. */
  readonly message: string;
  /** Why it ended before all records: the user stopped it, or a request failed, whose records may have changed or not. */
  readonly ended?: 'stopped' | ApiError;
}

export interface Running {
  readonly send: (batch: Batch) => Promise<Answered<BulkBody>>;
  readonly isStopped: () => boolean;
  readonly onProgress: (result: BulkResult) => void;
}

/**
 * Acts on any number of records, one batch after the other, so that it can be followed and stopped. The host takes each
 * record by itself: a refusal leaves the others alone. No record is taken twice.
 */
export async function runOnRecords(chosen: Chosen, { send, isStopped, onProgress }: Running): Promise<BulkResult> {
  let result: BulkResult = { done: 0, unchanged: [], message: '' };
  let left = chosen.kind === 'ids' ? chosen.ids : [];
  let after = '';
  for (let hasMore = true; hasMore;) {
    if (isStopped()) return { ...result, ended: 'stopped' };
    const batch = chosen.kind === 'ids' ? { ids: left.slice(0, MAX_IDS) } : { all: true as const, after };
    const { answer, refusal } = await send(batch);
    if (refusal) return { ...result, ended: refusal };
    const { done, unchanged, last, message } = answer;
    after = last;
    if (chosen.kind === 'ids') {
      left = left.slice(left.indexOf(last) + 1);
      hasMore = left.length > 0;
    } else hasMore = answer.has_more;
    result = {
      done: result.done + done,
      unchanged: [...result.unchanged, ...unchanged],
      message: message === '' ? result.message : message,
    };
    onProgress(result);
  }
  return result;
}
