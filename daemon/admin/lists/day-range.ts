import { parseDate } from '../model/temporal.js';

const DAY_MS = 86_400_000;

export interface DayRange {
  readonly start: string;
  /** Absent for the last day that RFC 3339 can write: there is no instant after it to compare with. */
  readonly nextStart?: string;
}

/** The instants at which a day begins and ends, in UTC; undefined for a text that is no day. */
export function dayRange(text: string): DayRange | undefined {
  const day = parseDate(text);
  if (day === undefined) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  return {
    start: new Date(start).toISOString(),
    ...(day !== LAST_DAY && { nextStart: new Date(start + DAY_MS).toISOString() }),
  };
}

const LAST_DAY = '9999-12-31';
