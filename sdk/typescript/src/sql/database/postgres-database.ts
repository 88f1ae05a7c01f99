import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { deadlineIn, msUntil } from '../../shared/deadline.js';
import { classify, isDatabases, isReadOnly, isStaleStatement, rememberAsDatabases } from './database-errors.js';
import type { LockMode, LockName, SqlDatabase, SqlTransaction, SqlTransactionOptions } from './sql-database.js';
import { ENDED } from './sql-database.js';
import { Statement } from './statement.js';
import type { OpenFloors } from './sweep-floors.js';
import { SweepFloors } from './sweep-floors.js';

/** The used part of a `Pool` of the package pg. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown;
}

export interface PostgresClient {
  /** Whether statements are sent while others wait for their answers: `new Pool({ pipeline: true })`, from pg 8.23 on. */
  readonly pipeline?: boolean;
  query(query: PostgresQuery | string): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

interface PostgresQuery {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  readonly types: { getTypeParser(oid: number, format?: string): (value: string) => unknown };
  /** In milliseconds. */
  readonly query_timeout?: number | undefined;
}

interface PostgresResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command?: string;
}

const MAX_ATTEMPTS = 10;
const DEFAULT_PATIENCE_MS = 10_000;
/**
 * The server ends a statement at the deadline. If nothing has come this long after it, the server has gone without a word: a
 * machine that is off, a partition. The operating system notices that after a quarter of an hour or never, and each such
 * statement would keep its connection of the pool for that time.
 */
const SILENCE_MS = 2000;

/**
 * Uses a pool of pg. Transactions run at READ COMMITTED: every decision is one statement that checks and writes, or
 * happens under a lock. Transactions that lose a conflict (SQLSTATE 40001, 40P01) are retried until their deadline.
 */
export function postgresDatabase(pool: PostgresPool): SqlDatabase {
  // The pool replaces an idle connection that broke. Without a listener, its error would end the process.
  pool.on('error', ignore);
  // So would the error of a connection that breaks in use, here or in the rest of the application.
  pool.on('connect', (client) => {
    client.on('error', ignore);
  });
  return new PostgresDatabase(pool);
}

class PostgresDatabase implements SqlDatabase {
  readonly dialect = 'postgres';
  readonly #floors = new SweepFloors();
  /**
   * A named statement is parsed and planned once for each connection. The first one that the server no longer knows or can run is
   * the last: behind a pooler that changes sessions between transactions, others would follow.
   */
  #isNaming = true;

  constructor(private readonly pool: PostgresPool) {}

  async transaction<T>(work: (tx: SqlTransaction) => Promise<T>, options: SqlTransactionOptions): Promise<T> {
    const deadline = options.deadline ?? deadlineIn(DEFAULT_PATIENCE_MS);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work, options.readOnly, deadline);
      } catch (error) {
        // An exception of the application's own issuer says nothing about this database.
        if (!isDatabases(error)) throw error;
        if (isStaleStatement(error) && attempt < MAX_ATTEMPTS) {
          this.#isNaming = false;
          continue;
        }
        const { retry, meaning } = classify(error);
        if (!retry || attempt >= MAX_ATTEMPTS || msUntil(deadline) <= 0) throw meaning;
        await sleep(Math.random() * 2 ** attempt);
      }
    }
  }

  async #attempt<T>(work: (tx: SqlTransaction) => Promise<T>, readOnly: boolean, deadline: Date): Promise<T> {
    const client = await this.#connect(deadline);
    observe(client);
    let broken = false;
    const onError = (): void => {
      broken = true;
    };
    client.on('error', onError);
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) client.release(broken);
      isReleased = true;
    };
    const silenceMs = Math.max(0, msUntil(deadline)) + SILENCE_MS;
    const silence = setTimeout(() => {
      broken = true;
      // pg ends a connection that a query waits for at once, and the query fails.
      release();
    }, silenceMs);
    const floors = this.#floors.begin();
    const tx = new PostgresTransaction(client, floors, this.#isNaming, silenceMs);
    let committed = false;
    try {
      // At READ COMMITTED a transaction would only add two round trips to reads.
      if (readOnly) return await work(tx);
      const patience = Math.max(1, Math.ceil(msUntil(deadline)));
      await tx.execute(`begin isolation level read committed; set local statement_timeout = ${patience}`);
      const result = await work(tx);
      await tx.commit();
      committed = true;
      return result;
    } catch (error) {
      // The next connection may reach a server that writes.
      broken ||= isReadOnly(error);
      broken ||= !(readOnly || (await tx.rollBack()));
      throw error;
    } finally {
      tx.end();
      clearTimeout(silence);
      this.#floors.end(floors, committed);
      client.off('error', onError);
      release();
    }
  }

  /** Waits until the deadline. A connection that comes later goes back to the pool. */
  #connect(deadline: Date): Promise<PostgresClient> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          reject(new DeadlineExceeded());
        },
        Math.max(0, msUntil(deadline)),
      );
      this.pool.connect().then(
        (client) => {
          clearTimeout(timer);
          if (isLate) client.release();
          else resolve(client);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(new Unavailable('cannot reach PostgreSQL', { cause: error }));
        },
      );
    });
  }
}

const observed = new WeakSet<PostgresClient>();

/** Marks the errors of its statements as database errors from now on, because the application may run some of them. */
function observe(client: PostgresClient): void {
  if (observed.has(client)) return;
  observed.add(client);
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<PostgresResult> | undefined;
  client.query = (...given: unknown[]) => {
    const answer = query(...given);
    // The application may also call it with a callback or a cursor, and gets pg's own return value.
    if (typeof answer?.then === 'function') answer.then(undefined, rememberAsDatabases);
    return answer as Promise<PostgresResult>;
  };
}

const lockShared = new Statement<{ name: LockName }, { name: string }>((db, { name }) =>
  db.selectFrom('gatehouse_locks').select('name').where('name', '=', name).forShare(),
);

const lockExclusive = new Statement<{ name: LockName }, { name: string }>((db, { name }) =>
  db.selectFrom('gatehouse_locks').select('name').where('name', '=', name).forUpdate(),
);

class PostgresTransaction implements SqlTransaction {
  readonly dialect = 'postgres';
  readonly isPipelined: boolean;
  /** pg ends a pipelining connection only after all its answers. There, every statement has a timeout of its own. */
  readonly #timeoutMs: number | undefined;
  #isOver = false;

  constructor(
    readonly connection: PostgresClient,
    readonly floors: OpenFloors,
    private readonly isNaming: boolean,
    silenceMs: number,
  ) {
    this.isPipelined = connection.pipeline === true;
    this.#timeoutMs = this.isPipelined ? silenceMs : undefined;
  }

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await this.#query(statement, parameters)).rows as R[];
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.#query(statement, parameters)).rows[0] as R | undefined;
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return (await this.#query(statement, parameters)).rowCount ?? 0;
  }

  async execute(sql: string): Promise<void> {
    if (this.#isOver) throw new Error(ENDED);
    await this.#sendText(sql);
  }

  /** The next user of the connection must not get statements of this transaction. */
  end(): void {
    this.#isOver = true;
  }

  /** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error. */
  async commit(): Promise<void> {
    this.end();
    const { command } = await this.#sendText('commit');
    if (command !== 'COMMIT') {
      throw new Error('a statement failed and the transaction ignored its error, so the transaction was rolled back');
    }
  }

  /** Whether the connection is usable afterwards. */
  async rollBack(): Promise<boolean> {
    this.end();
    try {
      await this.#sendText('rollback');
      return true;
    } catch {
      return false;
    }
  }

  async lock(name: LockName, mode: LockMode): Promise<void> {
    if ((await this.all(mode === 'shared' ? lockShared : lockExclusive, { name })).length === 0) {
      throw new Error(`gatehouse_locks has no row "${name}": migrate the database`);
    }
  }

  async #query<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<PostgresResult> {
    if (this.#isOver) throw new Error(ENDED);
    const { name, sql, bind } = statement.for('postgres');
    return this.connection.query({
      name: this.isNaming ? name : undefined,
      text: sql,
      values: bind(parameters),
      types: TYPES,
      query_timeout: this.#timeoutMs,
    });
  }

  #sendText(text: string): Promise<PostgresResult> {
    if (!this.isPipelined) return this.connection.query(text);
    return this.connection.query({ text, values: [], types: TYPES, query_timeout: this.#timeoutMs });
  }
}

const INT8 = 20;
const BYTEA = 17;
const INTEGERS = new Set([INT8, 21, 23]);

/**
 * Parsers for the few types of the SDK's tables, independent of the parsers that the application has set. pg returns
 * bigint as text; in these tables they are counts and epoch milliseconds, which a number holds exactly.
 */
const TYPES: PostgresQuery['types'] = {
  getTypeParser: (oid) => {
    if (INTEGERS.has(oid)) return Number;
    if (oid === BYTEA) return bytesOf;
    return (value) => value;
  },
};

/**
 * In the format "hex" (\x0a0b), the server's default, or "escape" if bytea_output says so: printable bytes as they are, a
 * backslash twice, others as three octal digits after a backslash.
 */
function bytesOf(value: string): Buffer {
  if (value.startsWith('\\x')) return Buffer.from(value.slice(2), 'hex');
  const unescaped = value.replace(/\\(\\|[0-7]{3})/g, (_, byte: string) =>
    byte === '\\' ? byte : String.fromCharCode(Number.parseInt(byte, 8)),
  );
  return Buffer.from(unescaped, 'latin1');
}

function ignore(): void {
  // Intentionally empty: see postgresDatabase.
}
