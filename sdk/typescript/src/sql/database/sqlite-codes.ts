/** SQLite's result codes that the SDK distinguishes, by number (https://www.sqlite.org/rescode.html). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [20, 'SQLITE_MISMATCH'],
  [275, 'SQLITE_CONSTRAINT_CHECK'],
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
  [2579, 'SQLITE_CONSTRAINT_ROWID'],
  [3091, 'SQLITE_CONSTRAINT_DATATYPE'],
]);

/** SQLite's own texts: @photostructure/sqlite 1 reports no number when it reads all rows of a statement. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['database is locked', 'SQLITE_BUSY'],
  ['attempt to write a readonly database', 'SQLITE_READONLY'],
  ['disk I/O error', 'SQLITE_IOERR'],
  ['database or disk is full', 'SQLITE_FULL'],
  ['unable to open database file', 'SQLITE_CANTOPEN'],
]);

/** How libsql names a code that it does not know. */
const UNKNOWN = /^UNKNOWN_SQLITE_ERROR_(\d+)$/;

/**
 * SQLite's name for an error of any driver: libsql and better-sqlite3 report a name, and node:sqlite a number. An extended code
 * without a name here has that of its primary code. Undefined if the error is not SQLite's.
 */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'ERR_SQLITE_ERROR') {
    const { errcode } = error as { readonly errcode?: unknown };
    return typeof errcode === 'number' ? nameOf(errcode) : TEXTS.get(error.message);
  }
  const [, unknown] = UNKNOWN.exec(code) ?? [];
  if (unknown !== undefined) return nameOf(Number(unknown));
  return code.startsWith('SQLITE_') ? code : undefined;
}

function nameOf(code: number): string {
  return NAMES.get(code) ?? NAMES.get(code & 0xff) ?? `SQLITE_ERROR_${code}`;
}
