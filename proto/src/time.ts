import type { Duration__Output } from './generated/google/protobuf/Duration.js';
import type { Timestamp__Output } from './generated/google/protobuf/Timestamp.js';

/**
 * Converts google.protobuf.Timestamp and Duration to and from milliseconds. Their seconds are an int64, which arrives as
 * text (services.ts). They are sent as a number, because every value in range fits.
 */
export interface Seconds {
  readonly seconds: number;
  readonly nanos: number;
}

/** Seconds of 9999-12-31T23:59:59Z and 0001-01-01T00:00:00Z, the range of a Timestamp. */
const LAST_SECOND = 253_402_300_799;
const FIRST_SECOND = -62_135_596_800;
const MAX_NANOS = 999_999_999;

export function toTimestamp(epochMs: number): Seconds {
  const seconds = Math.floor(epochMs / 1000);
  return { seconds, nanos: Math.round((epochMs - seconds * 1000) * 1e6) };
}

/** Undefined if out of the range that the type allows. Truncates to milliseconds. */
export function fromTimestamp(timestamp: Timestamp__Output | Seconds): number | undefined {
  const seconds = Number(timestamp.seconds);
  const { nanos } = timestamp;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos > MAX_NANOS) return undefined;
  return seconds * 1000 + Math.floor(nanos / 1e6);
}

export function toDuration(ms: number): Seconds {
  const seconds = Math.trunc(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** May be negative; the caller decides whether that is valid for its field. */
export function fromDuration(duration: Duration__Output | Seconds): number {
  return Number(duration.seconds) * 1000 + Math.trunc(duration.nanos / 1e6);
}
