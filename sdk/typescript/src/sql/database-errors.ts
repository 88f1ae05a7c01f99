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
