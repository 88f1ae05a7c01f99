import { Invalid } from '../model/controller.js';
import type { Value } from '../model/column.js';
import { sayAccount } from './texts.js';

const MAX_CODES = 1000;
const CODE = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\.\*)?$/;
const MAX_CODE = 255;

/** The codes in a value of the column `permissions`; throws Invalid for anything but a list of different codes. */
export function permissionCodes(value: Value | undefined, locale: string): readonly string[] {
  const codes = parsed(value);
  if (!isCodes(codes)) throw new Invalid({ permissions: [sayAccount('badPermissions', locale)] });
  return codes;
}

function parsed(value: Value | undefined): unknown {
  if (value === undefined || value === null) return [];
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

function isCodes(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_CODES &&
    new Set(value).size === value.length &&
    value.every((one) => typeof one === 'string' && one.length <= MAX_CODE && CODE.test(one))
  );
}
