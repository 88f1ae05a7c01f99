import { parseDate } from '../model/temporal.js';

const DAY_MS = 86_400_000;

/** The instants at which a day begins and ends, in UTC; undefined for a text that is no day. */
export function dayRange(text: string): { readonly start: string; readonly nextStart: string } | undefined {
  const day = parseDate(text);
  if (day === undefined) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  return { start: new Date(start).toISOString(), nextStart: new Date(start + DAY_MS).toISOString() };
}
