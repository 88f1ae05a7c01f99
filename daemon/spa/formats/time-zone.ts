const KEY = 'gatehouse.time-zone';

let chosen: string | undefined;

/** The time zone that the administrator has chosen for this browser or account; undefined: the browser's. */
export function chosenZone(): string | undefined {
  return chosen;
}

/** @param zone undefined: the browser's. Ignores a name that this browser does not know. */
export function chooseZone(zone: string | undefined): void {
  chosen = zone !== undefined && isZone(zone) ? zone : undefined;
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** As last chosen in this browser, so that the first screen has it before the account has loaded. */
export function rememberedZone(storage: Storage): string | undefined {
  return storage.getItem(KEY) ?? undefined;
}

export function rememberZone(storage: Storage, zone: string | undefined): void {
  if (zone === undefined) storage.removeItem(KEY);
  else storage.setItem(KEY, zone);
}

/** The beginning of a day in a time zone. The day may be beyond the end of the month. */
export function midnightIn(zone: string, year: number, month: number, day: number): Date {
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, day);
  const wall = start.getTime();
  // The offset at a first guess may be that of the other side of a change of the clocks.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}

/** Milliseconds that the clocks of the zone are ahead of UTC at that moment. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn-hc-h23', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'));
  return wall.getTime() - Math.floor(instant / 1000) * 1000;
}
