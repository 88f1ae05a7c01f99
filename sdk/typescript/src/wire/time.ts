import type { WireTime } from './messages.js';

/** google.protobuf.Timestamp and Duration have the same two fields. */

export function toWireTime(moment: Date): WireTime {
  return toWireDuration(moment.getTime());
}

export function toWireDuration(ms: number): WireTime {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: (ms - seconds * 1000) * 1_000_000 };
}

/** What is finer than a millisecond is cut off. An Invalid Date for what a Date cannot hold. */
export function fromWireTime(time: WireTime): Date {
  return new Date(fromWireDuration(time));
}

export function fromWireDuration(duration: WireTime): number {
  return duration.seconds * 1000 + Math.floor(duration.nanos / 1_000_000);
}
