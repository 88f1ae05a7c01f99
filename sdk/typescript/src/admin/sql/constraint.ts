/** A constraint of the database that a write did not keep to. */
export interface BrokenConstraint {
  readonly kind: 'unique' | 'foreignKey' | 'notNull';
  /** Of all but a foreign key, as far as the database tells. */
  readonly columns: readonly string[];
}

const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);
const NOT_NULL = new Set(['SQLITE_CONSTRAINT_NOTNULL', '23502']);
const FOREIGN_KEY = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503', '23001']);

/** Reads the errors of SQLite's drivers and of pg; undefined for every other error. */
export function constraintOf(error: unknown): BrokenConstraint | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (FOREIGN_KEY.has(code)) return { kind: 'foreignKey', columns: [] };
  if (NOT_NULL.has(code)) return { kind: 'notNull', columns: columnOfError(error) ?? columnsIn(error.message) };
  if (!UNIQUE.has(code)) return undefined;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;
  return { kind: 'unique', columns: columnsIn(detail) };
}

/** pg names the column of a null beside its message. */
function columnOfError(error: Error): string[] | undefined {
  return 'column' in error && typeof error.column === 'string' ? [error.column] : undefined;
}

/** "UNIQUE constraint failed: posts.slug, posts.locale" and "Key (slug, locale)=(a, b) already exists." */
function columnsIn(detail: string): string[] {
  const listed = /^Key \(([^)]*)\)=/.exec(detail)?.[1] ?? /constraint failed: ([\w., ]+)/.exec(detail)?.[1] ?? '';
  return listed
    .split(',')
    .map((name) => name.trim().replace(/^.*\./, '').replaceAll('"', ''))
    .filter((name) => /^\w+$/.test(name));
}
