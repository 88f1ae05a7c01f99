import { useSyncExternalStore } from 'react';
import { remembered } from '../../admin/api/formatter-cache.js';
import { clockIn } from '../../admin/api/zoned-time.js';

const relativeTimeFormat = remembered((locale, options: Intl.RelativeTimeFormatOptions) => {
  return new Intl.RelativeTimeFormat(locale, options);
});

/** The units, each with the distance in seconds from which it is used, and its length in seconds. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  ['year', 365 * 86_400, 365 * 86_400],
  ['month', 30 * 86_400, 30.44 * 86_400],
  ['week', 7 * 86_400, 7 * 86_400],
  ['day', 86_400, 86_400],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
];

/** "5 minutes ago", "in 3 days"; "now" below one minute. */
export function relativeTime(instant: Date, now: number, locale: string): string {
  const seconds = (instant.getTime() - now) / 1000;
  const format = relativeTimeFormat(locale, { numeric: 'auto' });
  const unit = UNITS.find(([, from]) => Math.abs(seconds) >= from);
  if (unit === undefined) return format.format(0, 'second');
  const [name, , length] = unit;
  return format.format(Math.trunc(seconds / length) || Math.sign(seconds), name);
}

const DAY_MS = 86_400_000;

/**
 * "yesterday", "today", "in 3 days": how far a day is from that of the reader, whose day begins and ends at other instants than
 * one in UTC.
 * @param day its midnight in UTC, as dates of the API have no time zone
 */
export function relativeDay(day: Date, now: number, zone: string, locale: string): string {
  const today = Math.floor(clockIn(zone, now) / DAY_MS) * DAY_MS;
  if (day.getTime() === today) return relativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day');
  return relativeTime(day, today, locale);
}

const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/**
 * The time in epoch milliseconds, at most half a minute old. All subscribers share one timer, which stops when there are
 * none.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    if (timer === undefined) now = Date.now();
    return now;
  });
}
