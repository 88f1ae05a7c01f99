/** The part of better-sqlite3 and libsql that is needed here. */
interface Connection {
  exec(sql: string): unknown;
}

/**
 * One transaction for everything that is written in the same turn of the event loop: no request is answered before its commit is
 * on disk, and whatever is ready at the same moment shares that commit. One per connection.
 *
 * There are no savepoints: a member that fails after its first write fails its whole group. Check first, then write.
 */
export class GroupCommit {
  #isOpen = false;
  #waiting: ((problem?: Error) => void)[] = [];

  constructor(private readonly connection: Connection) {}

  /** Call this before a write. */
  open(): void {
    if (this.#isOpen) return;
    this.connection.exec('begin immediate');
    this.#isOpen = true;
  }

  /**
   * Calls back once everything that was written so far is on disk: immediately if there is nothing. An answer that depends
   * on a read has to wait as well, because the read may have seen what others wrote in this turn.
   */
  whenDurable(done: (problem?: Error) => void): void {
    if (!this.#isOpen) {
      done();
      return;
    }
    if (this.#waiting.push(done) === 1) setImmediate(() => this.#commit());
  }

  /** The same as a promise. */
  durable(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.whenDurable((problem) => (problem === undefined ? resolve() : reject(problem)));
    });
  }

  #commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    this.#isOpen = false;
    let problem: Error | undefined;
    try {
      this.connection.exec('commit');
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error));
      this.connection.exec('rollback');
    }
    for (const done of group) done(problem);
  }
}
