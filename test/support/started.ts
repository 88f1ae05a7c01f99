/**
 * Resources that a test starts, so that none of them outlives the test. Everything started between the first hook
 * before a test and the last one after it is closed there, whether or not the test passed. A failed assertion skips the
 * line that would have stopped a resource, and a server left behind would keep mocha from ending. A resource started in
 * `before` lives as long as its suite, and the suite's `after` stops it. Otherwise it is closed at the end of the run.
 */
const byTest = new Set<Started>();
const byRun = new Set<Started>();
let inTest = false;

/** Resources in the order in which they were started. */
export class Started {
  #closing: Promise<void> | undefined;
  readonly #closers: (() => unknown)[] = [];

  constructor(owner: Set<Started> = inTest ? byTest : byRun) {
    owner.add(this);
  }

  /**
   * Registers a resource that was just started, and returns it. Add each part as soon as it runs: the next one may fail
   * to start.
   */
  add<T>(started: T, close: (started: T) => unknown): T {
    this.#closers.push(() => close(started));
    if (this.#closing !== undefined) {
      // The test timed out before everything had started.
      this.#closing = undefined;
      byRun.add(this);
    }
    return started;
  }

  /** Closes everything once, the latest first. A failure does not keep the others open; the first one is thrown. */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    byTest.delete(this);
    byRun.delete(this);
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

const failures: unknown[] = [];

async function closeAll(left: ReadonlySet<Started>): Promise<void> {
  for (const started of [...left].reverse()) await started.close().catch((error: unknown) => failures.push(error));
}

/**
 * For a single program that one test may start for the next ones, such as a restarted server: closed at the end of the
 * run at the latest. Returns a function that cancels the registration.
 */
export function closeAfterRun(close: () => unknown): () => void {
  const started = new Started(byRun);
  started.add(undefined, close);
  return () => byRun.delete(started);
}

// When a test file loads this, it is at the level of the root suite. Benchmarks have no hooks and stop their own
// resources.
if (typeof beforeEach === 'function') {
  beforeEach(() => {
    inTest = true;
  });
  afterEach(async () => {
    inTest = false;
    await closeAll(byTest);
  });
  after(async () => {
    await closeAll(byRun);
    // Not thrown after the test: a failing hook at this level would end the whole run.
    if (failures.length > 0) throw new AggregateError(failures, 'could not close resources that tests had started');
  });
}
