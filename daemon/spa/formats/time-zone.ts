import { instantIn, isZone } from '../../admin/api/zoned-time.js';

let chosen: string | undefined;

/** The time zone that the administrator has chosen for this browser or account; undefined: the browser's. */
export function chosenZone(): string | undefined {
  return chosen;
}

/** The time zone in which this administrator reads times. */
export function readerZone(): string {
  return chosen ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** @param zone undefined: the browser's. Ignores a name that this browser does not know. */
export function chooseZone(zone: string | undefined): void {
  chosen = zone !== undefined && isZone(zone) ? zone : undefined;
}

/** The beginning of a day in a time zone. The day may be beyond the end of the month. */
export function midnightIn(zone: string, year: number, month: number, day: number): Date {
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, day);
  return new Date(instantIn(zone, start.getTime()));
}
