import type { ApiError } from './api-error.js';

/** What went wrong, in a sentence or a few: of a refused value its own text says more than that some value is not valid. */
export function errorText(error: ApiError, say: (key: 'errors.network') => string): string {
  if (error.code === 'network') return say('errors.network');
  const texts = [...new Set(Object.values(error.fields).flat())];
  return texts.length === 0 ? error.message : texts.join(' ');
}
