import type { CallContext } from '../../core/runtime.js';
import type { ListQuery } from '../model/query.js';
import type { RecordPage } from '../model/record.js';
import type { Relation } from '../model/column.js';
import type { NotFound, Refused, RecordTarget } from './record-store.js';

/**
 * The records that a relation manager shows and changes. Its own record is within the controller's form scope, the related ones
 * within their own list scope. Queries refer to the related model. Faults as in RecordStore.
 */
export interface RelationStore {
  related(target: RelationTarget, query: ListQuery, call: CallContext): Promise<Found<RecordPage> | NotFound>;

  /** Records that are not linked yet and could be. With `ids`, only those of them, linked or not, to resolve chosen values. */
  candidates(
    target: RelationTarget,
    query: ListQuery,
    ids: readonly string[],
    call: CallContext,
  ): Promise<Found<RecordPage> | NotFound>;

  /** All of them or none. Idempotent: existing links stay. Returns notFound if one does not exist for the caller. */
  link(target: RelationTarget, ids: readonly string[], call: CallContext): Promise<Changed | NotFound | Refused>;

  /** All of them or none. Returns notFound if one does not exist for the caller or is not linked. */
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
  /** The number of links added or removed, without links that already existed. */
  readonly count: number;
}
