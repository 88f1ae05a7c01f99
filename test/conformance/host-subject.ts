import type { AbortReason, Operation, Outcome } from '../../daemon/oauth/ports/backend.js';

/** What the parts of the suite ask of the backend that the present test has opened. */
export interface Subject {
  /** Runs the operations, and fails the test unless they commit. */
  readonly commit: <const T extends readonly Operation[]>(...operations: T) => Promise<Committed<T>>;
  /** Runs the operations, and fails the test unless they abort; the reason with the index: "1 code_already_spent". */
  readonly abort: (...operations: Operation[]) => Promise<`${number} ${AbortReason}`>;
  /** Runs the operations, and says how they ended: "committed", or the reason of the abort. */
  readonly attempt: (...operations: Operation[]) => Promise<'committed' | AbortReason>;
}

type Committed<T extends readonly Operation[]> = Extract<Outcome<T>, { committed: true }>['results'];
