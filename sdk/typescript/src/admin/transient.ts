import { classify } from '../sql/postgres-errors.js';

/** Whether a transaction failed, by an error of its database, only because another one was in its way, and was rolled back for certain. */
export function isTransient(error: unknown): boolean {
  if (classify(error).retry) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
