import type { CompiledQuery, KyselyPlugin, QueryExecutor, QueryResult, Transaction } from 'kysely';

/** The methods of an executor that return another one on the same transaction: `withSchema` of a builder, for example. */
const DERIVING = [
  'withConnectionProvider',
  'withPlugin',
  'withPlugins',
  'withPluginAtFront',
  'withoutPlugins',
] as const;

type Derive = (...given: unknown[]) => QueryExecutor;

/**
 * A transaction as the hooks and actions of one call get it. They may start statements and not wait for them, or stop waiting for the
 * others when the first one fails (`Promise.all`). Kysely sends a transaction's statements one after the other; those that are
 * still waiting would take effect behind its end, at once or in the transaction of another call.
 */
export class OwnTransaction<DB> {
  readonly trx: Transaction<DB>;
  #isOver = false;
  #running = 0;
  #whenIdle: (() => void) | undefined;

  /** @param common which several calls may share, and whose executor stays as it is */
  constructor(common: Transaction<DB>) {
    // Kysely has no other way to a transaction with an executor of its own.
    this.trx = common.withPlugin(NOTHING);
    this.#guard(this.trx.getExecutor());
  }

  /** Waits for the statements that have started, and rejects all that follow. Call it before the transaction ends. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #guard(executor: QueryExecutor): QueryExecutor {
    const execute = executor.executeQuery.bind(executor);
    const stream = executor.stream.bind(executor);
    for (const name of DERIVING) {
      const derive = (executor[name] as Derive).bind(executor);
      Object.assign(executor, { [name]: (...given: unknown[]) => this.#guard(derive(...given)) });
    }
    return Object.assign(executor, {
      executeQuery: <R>(query: CompiledQuery<R>) => this.#run(() => execute(query)),
      stream: <R>(query: CompiledQuery<R>, chunkSize: number) => {
        this.#requireOpen();
        return stream(query, chunkSize);
      },
    });
  }

  async #run<R>(statement: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    this.#requireOpen();
    this.#running += 1;
    try {
      return await statement();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#whenIdle?.();
    }
  }

  #requireOpen(): void {
    if (this.#isOver) {
      throw new Error(
        'the call has ended, and with it its transaction; a hook or an action must wait for its statements',
      );
    }
  }
}

const NOTHING: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => Promise.resolve(result),
};
