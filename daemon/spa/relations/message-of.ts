import { ApiError } from '../api/api-error.js';
import type { Phrases } from '../i18n/phrases.js';

/** Why something was refused: the first text about a field says more than that some value is not valid. */
export function messageOf(error: unknown, say: Phrases['say']): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.code === 'network') return say('errors.network');
  const [first] = Object.values(error.fields).flat();
  return first ?? error.message;
}
