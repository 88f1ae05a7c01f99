import { attributeKind } from '../attribute-kind.js';
import { lowerCase } from '../lower-case.js';
import { FAILSAFE } from './failsafe.js';

/** A value that names an attribute: known to be harmless, and nothing but letters and digits. */
export function escapeAttributeName(text: string): string {
  const name = lowerCase(text);
  return /^[a-z0-9]+$/.test(name) && attributeKind(name) === 'plain' ? name : FAILSAFE;
}
