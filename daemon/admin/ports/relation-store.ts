import type { CallContext } from '../../core/runtime.js';
import type { ListQuery } from '../model/query.js';
import type { RecordPage } from '../model/record.js';
import type { Relation } from '../model/column.js';
import type { NotFound, Refused, RecordTarget } from './record-store.js';

/**
 * What a relation manager shows and changes. The record it hangs on is within the controller's form scope, the related ones
 * within their own list scope. Queries are about the related model. Faults as in RecordStore.
 */
export interface RelationStore {
  related(target: RelationTarget, query: ListQuery, call: CallContext): Promise<Found<RecordPage> | NotFound>;

  /**
   * Records that are not linked yet and could be. With `ids`, only those of them, linked or not: to resolve chosen values.
   */
  candidates(
    target: RelationTarget,
    query: ListQuery,
    ids: readonly string[],
    call: CallContext,
  ): Promise<Found<RecordPage> | NotFound>;

  /** All of them or none. Idempotent: what is linked already stays so. One that does not exist for the caller: notFound. */
  link(target: RelationTarget, ids: readonly string[], call: CallContext): Promise<Changed | NotFound | Refused>;

  /** All of them or none. One that does not exist for the caller, or is not linked: notFound. */
  unlink(target: RelationTarget, ids: readonly string[], call: CallContext): Promise<Changed | NotFound | Refused>;
}

export interface RelationTarget extends RecordTarget {
  readonly relation: Relation;
}

export interface Found<T> {
  readonly outcome: 'found';
  readonly value: T;
}

export interface Changed {
  readonly outcome: 'changed';
  /** How many links were made or removed; those that were there already do not count. */
  readonly count: number;
}
