/** A connection of libsql, better-sqlite3, node:sqlite or @photostructure/sqlite: the part that is used. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement | NodeSqliteStatement;
  exec(sql: string): unknown;
  /** Of libsql and better-sqlite3. */
  readonly inTransaction?: boolean;
  /** Of @photostructure/sqlite, and of node:sqlite of Node.js 22.16 and later. */
  readonly isTransaction?: boolean;
}

/** Whether a transaction is open on the connection. SQLite ends it on its own after some errors. */
export function isInTransaction({ inTransaction, isTransaction }: SqliteConnection): boolean {
  return inTransaction ?? isTransaction ?? true;
}

/** A statement of libsql or better-sqlite3. It takes the values of its parameters as one list. */
export interface SqliteStatement extends RowStatement {
  run(...parameters: unknown[]): { readonly changes: number | bigint };
  all(...parameters: unknown[]): unknown[];
}

/** The part of a statement that reads one row. */
export interface RowStatement {
  get(...parameters: unknown[]): unknown;
  /** Rows as lists of values from now on. */
  raw(): RowStatement;
  columns(): readonly { readonly name: string }[];
}

/** A statement of node:sqlite, or of @photostructure/sqlite, which has the same interface. Its methods take the values one by one. */
interface NodeSqliteStatement {
  run(...parameters: never[]): { readonly changes: number | bigint };
  all(...parameters: never[]): unknown[];
  get(...parameters: never[]): unknown;
  columns(): readonly { readonly name: string }[];
  setReturnArrays(enabled: boolean): void;
}

/** A prepared statement with the same interface for every driver. */
export function prepared(connection: SqliteConnection, sql: string): SqliteStatement {
  const statement = connection.prepare(sql);
  if ('setReturnArrays' in statement) return new ListStatement(statement);
  if ('raw' in statement) return statement;
  throw new TypeError(
    'sqliteDatabase() needs a connection of @photostructure/sqlite, node:sqlite of Node.js 22.16 or later, libsql or ' +
      'better-sqlite3. The statements of this connection have neither setReturnArrays() nor raw().',
  );
}

/** A statement of node:sqlite with the interface of the other drivers. */
class ListStatement implements SqliteStatement {
  constructor(private readonly statement: NodeSqliteStatement) {}

  run(parameters: readonly never[]): { readonly changes: number | bigint } {
    return this.statement.run(...parameters);
  }

  all(parameters: readonly never[]): unknown[] {
    return this.statement.all(...parameters);
  }

  get(parameters: readonly never[] = []): unknown {
    return this.statement.get(...parameters);
  }

  raw(): this {
    this.statement.setReturnArrays(true);
    return this;
  }

  columns(): readonly { readonly name: string }[] {
    return this.statement.columns();
  }
}
