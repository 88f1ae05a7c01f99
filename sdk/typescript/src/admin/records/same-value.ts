import type { Column, Value } from '../model/column.js';
import { parseDecimal, plainDecimal } from '../model/decimal.js';

/** Whether writing `value` over `current` would leave the record as it is. In doubt it would not. */
export function isSameValue({ type }: Column, current: Value | undefined, value: Value): boolean {
  if (current === undefined) return false;
  if (current === null || value === null) return current === value;
  if (current instanceof Date) return value instanceof Date && current.getTime() === value.getTime();
  if (Buffer.isBuffer(current)) return Buffer.isBuffer(value) && current.equals(value);
  if (current === value) return true;
  if (type === 'bigint') return String(current) === String(value);
  if (type === 'decimal') return plain(String(current)) === plain(String(value));
  return type === 'json' && isSameJson(String(current), String(value));
}

/** Databases keep the zeros of a decimal, or do not. What is none is as it is written. */
function plain(text: string): string {
  const decimal = parseDecimal(text);
  return decimal === undefined ? text : plainDecimal(decimal);
}

/** A database may write JSON text in a way of its own. Numbers that JavaScript would round are not compared as numbers. */
function isSameJson(current: string, value: string): boolean {
  if (ROUNDED.test(current) || ROUNDED.test(value)) return false;
  try {
    return JSON.stringify(JSON.parse(current)) === JSON.stringify(JSON.parse(value));
  } catch {
    return false;
  }
}

const ROUNDED = /\d[\d.]{14}|\d[eE]/;
