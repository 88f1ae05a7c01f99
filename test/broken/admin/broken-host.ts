import type { MemoryDirectory } from './directory.js';
import type { MemoryRecords } from './records.js';
import type { Authenticates } from './serve.js';

/** An admin host with one fault, and the checks that must find it. */
export interface BrokenAdminHost {
  readonly name: string;
  /** The names of all checks that fail on it. */
  readonly caughtBy: readonly string[];
  readonly directory?: new () => MemoryDirectory;
  readonly records?: new () => MemoryRecords;
  /** Executes calls that the caller has cancelled. */
  readonly ignoresDeadlines?: boolean;
  /** Does not check these rpcs by the rules of their fields. */
  readonly unchecked?: readonly string[];
  /** Authenticates the sessions of reads. */
  readonly authenticates?: Authenticates;
  /** Carries out a write that has a session. */
  readonly ignoresSessionsOfWrites?: boolean;
}
