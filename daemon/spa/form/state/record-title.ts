import type { FormState } from './form-state.js';

const MAX_CHARACTERS = 80;

/** What people know a stored record by: its first text. Undefined where the form shows none. */
export function recordTitle({ fields, stored }: Pick<FormState, 'fields' | 'stored'>): string | undefined {
  for (const { name, type, hidden } of fields) {
    const value = stored[name];
    if (type !== 'text' || hidden || typeof value !== 'string' || value.trim() === '') continue;
    const characters = Array.from(value.trim());
    return characters.length > MAX_CHARACTERS
      ? `${characters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`
      : value.trim();
  }
  return undefined;
}
