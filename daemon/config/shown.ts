import type { NamedKey } from './definition.js';
import type { Resolved } from './setting.js';

export const REDACTED = '[secret]';

/** A raw value as an error message may quote it: never a secret, never without end. */
export function shown(key: NamedKey, raw: unknown): string {
  if (key.secret) return REDACTED;
  // A URL that was not understood may hold a password at a place where nothing can find it.
  if (typeof raw === 'string' && raw.includes('@')) return 'not readable';
  const text = JSON.stringify(raw);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** A resolved value as `gatehouse config` prints it. Not set is empty. */
export function shownValue({ key, value }: Pick<Resolved, 'key' | 'value'>): string {
  if (key.secret) return value === '' ? '' : REDACTED;
  return key.kind.show(value);
}
