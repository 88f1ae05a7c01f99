import type { DatabaseConnection, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName } from '../../sql/database/statement.js';
import { msUntil } from '../../shared/deadline.js';
import type { CallLimits } from '../../wire/call.js';
import { ReadConnection } from './sqlite-reads.js';

/**
 * Interval at which to repeat the cancellation until the transaction has ended: one that arrives between two statements
 * has no effect.
 */
const REPEAT_MS = 100;
/** The longest timeout that PostgreSQL accepts, and Node.js. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Watches a transaction, and interrupts its statements once its caller no longer waits. */
export class Interruption {
  #isOver = false;
  #isStarted = false;
  /** The interruption that is on its way to the database. */
  #hit: Promise<unknown> | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #start: () => void;

  private constructor(
    private readonly limits: CallLimits,
    /** Runs `hit` where it can reach the statement. That may take long, and the transaction may have ended by then. */
    private readonly interrupt: (hit: (how: () => Promise<unknown>) => Promise<void>) => Promise<void>,
  ) {
    this.#start = () => {
      if (!this.#isStarted) void this.#interruptUntilOver();
      this.#isStarted = true;
    };
    this.#timer = setTimeout(this.#start, Math.min(MAX_TIMEOUT_MS, Math.max(0, msUntil(limits.deadline))));
    limits.signal.addEventListener('abort', this.#start);
    if (limits.signal.aborted) this.#start();
  }

  /**
   * On PostgreSQL this takes one statement, which also sets a timeout on the server, so that the others end even if this
   * process dies. Undefined if nothing can be interrupted: SQLite runs on the event loop, unless reads have their own
   * connections.
   */
  static async of<DB>(
    engine: DialectName,
    db: Kysely<DB>,
    trx: Transaction<DB>,
    /** Of the transaction. */
    connection: DatabaseConnection,
    limits: CallLimits,
  ): Promise<Interruption | undefined> {
    if (engine === 'postgres') {
      const pid = await boundedBackend(trx, limits);
      // On another connection, because that of the transaction is busy.
      return new Interruption(limits, (hit) =>
        db.connection().execute((other) => hit(() => sql`select pg_cancel_backend(${pid}::integer)`.execute(other))),
      );
    }
    if (!(connection instanceof ReadConnection)) return undefined;
    return new Interruption(limits, (hit) => hit(async () => connection.interrupt()));
  }

  /** Call before the transaction ends, so that no interruption hits the next user of the connection. */
  async end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.limits.signal.removeEventListener('abort', this.#start);
    // An interruption that waits for a connection detects this on its own. Waiting for it here would keep it from getting
    // one.
    await this.#hit?.catch(ignore);
  }

  async #interruptUntilOver(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.interrupt(async (how) => {
          if (!this.#isOver) await (this.#hit = how());
        });
      } catch {
        // The statement timeout ends it on the server, or the connection is lost; this process can do nothing else.
      }
      await sleep(REPEAT_MS);
    }
  }
}

/**
 * Returns the server process of a transaction, and sets its statement timeout to the deadline. Dates are selected as texts, so
 * their style is set too.
 */
async function boundedBackend<DB>(trx: Transaction<DB>, { deadline }: CallLimits): Promise<number> {
  const left = Math.min(MAX_TIMEOUT_MS, Math.max(1, Math.ceil(msUntil(deadline))));
  const { rows } = await sql<{
    pid: number;
  }>`select pg_backend_pid() as pid, set_config('statement_timeout', ${String(left)}, true), set_config('datestyle', 'ISO', true)`.execute(
    trx,
  );
  return rows[0]?.pid ?? 0;
}

/** Whether a statement failed because it was interrupted. */
export function isInterrupted(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '57014' || error.code === 'SQLITE_INTERRUPT';
}

function ignore(): void {
  // The transaction ends anyway.
}
