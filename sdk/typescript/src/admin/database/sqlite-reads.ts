import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  DialectAdapter,
  Driver,
  QueryCompiler,
  QueryResult,
} from 'kysely';
import { CompiledQuery as Query, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

/** The used part of a connection of the package "libsql/promise". */
export interface AsyncSqliteConnection {
  prepare(sql: string): PromiseLike<AsyncSqliteStatement>;
  exec(sql: string): PromiseLike<unknown>;
  /** Ends running queries with SQLITE_INTERRUPT. */
  interrupt(): void;
  close(): void;
}

interface AsyncSqliteStatement {
  all(parameters: readonly unknown[]): PromiseLike<unknown[]>;
}

/** Maximum number of connections that a dialect opens: each keeps a thread busy while it searches. */
export const MAX_READS = 2;

/**
 * Reads an SQLite file concurrently with its only writer: the dialect of the Kysely instance that adminDatabase takes as
 * `reads`. Queries run on threads of libsql, on separate read-only connections, so that a search that takes seconds
 * blocks neither the event loop nor a writing transaction, and can be interrupted. The file must be in WAL mode.
 *
 * @param open opens a connection: `() => new Database('shop.db', {})` with the Database of "libsql/promise". An in-memory
 *   database has only the connection that created it, and cannot be read this way.
 */
export function sqliteReads(open: () => AsyncSqliteConnection): Dialect {
  return {
    createAdapter: (): DialectAdapter => new SqliteAdapter(),
    createDriver: (): Driver => new ReadDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  };
}

class ReadDriver implements Driver {
  readonly #idle: ReadConnection[] = [];
  readonly #all: ReadConnection[] = [];
  readonly #waiting: ((connection: ReadConnection) => void)[] = [];

  constructor(private readonly open: () => AsyncSqliteConnection) {}

  async init(): Promise<void> {
    // Connections open on demand: an application without lists needs none.
  }

  async acquireConnection(): Promise<ReadConnection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.length >= MAX_READS) return new Promise((resolve) => this.#waiting.push(resolve));
    const connection = new ReadConnection(this.open);
    this.#all.push(connection);
    return connection;
  }

  async beginTransaction(connection: ReadConnection): Promise<void> {
    await connection.ready();
    await connection.executeQuery(Query.raw('begin'));
  }

  async commitTransaction(connection: ReadConnection): Promise<void> {
    await connection.executeQuery(Query.raw('commit'));
  }

  async rollbackTransaction(connection: ReadConnection): Promise<void> {
    await connection.executeQuery(Query.raw('rollback'));
  }

  async releaseConnection(connection: ReadConnection): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }

  async destroy(): Promise<void> {
    for (const connection of this.#all) connection.close();
  }
}

/** Maximum number of distinct query texts: lists add one for each number of ids and search terms. */
const MAX_STATEMENTS = 200;

/**
 * One connection, which runs one query at a time. It keeps its statements while it is open: the garbage collector would
 * finalize a dropped statement on the event loop, where SQLite waits for the query that the connection is running, and
 * nothing could then interrupt that query. So a full connection does not drop statements, but is replaced as a whole.
 */
export class ReadConnection implements DatabaseConnection {
  #database: AsyncSqliteConnection | undefined;
  #opened = 0;
  readonly #statements = new Map<string, AsyncSqliteStatement>();

  constructor(private readonly open: () => AsyncSqliteConnection) {}

  /** Call between transactions. */
  async ready(): Promise<void> {
    if (this.#database !== undefined && this.#statements.size < MAX_STATEMENTS) return;
    this.close();
    const database = this.open();
    try {
      await database.exec('pragma query_only = on');
    } catch (error) {
      // If kept, this connection could write.
      database.close();
      throw error;
    }
    this.#database = database;
    this.#opened += 1;
  }

  /** How often the file has been opened: what SQLite counts for a connection starts anew each time. */
  get opened(): number {
    return this.#opened;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#database === undefined) await this.ready();
    if (!isQuery(sql)) {
      await this.#database?.exec(sql);
      return { rows: [] };
    }
    const statement = this.#statements.get(sql) ?? (await this.#prepare(sql));
    return { rows: (await statement.all(parameters)) as R[] };
  }

  async #prepare(sql: string): Promise<AsyncSqliteStatement> {
    if (this.#database === undefined) throw new Error('the connection is closed');
    const statement = await this.#database.prepare(wholeAtOnce(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the admin backend does not stream reads');
  }

  interrupt(): void {
    this.#database?.interrupt();
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#statements.clear();
  }
}

function isQuery(sql: string): boolean {
  return /^\s*(?:select|with|values|explain)\b/i.test(sql);
}

/**
 * libsql takes the first step of a query on a separate thread, and the others on the event loop. A materialized table
 * makes the first step find all rows, and keeps their order.
 */
function wholeAtOnce(sql: string): string {
  return /^\s*explain\b/i.test(sql) ? sql : `with gatehouse_rows as materialized (${sql}) select * from gatehouse_rows`;
}
