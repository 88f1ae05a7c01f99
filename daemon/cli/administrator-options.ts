import { InvalidArgumentError } from 'commander';
import { isEmailAddress } from '../admin/model/email-address.js';

/** What the operator commands take for names of administrators. Anything else is wrong usage, and nothing is asked of the host. */

export function emailAddress(value: string): string {
  if (!isEmailAddress(value)) throw new InvalidArgumentError('It is no e-mail address.');
  return value;
}

/** What can be typed in to sign in: an end that nobody sees would keep its owner out. */
export function loginName(value: string): string {
  if (/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value) && value.trim() === value) return value;
  throw new InvalidArgumentError('Expected 1 to 255 characters, no control characters, no space at either end.');
}

/** A script whose variable is empty must not create an administrator without a role. */
export function roleCode(value: string): string {
  if (value === '') throw new InvalidArgumentError('Leave the option out for an administrator without a role.');
  return value;
}
