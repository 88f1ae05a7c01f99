import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Line } from './line.js';

/** One writing transaction of a caller. */
export interface Member<DB> {
  /** Its statements, inside a transaction that others may share. They may run again, in another one. */
  within(trx: Transaction<DB>): Promise<unknown>;
  /** The same in a transaction of its own. */
  alone(): Promise<unknown>;
  /** Throws if the caller no longer waits. */
  requireWanted(): void;
}

interface Waiting<DB> extends Member<DB> {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of transactions that share a commit, so that the first of them does not wait too long. */
const MAX_MEMBERS = 64;
const SAVEPOINT = 'gatehouse_member';

/**
 * Writing transactions on the only connection of an SQLite database. Those that wait together share one commit, because
 * waiting for the disk costs more than most of them do. None is answered before the commit. Each has a savepoint: if it
 * fails, only its own work is undone. If the common transaction fails (a deferred foreign key, a trigger that rolls back
 * everything), or the caller of one gives up before the commit, each of them runs again alone.
 */
export class SharedCommits<DB> {
  readonly #waiting: Waiting<DB>[] = [];
  #isRunning = false;

  constructor(
    private readonly db: Kysely<DB>,
    private readonly line: Line,
  ) {}

  run<T>(member: {
    readonly within: (trx: Transaction<DB>) => Promise<T>;
    readonly alone: () => Promise<T>;
    readonly requireWanted: () => void;
  }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { within, alone, requireWanted } = member;
      this.#waiting.push({ within, alone, requireWanted, resolve: (result) => resolve(result as T), reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  /** Waits for a turn of the event loop before each group, so that transactions that arrived together share it. */
  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await new Promise((turn) => setImmediate(turn));
      await this.line.run(() => this.#settle(this.#waiting.splice(0, MAX_MEMBERS)));
    }
    this.#isRunning = false;
  }

  /** Never rejects. */
  async #settle(group: readonly Waiting<DB>[]): Promise<void> {
    const answers = group.length === 1 ? undefined : await this.#together(group).catch(() => undefined);
    if (answers === undefined) {
      for (const { alone, resolve, reject } of group) await alone().then(resolve, reject);
    } else for (const answer of answers) answer();
  }

  /** Returns what answers the members, for after the commit. */
  #together(group: readonly Waiting<DB>[]): Promise<(() => void)[]> {
    const [begin, undo, end] = [
      sql.raw(`savepoint ${SAVEPOINT}`).compile(this.db),
      sql.raw(`rollback to ${SAVEPOINT}`).compile(this.db),
      sql.raw(`release ${SAVEPOINT}`).compile(this.db),
    ];
    return this.db.transaction().execute(async (trx) => {
      const answers: (() => void)[] = [];
      // Of the transaction itself: Kysely's way to it costs more than these statements.
      const connection = await trx.getExecutor().provideConnection((one) => Promise.resolve(one));
      const done: Waiting<DB>[] = [];
      for (const member of group) {
        const { within, resolve, reject } = member;
        await connection.executeQuery(begin);
        try {
          const result = await within(trx);
          answers.push(() => resolve(result));
          done.push(member);
        } catch (error) {
          await connection.executeQuery(undo);
          answers.push(() => reject(error));
        }
        await connection.executeQuery(end);
      }
      // Those behind it may have taken long: a caller that was answered with an error must not find the write done.
      for (const member of done) member.requireWanted();
      return answers;
    });
  }
}
