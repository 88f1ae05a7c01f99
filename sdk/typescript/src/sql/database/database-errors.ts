import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';

/**
 * Errors that a database threw, told apart from those of the application's code that runs between its statements: a mail
 * server that refuses a hook's connection has the same ECONNREFUSED as a database that is away.
 */
const known = new WeakSet<object>();

/** Remembers the error as the database's. To be called where a statement, or the connection itself, has failed. */
export function rememberAsDatabases(error: unknown): void {
  if (typeof error === 'object' && error !== null) known.add(error);
}

export function isDatabases(error: unknown): boolean {
  // What is no object is in no WeakSet.
  return known.has(error as object);
}

/** serialization_failure, deadlock_detected: the server rolled back and says that trying again may succeed. */
const LOST_AGAINST_ANOTHER = new Set(['40001', '40P01']);
/** query_canceled: by the statement_timeout that is set from the deadline. */
const CANCELED = '57014';
/** Connection errors of the server (08), out of resources (53), shutting down (57P). */
const AWAY = /^(?:08|53|57P)/;
/**
 * protocol_violation: a statement with too few parameters, which no waiting mends. Only when it ended the connection (FATAL)
 * it is what PgBouncer says of a server that is away or a queue that is full.
 */
const PROTOCOL_VIOLATION = '08P01';
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** What an error of pg means, and whether the transaction is certain to have been rolled back and worth another try. */
export function classify(error: unknown): { readonly retry: boolean; readonly meaning: unknown } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (LOST_AGAINST_ANOTHER.has(code)) {
    return { retry: true, meaning: new Unavailable('the transaction kept conflicting with others', { cause: error }) };
  }
  if (code === CANCELED) return { retry: false, meaning: new DeadlineExceeded() };
  if (code === PROTOCOL_VIOLATION && severityOf(error) !== 'FATAL') return { retry: false, meaning: error };
  if (AWAY.test(code) || SOCKET_ERRORS.has(code) || isLostConnection(error)) {
    return { retry: false, meaning: new Unavailable('lost the connection to PostgreSQL', { cause: error }) };
  }
  return { retry: false, meaning: error };
}

function severityOf(error: unknown): unknown {
  return (error as { readonly severity?: unknown }).severity;
}

/** pg has no code for a connection that ended while a query was under way, nor for one that its pool could not open. */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** Whether a transaction failed, by an error of its database, only because another one was in its way, and was rolled back for certain. */
export function isTransient(error: unknown): boolean {
  if (classify(error).retry) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
