import type { ApiError } from '../api/api-error.js';
import { usePhrases } from '../i18n/phrases-context.js';

/** What went wrong, and what to do about it. */
export function useProblemText(): (error: ApiError) => string {
  const { say } = usePhrases();
  return ({ code, message, retryAfter }) => {
    if (code === 'network') return say('errors.network');
    if (code !== 'too_many_attempts' || retryAfter === undefined) return message;
    return `${message} ${say('account.try_again_in', { seconds: retryAfter })}`;
  };
}
