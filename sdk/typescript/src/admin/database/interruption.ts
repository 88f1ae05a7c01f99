import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName } from '../../sql/database/statement.js';
import type { CallLimits } from '../../wire/call.js';
import { ReadConnection } from './sqlite-reads.js';

/** How often a statement is cancelled until its transaction has ended: a cancellation that comes between two hits none. */
const REPEAT_MS = 100;
/** Above it PostgreSQL takes no timeout. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Watches a transaction, and ends what the database does for it once its call is no longer wanted. */
export class Interruption {
  #isOver = false;
  #isStarted = false;
  /** The interruption that is on its way to the database. */
  #hit: Promise<unknown> | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #start: () => void;

  private constructor(
    private readonly limits: CallLimits,
    /** Brings `hit` to where it can be carried out. It may take long to get there, and the transaction may be over by then. */
    private readonly interrupt: (hit: (how: () => Promise<unknown>) => Promise<void>) => Promise<void>,
  ) {
    this.#start = () => {
      if (!this.#isStarted) void this.#interruptUntilOver();
      this.#isStarted = true;
    };
    this.#timer = setTimeout(this.#start, Math.max(0, limits.deadline.getTime() - Date.now()));
    limits.signal.addEventListener('abort', this.#start);
    if (limits.signal.aborted) this.#start();
  }

  /**
   * On PostgreSQL one statement, which also bounds the others on the server itself: they end even if this process is gone.
   * Undefined where nothing can be interrupted: SQLite runs on the event loop, unless reads have connections of their own.
   */
  static async of<DB>(
    engine: DialectName,
    db: Kysely<DB>,
    trx: Transaction<DB>,
    limits: CallLimits,
  ): Promise<Interruption | undefined> {
    if (engine === 'postgres') {
      const pid = await boundedBackend(trx, limits);
      // On another connection: the one of the transaction is busy.
      return new Interruption(limits, (hit) =>
        db.connection().execute((other) => hit(() => sql`select pg_cancel_backend(${pid}::integer)`.execute(other))),
      );
    }
    const connection: unknown = await trx.getExecutor().provideConnection((one) => Promise.resolve(one));
    if (!(connection instanceof ReadConnection)) return undefined;
    return new Interruption(limits, (hit) => hit(async () => connection.interrupt()));
  }

  /** Before the transaction ends, so that no interruption hits what uses the connection next. */
  async end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.limits.signal.removeEventListener('abort', this.#start);
    // What waits for a connection finds out by itself: waiting for it here would keep it from getting one.
    await this.#hit?.catch(ignore);
  }

  async #interruptUntilOver(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.interrupt(async (how) => {
          if (!this.#isOver) await (this.#hit = how());
        });
      } catch {
        // The statement timeout ends it on the server, or the connection is lost: nothing else can be done here.
      }
      await sleep(REPEAT_MS);
    }
  }
}

/** The server's process for a transaction, whose statements from now on end at the deadline. */
async function boundedBackend<DB>(trx: Transaction<DB>, { deadline }: CallLimits): Promise<number> {
  const left = Math.min(MAX_TIMEOUT_MS, Math.max(1, deadline.getTime() - Date.now()));
  const { rows } = await sql<{
    pid: number;
  }>`select pg_backend_pid() as pid, set_config('statement_timeout', ${String(left)}, true)`.execute(trx);
  return rows[0]?.pid ?? 0;
}

/** Whether a statement failed because it was interrupted. */
export function isInterrupted(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '57014' || error.code === 'SQLITE_INTERRUPT';
}

function ignore(): void {
  // The transaction ends all the same.
}
