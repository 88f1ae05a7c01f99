import type { MemoryDirectory } from './directory.js';
import type { MemoryRecords } from './records.js';

/** An admin host with one fault, and the checks that must find it. */
export interface BrokenAdminHost {
  readonly name: string;
  /** Names of checks that fail on it, all of them. */
  readonly caughtBy: readonly string[];
  readonly directory?: new () => MemoryDirectory;
  readonly records?: new () => MemoryRecords;
  /** Carries out what its caller has given up on. */
  readonly ignoresDeadlines?: boolean;
}
