/** SQLite's text, from any driver. */
const IN_SQLITE = /no such (table|column): ([\w.]+)|has no column named (\w+)/;
const IN_POSTGRESQL: Readonly<Record<string, 'table' | 'column'>> = { '42P01': 'table', '42703': 'column' };
/** `relation "shop.products" does not exist`, `column products.price does not exist`, in any language of the server. */
const POSTGRESQL_NAME = /["«»„“]([\w.]+)|(\w+\.\w+)/;

/**
 * Names a table or a column that the database does not have, most often because migrations did not run, and says what to do;
 * undefined for every other error. Names of a schema are no secrets.
 */
export function missingText(error: unknown): string | undefined {
  const missing = missingIn(error);
  if (missing === undefined) return undefined;
  const { kind, name } = missing;
  return `the database has no ${kind}${name === '' ? '' : ` ${name}`}: ${adviceFor(name)}`;
}

function adviceFor(name: string): string {
  if (name.startsWith('gatehouse_')) return 'call migrate(database) when the application starts';
  if (name.startsWith('backend_')) {
    return 'run gatehouse migrate, or call migrateAdmin(database) when the application starts';
  }
  return "bring the application's own tables up to date, or connect to the right database";
}

function missingIn(error: unknown): { readonly kind: string; readonly name: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const kind = 'code' in error && typeof error.code === 'string' ? IN_POSTGRESQL[error.code] : undefined;
  if (kind !== undefined) {
    // A statement that lacks a table in its FROM has the same code.
    if (error.message.includes('FROM')) return undefined;
    const [, quoted, plain = ''] = POSTGRESQL_NAME.exec(error.message) ?? [];
    return { kind, name: lastPart(quoted ?? plain) };
  }
  const [, what = 'column', name, column = ''] = IN_SQLITE.exec(error.message) ?? [];
  return name === undefined && column === '' ? undefined : { kind: what, name: lastPart(name ?? column) };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
