import type { CallContext } from '../../core/runtime.js';
import type { Matching, Selection } from '../model/query.js';
import type { AdminRecord, RecordPage } from '../model/record.js';
import type { ControllerTarget } from './record-store.js';

/**
 * Many records of a controller, in batches by ascending key (AdminBulkService, for hosts with CAPABILITY_ADMIN_BULK). Faults as
 * in RecordStore.
 */
export interface Bulk {
  /** The next records within the list scope. A page with records may say that more follow its last one. */
  walk<Row>(
    target: ControllerTarget,
    walk: Walk,
    rowOf: (record: AdminRecord) => Row,
    call: CallContext,
  ): Promise<RecordPage<Row>>;

  /** Acts on each record in a transaction of its own, within the list scope and the form scope. */
  run(target: ControllerTarget, run: BulkRun, call: CallContext): Promise<BulkOutcome>;
}

export interface Walk {
  readonly matching: Matching;
  readonly selection: Selection;
  /** Only records behind the one with this id, which need not exist any more. Empty: from the first. */
  readonly after: string;
  readonly limit: number;
}

export interface BulkRun {
  /** Name of a registered action; undefined to delete. */
  readonly action: string | undefined;
  readonly records: { readonly ids: readonly string[] } | Pick<Walk, 'matching' | 'after' | 'limit'>;
  /** Name of a declared column that names records in the outcome; undefined for none. */
  readonly labelColumn: string | undefined;
}

export interface BulkOutcome {
  /** The number of records on which the act is done and committed. */
  readonly done: number;
  readonly unchanged: readonly Unchanged[];
  /** Id of the last record that the host took; empty if it took none. */
  readonly last: string;
  /** Whether records follow it. */
  readonly hasMore: boolean;
  /** What the action said of the last record; may be empty. */
  readonly message: string;
}

/** A record on which the act is not done, and why: nothing of it has changed. */
export interface Unchanged {
  readonly id: string;
  readonly label: string;
  /** missing: it does not exist for the caller. failed: an error of the application. */
  readonly reason: 'missing' | 'refused' | 'failed';
  /** Why the application refuses, for the administrator; empty for the other reasons. */
  readonly message: string;
}
