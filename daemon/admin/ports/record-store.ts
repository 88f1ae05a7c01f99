import type { CallContext } from '../../core/runtime.js';
import type { Caller } from '../model/administrator.js';
import type { ListQuery, Selection } from '../model/query.js';
import type { AdminRecord, FieldError, RecordPage, RecordWrite } from '../model/record.js';

/** The expected outcomes of record store calls other than success, each a value. None of them has changed any data. */

/** The record does not exist, or the controller's scope hides it from this administrator. Callers never learn which. */
export interface NotFound {
  readonly outcome: 'notFound';
}

/** Fields that the host rejected; at least one. */
export interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** A lifecycle hook or an action refused. The message is for the administrator, in the caller's locale, never empty. */
export interface Refused {
  readonly outcome: 'refused';
  readonly message: string;
}

/** The record has changed since `expectedVersion`; this is its current state. */
interface Conflict {
  readonly outcome: 'conflict';
  readonly current: AdminRecord;
}

/**
 * The records of the host's controllers (AdminRecordService). Every call is one rpc and one transaction of the host, in which
 * it applies the controller's query scope and runs its lifecycle hooks; no caller can skip either.
 *
 * The caller checks permissions, and ensures that a write contains only what the form allows. Every method throws Unavailable
 * if the host did not answer (a write may or may not have taken effect, and Gatehouse never sends it twice), and
 * ContractViolation if the answer violates the contract. A read whose caller has an ExpectedSession throws SessionChanged if the
 * host does not confirm it.
 */
export interface RecordStore {
  /** Within the list scope. */
  list(target: ControllerTarget, query: ListQuery, call: CallContext): Promise<RecordPage>;

  /**
   * The same, with what `rowOf` returns in place of each record. It is called while the answer is decoded, so that the records
   * of many pages never exist at the same time.
   */
  listRows<Row>(
    target: ControllerTarget,
    query: ListQuery,
    rowOf: (record: AdminRecord) => Row,
    call: CallContext,
  ): Promise<RecordPage<Row>>;

  /** Within the requested scope. */
  get(
    target: RecordTarget,
    selection: Selection,
    scope: QueryScope,
    call: CallContext,
  ): Promise<AdminRecord | NotFound>;

  /** Returns the new record with the selected parts. */
  create(
    target: ControllerTarget,
    write: RecordWrite,
    selection: Selection,
    call: CallContext,
  ): Promise<Written | Invalid | Refused>;

  /**
   * Within the form scope; fields that `write` does not name keep their values. Without `expectedVersion`, the last write wins.
   */
  update(
    target: RecordTarget,
    write: RecordWrite,
    expectation: { readonly expectedVersion?: string; readonly selection: Selection },
    call: CallContext,
  ): Promise<Written | NotFound | Conflict | Invalid | Refused>;

  /** All of them or none: a missing or out-of-scope record, or a hook that refuses, prevents all deletions. */
  delete(
    target: ControllerTarget,
    ids: readonly string[],
    scope: QueryScope,
    call: CallContext,
  ): Promise<Deleted | NotFound | Refused>;
}

export interface ControllerTarget {
  readonly caller: Caller;
  /** Id of a registered controller: "acme.blog.posts". */
  readonly controller: string;
}

export interface RecordTarget extends ControllerTarget {
  readonly id: string;
}

/** The hook of the controller that limits the visible records. */
export type QueryScope = 'list' | 'form';

export interface Written {
  readonly outcome: 'written';
  readonly record: AdminRecord;
}

export interface Deleted {
  readonly outcome: 'deleted';
}
