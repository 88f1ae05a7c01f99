/** Times in the time zone of a reader, for the page and the daemon. */

/** Whether this program knows the time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/**
 * The instant, in epoch milliseconds, at which the clocks of a zone show a time. Of a time that they show twice, it is the first
 * one. A time that they skip counts with the offset from before the change: 02:30 is then 03:30 on the clocks. This is the rule of
 * RFC 5545 §3.3.5 and of the pickers in forms, the same east and west of Greenwich.
 * @param wall the time on the clocks as if it were UTC, in epoch milliseconds
 */
export function instantIn(zone: string, wall: number): number {
  // Clocks differ from UTC by less than a day, and change at most once in the two days around the time.
  const before = wall - offsetAt(wall - DAY_MS, zone);
  const after = wall - offsetAt(wall + DAY_MS, zone);
  // With the offset before a change, a time that is shown twice is the first one, and a skipped one is behind the change.
  return offsetAt(before, zone) === wall - before || offsetAt(after, zone) !== wall - after ? before : after;
}

/** The time that the clocks of a zone show at an instant, as if it were UTC; both in epoch milliseconds. */
export function clockIn(zone: string, instant: number): number {
  return instant + offsetAt(instant, zone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats take long to create. A name of a zone has many spellings, so the number is limited. */
const MAX_FORMATS = 500;

function formatOf(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone);
  if (existing !== undefined) return existing;
  const created = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn-hc-h23', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, created);
  return created;
}

/** Milliseconds that the clocks of the zone are ahead of UTC at that moment. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'));
  return wall.getTime() - Math.floor(instant / 1000) * 1000;
}
