import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { sqliteCodeOf } from './sqlite-codes.js';

/**
 * Distinguishes errors of the database from those of the application code that runs between its statements: a mail server
 * that refuses a hook's connection causes the same ECONNREFUSED as an unavailable database.
 */
const known = new WeakSet<object>();

/** Remembers the error as the database's. Call it where a statement, or the connection itself, fails. */
export function rememberAsDatabases(error: unknown): void {
  if (typeof error === 'object' && error !== null) known.add(error);
}

export function isDatabases(error: unknown): boolean {
  // A WeakSet holds only objects.
  return known.has(error as object);
}

/** serialization_failure, deadlock_detected: the server rolled back, and a retry may succeed. */
const LOST_AGAINST_ANOTHER = new Set(['40001', '40P01']);
/**
 * invalid_sql_statement_name, duplicate_prepared_statement: the connection of the driver leads to another session than before,
 * as PgBouncer gives each transaction the next one that is free (pool_mode transaction), or the application ran DEALLOCATE or DISCARD.
 */
const OTHER_SESSION = new Set(['26000', '42P05']);
/** "cached plan must not change result type": the columns of a table have changed since the statement was prepared. */
const REPLANNING = 'RevalidateCachedQuery';
/** query_canceled: by the statement_timeout, which is set from the deadline. */
const CANCELED = '57014';
/** read_only_sql_transaction: a standby, or default_transaction_read_only. */
const READ_ONLY = '25006';
/** lock_not_available: not within the lock_timeout of the server or the application. */
const LOCKED = '55P03';
/**
 * Connection errors of the server (08), a user or a database that it does not accept (28, 3D), out of resources (53), shutting down (57P),
 * ended in an idle (25P03) or a long (25P04) transaction.
 */
const AWAY = /^(?:08|28|3D|53|57P|25P0[34])/;
/**
 * protocol_violation: a statement with too few parameters, which waiting does not fix. Only if it ended the connection
 * (FATAL) does it come from PgBouncer and mean an unavailable server or a full queue.
 */
const PROTOCOL_VIOLATION = '08P01';
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/**
 * A full disk, a file or file system that only reads, a broken disk, a missing folder, a lock of another process: the file cannot be
 * used right now.
 */
const UNUSABLE_FILE = /^SQLITE_(?:BUSY|FULL|READONLY|IOERR|CANTOPEN)/;

/** The meaning of an error of a driver of SQLite. */
export function meaningOnSqlite(error: unknown): unknown {
  const isUnusable = error instanceof Error && UNUSABLE_FILE.test(sqliteCodeOf(error) ?? '');
  return isUnusable ? new Unavailable(`SQLite cannot use its file: ${error.message}`, { cause: error }) : error;
}

/** The meaning of an error of pg or SQLite, and whether the transaction was certainly rolled back and is worth a retry. */
export function classify(error: unknown): { readonly retry: boolean; readonly meaning: unknown } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (LOST_AGAINST_ANOTHER.has(code)) {
    return { retry: true, meaning: new Unavailable('the transaction kept conflicting with others', { cause: error }) };
  }
  if (code === CANCELED) return { retry: false, meaning: new DeadlineExceeded() };
  if (code === PROTOCOL_VIOLATION && severityOf(error) !== 'FATAL') return { retry: false, meaning: error };
  if (code === LOCKED)
    return { retry: false, meaning: new Unavailable('a lock did not become free', { cause: error }) };
  if (code === READ_ONLY) return { retry: false, meaning: new Unavailable('PostgreSQL only reads', { cause: error }) };
  if (AWAY.test(code) || SOCKET_ERRORS.has(code) || isLostConnection(error) || neverConnected(error)) {
    return { retry: false, meaning: new Unavailable('lost the connection to PostgreSQL', { cause: error }) };
  }
  return { retry: false, meaning: meaningOnSqlite(error) };
}

/** Whether the database refused a write because the server, the file, the transaction or the connection only reads. */
export function isReadOnly(error: unknown): boolean {
  if (!isDatabases(error)) return false;
  const isPostgres = (error as { readonly code?: unknown }).code === READ_ONLY;
  return isPostgres || sqliteCodeOf(error)?.startsWith('SQLITE_READONLY') === true;
}

/** Whether the server cannot run a named statement that the driver takes for prepared. It can run the same text without a name. */
export function isStaleStatement(error: unknown): boolean {
  if (!isDatabases(error)) return false;
  const { code, routine } = error as { readonly code?: unknown; readonly routine?: unknown };
  return OTHER_SESSION.has(String(code)) || routine === REPLANNING;
}

function severityOf(error: unknown): unknown {
  return (error as { readonly severity?: unknown }).severity;
}

/** Whether no connection came about, for any reason: no socket file, no route, a name server that does not answer. */
function neverConnected(error: unknown): boolean {
  // Of a name with several addresses.
  if (error instanceof AggregateError) return error.errors.every(neverConnected);
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : undefined;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** pg has no code for a connection that ended or was silent during a query, nor for one that its pool could not open. */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** Whether a transaction failed with a database error only because it lost a conflict, and was certainly rolled back. */
export function isTransient(error: unknown): boolean {
  return classify(error).retry || sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true;
}
