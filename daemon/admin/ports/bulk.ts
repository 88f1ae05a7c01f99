import type { CallContext } from '../../core/runtime.js';
import type { Matching, Selection } from '../model/query.js';
import type { AdminRecord, FieldError, RecordPage, RecordWrite } from '../model/record.js';
import type { ControllerTarget, QueryScope, Refused } from './record-store.js';

/**
 * Many records of a controller, in batches by ascending key (AdminBulkService, for hosts with CAPABILITY_ADMIN_BULK). Faults as
 * in RecordStore.
 */
export interface Bulk {
  /** The next records within the scope. A page with records may say that more follow its last one. */
  walk<Row>(
    target: ControllerTarget,
    walk: Walk,
    rowOf: (record: AdminRecord) => Row,
    call: CallContext,
  ): Promise<RecordPage<Row>>;

  /** Acts on each record in a transaction of its own, within the list scope and the form scope. */
  run(target: ControllerTarget, run: BulkRun, call: CallContext): Promise<BulkOutcome>;

  /** Creates and updates all of the records, or none. Only for hosts with CAPABILITY_ADMIN_IMPORT. */
  importRecords(
    target: ControllerTarget,
    records: ImportedRecords,
    call: CallContext,
  ): Promise<Imported | RefusedRecords | Refused | TooLarge>;
}

export interface Walk {
  /** Absent: the list scope. Another one needs CAPABILITY_ADMIN_IMPORT_UPDATE. */
  readonly scope?: QueryScope;
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
  /** The action's message about the last record; may be empty. */
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

export interface ImportedRecords {
  /** SHA-256 of the administrator, the operation and its content. The host writes nothing for an id that it knows. */
  readonly importId: Buffer;
  /** At least one. */
  readonly records: readonly ImportedRecord[];
  /** Whether a repeat may have other records: an import that updates finds its own records as they are by then. */
  readonly mayDiffer: boolean;
}

export interface ImportedRecord extends RecordWrite {
  /** The record to update; absent for a new one. Needs CAPABILITY_ADMIN_IMPORT_UPDATE. */
  readonly existing?: ExistingRecord;
}

export interface ExistingRecord {
  readonly id: string;
  /** Absent: whatever its version is. */
  readonly expectedVersion?: string;
}

export interface Imported {
  readonly outcome: 'imported';
  /** The number of records, created and updated, also if an earlier call with the same id wrote them. */
  readonly written: number;
}

/** Nothing is written. */
export interface RefusedRecords {
  readonly outcome: 'refusedRecords';
  /** In ascending order, at least one. */
  readonly records: readonly RefusedRecord[];
  /** The host did not try the records behind the last of these. */
  readonly hasMore: boolean;
}

export interface RefusedRecord {
  /** Its place in `records`. */
  readonly index: number;
  readonly errors: readonly FieldError[];
  /** A reason that concerns no single field; empty if `errors` or `reason` has all. */
  readonly message: string;
  /** Of a record to update: it does not exist for the caller, or it has another version. */
  readonly reason?: 'missing' | 'changed';
}

/** The records do not fit into one call. The host was not asked. */
export interface TooLarge {
  readonly outcome: 'tooLarge';
}
