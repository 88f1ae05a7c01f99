import type { AbortReason, Operation, Outcome } from '../../daemon/oauth/ports/backend.js';

/** The backend of the running test, as the parts of the suite use it. */
export interface Subject {
  /** Runs the operations, and fails the test unless they commit. */
  readonly commit: <const T extends readonly Operation[]>(...operations: T) => Promise<Committed<T>>;
  /**
   * Runs the operations, and fails the test unless they abort. Returns the index with the reason: "1
   * code_already_spent".
   */
  readonly abort: (...operations: Operation[]) => Promise<`${number} ${AbortReason}`>;
  /** Runs the operations and returns the outcome: "committed", or the reason of the abort. */
  readonly attempt: (...operations: Operation[]) => Promise<'committed' | AbortReason>;
}

type Committed<T extends readonly Operation[]> = Extract<Outcome<T>, { committed: true }>['results'];
