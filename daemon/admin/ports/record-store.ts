import type { CallContext } from '../../core/runtime.js';
import type { Caller } from '../model/administrator.js';
import type { ListQuery, Selection } from '../model/query.js';
import type { AdminRecord, FieldError, RecordPage, RecordWrite } from '../model/record.js';

/**
 * How calls of the record store may end besides well: expected outcomes, each a value. Nothing has changed after any of
 * them.
 */

/** The record does not exist, or not for this administrator: the controller's scope hides it. No difference is ever told. */
export interface NotFound {
  readonly outcome: 'notFound';
}

/** Fields that the host did not accept; at least one. */
export interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** A lifecycle hook or an action said no. The message is for the administrator, in the caller's locale, never empty. */
export interface Refused {
  readonly outcome: 'refused';
  readonly message: string;
}

/** The record has changed since `expectedVersion`; this is what it is now. */
interface Conflict {
  readonly outcome: 'conflict';
  readonly current: AdminRecord;
}

/**
 * The records of the host's controllers (AdminRecordService). Every call is one rpc and one transaction of the host, which
 * applies the controller's query scope and runs its lifecycle hooks in there: neither can be left out by a caller.
 *
 * Permissions are the caller's business, and so is that a write carries only what the form allows. Every method throws
 * Unavailable when the host did not answer (whether a write took effect is unknown then, and it is never sent twice), and
 * ContractViolation when it answered nonsense.
 */
export interface RecordStore {
  /** Within the list scope. */
  list(target: ControllerTarget, query: ListQuery, call: CallContext): Promise<RecordPage>;

  /** Within the scope asked for. */
  get(
    target: RecordTarget,
    selection: Selection,
    scope: QueryScope,
    call: CallContext,
  ): Promise<AdminRecord | NotFound>;

  /** The new record comes back as selected. */
  create(
    target: ControllerTarget,
    write: RecordWrite,
    selection: Selection,
    call: CallContext,
  ): Promise<Written | Invalid | Refused>;

  /** Within the form scope; what `write` does not name stays. Without `expectedVersion` the last write wins. */
  update(
    target: RecordTarget,
    write: RecordWrite,
    expectation: { readonly expectedVersion?: string; readonly selection: Selection },
    call: CallContext,
  ): Promise<Written | NotFound | Conflict | Invalid | Refused>;

  /** All of them or none: one that is missing, out of scope or refused by a hook keeps all. */
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

/** Which of the controller's hooks limits what exists. */
export type QueryScope = 'list' | 'form';

export interface Written {
  readonly outcome: 'written';
  readonly record: AdminRecord;
}

export interface Deleted {
  readonly outcome: 'deleted';
}
