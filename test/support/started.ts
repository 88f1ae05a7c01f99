/**
 * What a test starts, so that none of it outlives the test: whatever was started between the first hook in front of a test
 * and the last one behind it is closed there, whether the test passed or not. A failed assertion skips the line that would
 * have stopped it; a server left behind would keep mocha from ending. What a `before` starts lives as long as its suite
 * and is stopped by the suite's `after`; if that does not happen, it is closed at the end of the run.
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

  /** Takes on what was just started, and returns it. Add each part as soon as it runs: the next one may fail to start. */
  add<T>(started: T, close: (started: T) => unknown): T {
    this.#closers.push(() => close(started));
    if (this.#closing !== undefined) {
      // The test was over (its time was up) before everything had started.
      this.#closing = undefined;
      byRun.add(this);
    }
    return started;
  }

  /** Closes everything, the latest first, once. One failure keeps none of the others open; the first is thrown. */
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
 * For a single program that one test may start for the next ones, as a restarted server: closed at the end of the run at
 * the latest. Returns a function that takes the registration back.
 */
export function closeAfterRun(close: () => unknown): () => void {
  const started = new Started(byRun);
  started.add(undefined, close);
  return () => byRun.delete(started);
}

// Loaded by a test file, this is the level of the root suite. Benchmarks, which have no hooks, stop what they start.
if (typeof beforeEach === 'function') {
  beforeEach(() => {
    inTest = true;
  });
  afterEach(async function () {
    this.timeout(60_000);
    inTest = false;
    await closeAll(byTest);
  });
  after(async function () {
    this.timeout(60_000);
    await closeAll(byRun);
    // Not thrown after the test: a hook that fails at this level would end the whole run.
    if (failures.length > 0) throw new AggregateError(failures, 'what tests had started could not be closed');
  });
}
