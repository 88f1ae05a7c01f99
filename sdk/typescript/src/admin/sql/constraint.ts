/** What a database says against a write: a constraint, a type, or a trigger of the application that said no. */
export interface DatabaseRefusal {
  readonly kind: 'unique' | 'missing' | 'needed' | 'notNull' | 'check' | 'data' | 'trigger';
  /** Table that the database names; absent where it names none. */
  readonly table?: string;
  /** Columns that the database names. */
  readonly columns: readonly string[];
  /** Words of the message that may name columns: of a check or of an index over an expression. */
  readonly words: readonly string[];
  /** Name of the broken check, where it has one. */
  readonly constraint?: string;
  /** trigger: its own message. */
  readonly message?: string;
}

/** Reads the errors of SQLite's drivers and of pg; undefined for every other error. */
export function refusalOf(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  return code.startsWith('SQLITE') || code.startsWith('UNKNOWN_SQLITE')
    ? ofSqlite(code, error.message)
    : ofPostgres(code, error);
}

/** "UNIQUE constraint failed: posts.slug, posts.locale": the first words are SQLite's, the others name what failed. */
function ofSqlite(code: string, message: string): DatabaseRefusal | undefined {
  const named = /constraint failed: (.*)$/s.exec(message)?.[1] ?? '';
  const places = /^\w+\.\w+(?:, \w+\.\w+)*$/.test(named) ? named.split(', ').map((place) => place.split('.')) : [];
  const [[table] = []] = places;
  const about = {
    ...(table !== undefined && { table }),
    columns: places.map(([, column = '']) => column),
    words: wordsOf(named),
  };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return { kind: 'unique', ...about };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'notNull', ...about };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'missing', columns: [], words: [] };
    case 'SQLITE_CONSTRAINT_CHECK':
      return { kind: 'check', columns: [], words: wordsOf(named), constraint: named };
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return { kind: 'trigger', columns: [], words: [], message };
    case 'SQLITE_CONSTRAINT_DATATYPE':
    // SQLITE_CONSTRAINT_DATATYPE, as a driver calls it that does not know the code.
    case 'UNKNOWN_SQLITE_ERROR_3091': {
      const [, of, column = ''] = /column (\w+)\.(\w+)$/.exec(message) ?? [];
      return { kind: 'data', ...(of !== undefined && { table: of }), columns: [column], words: [] };
    }
    case 'SQLITE_MISMATCH':
    case 'SQLITE_TOOBIG':
      return { kind: 'data', columns: [], words: [] };
    default:
      return undefined;
  }
}

const POSTGRES_KINDS: ReadonlyMap<string, DatabaseRefusal['kind']> = new Map([
  ['23505', 'unique'],
  ['23P01', 'unique'],
  ['23502', 'notNull'],
  ['23001', 'needed'],
  ['23514', 'check'],
  // A trigger or function of the application: RAISE EXCEPTION without a code of its own.
  ['P0001', 'trigger'],
]);

function ofPostgres(code: string, error: Error): DatabaseRefusal | undefined {
  const told = error as Error & Readonly<Partial<Record<'detail' | 'table' | 'column' | 'constraint', unknown>>>;
  const member = (name: 'detail' | 'table' | 'column' | 'constraint') => {
    const value = told[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const detail = member('detail') ?? '';
  // "Key (slug, locale)=(a, b) already exists."
  const key = /^Key \((.*?)\)=/s.exec(detail)?.[1] ?? '';
  const kind =
    code === '23503'
      ? detail.includes('is still referenced')
        ? 'needed'
        : 'missing'
      : (POSTGRES_KINDS.get(code) ?? (code.startsWith('22') ? 'data' : undefined));
  if (kind === undefined) return undefined;
  const column = member('column');
  const [table, constraint] = [member('table'), member('constraint')];
  return {
    kind,
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    columns: column !== undefined ? [column] : plainColumns(key),
    words: wordsOf(key),
    ...(kind === 'trigger' && { message: error.message }),
  };
}

function plainColumns(key: string): string[] {
  const names = key.split(', ').map((name) => name.replaceAll('"', ''));
  return names.every((name) => /^\w+$/.test(name)) ? names : [];
}

export function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
