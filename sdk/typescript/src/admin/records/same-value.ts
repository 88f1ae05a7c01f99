import type { Column, Value } from '../model/column.js';

/** Whether writing `value` over `current` would leave the record as it is. In doubt it would not. */
export function isSameValue({ type }: Column, current: Value | undefined, value: Value): boolean {
  if (current === undefined) return false;
  if (current === null || value === null) return current === value;
  if (current instanceof Date) return value instanceof Date && current.getTime() === value.getTime();
  if (Buffer.isBuffer(current)) return Buffer.isBuffer(value) && current.equals(value);
  if (current === value) return true;
  if (type === 'bigint') return String(current) === String(value);
  if (type === 'decimal') return plainDecimal(String(current)) === plainDecimal(String(value));
  return type === 'json' && isSameJson(String(current), String(value));
}

/** "-0", "1.50" and "01.5" in one spelling each: databases keep the zeros of a decimal, or do not. */
function plainDecimal(text: string): string {
  const parts = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
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
