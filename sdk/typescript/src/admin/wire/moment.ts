import { InvalidField } from '../../wire/fields.js';

/** google.protobuf.Timestamp as the admin services' loader makes it. */
export interface WireMoment {
  readonly seconds: string;
  readonly nanos: number;
}

/** What is finer than a millisecond is cut off. */
export function momentFrom(value: WireMoment | null | undefined, field: string): Date {
  if (value === null || value === undefined) throw new InvalidField(field, 'is required');
  const date = new Date(Number(value.seconds) * 1000 + Math.floor(value.nanos / 1_000_000));
  if (Number.isNaN(date.getTime())) throw new InvalidField(field, 'is out of range');
  return date;
}

export function toWireMoment(date: Date): WireMoment {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds: String(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}
