import { HostFailed, Unavailable } from '../core/faults.js';

/** How long a line stands for all lines with the same message. */
const PERIOD_MS = 10_000;

interface Written {
  readonly at: number;
  omitted: number;
}

/**
 * During an outage every request writes the same warning, with the same stack. One line in ten seconds for each message says as
 * much, and cannot fill a disk. It counts the lines that it stands for in `omitted`, with the line that follows them. Requests
 * that fail as a whole are counted by http/outages.ts; this is about faults that a request survives, such as a failed sweep.
 *
 * The messages are constants of the code, so their number is bounded.
 */
export class OutageLines {
  readonly #written = new Map<string, Written>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The fields to write; undefined if an earlier line stands for this one. */
  admit(fields: object, message: string): object | undefined {
    if (!isOutage(fields)) return fields;
    const now = this.now();
    const last = this.#written.get(message);
    if (last !== undefined && now - last.at < PERIOD_MS) {
      last.omitted += 1;
      return undefined;
    }
    this.#written.set(message, { at: now, omitted: 0 });
    return last === undefined || last.omitted === 0 ? fields : { ...fields, omitted: last.omitted };
  }
}

/** A host that fails is a defect to find, so each of its failures has a line. */
function isOutage(fields: object): boolean {
  const fault = 'err' in fields ? fields.err : undefined;
  return fault instanceof Unavailable && !(fault instanceof HostFailed);
}
