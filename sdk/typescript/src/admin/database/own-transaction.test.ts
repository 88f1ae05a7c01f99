import { expect } from 'chai';
import type { DatabaseConnection, KyselyPlugin, QueryResult, Transaction } from 'kysely';
import { CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { AnyTables } from '../model/model.js';
import { OwnTransaction } from './own-transaction.js';

const OVER = 'the call has ended, and with it its transaction';

describe('the transaction of hooks and actions (docs/hosts.md)', () => {
  /** Let the statements that are running end, in their order. */
  let running: (() => void)[];
  let common: Transaction<AnyTables>;

  beforeEach(() => {
    running = [];
    const connection = {
      executeQuery: <R>() =>
        new Promise<QueryResult<R>>((resolve, reject) => {
          const fails = running.length === 1;
          running.push(() => (fails ? reject(new Error('failed')) : resolve({ rows: [] })));
        }),
      async *streamQuery() {
        yield { rows: [{ id: 1 }] };
      },
    } as unknown as DatabaseConnection;
    class OneConnection extends DummyDriver {
      override acquireConnection(): Promise<DatabaseConnection> {
        return Promise.resolve(connection);
      }
    }
    common = new Kysely<AnyTables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new OneConnection(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }) as unknown as Transaction<AnyTables>;
  });

  const started = async (count: number) => {
    while (running.length < count) await new Promise(setImmediate);
  };

  it('ends when the statements that nothing waits for have ended, also those that fail', async () => {
    const own = new OwnTransaction(common);
    const statements = [1, 2, 3].map(() => own.trx.selectFrom('notes').selectAll().execute().catch(String));
    await started(3);
    let isOver = false;
    const ended = own.end().then(() => (isOver = true));
    for (const end of running) {
      await new Promise(setImmediate);
      expect(isOver).to.equal(false);
      end();
    }
    await ended;
    await Promise.all(statements);
  });

  it('ends at once if nothing runs, and again', async () => {
    const own = new OwnTransaction(common);
    await own.end();
    await own.end();
  });

  it('runs no statement after its end, whatever was made of it before', async () => {
    const own = new OwnTransaction(common);
    const { trx } = own;
    const nothing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const derived = [
      trx,
      trx.withSchema('other'),
      trx.withPlugin(nothing),
      trx.withoutPlugins(),
      trx.withSchema('a').withSchema('b'),
    ];
    await own.end();
    for (const one of derived) {
      expect(await one.selectFrom('notes').selectAll().execute().catch(String)).to.contain(OVER);
      expect(await one.executeQuery(CompiledQuery.raw('select 1')).catch(String)).to.contain(OVER);
    }
    expect(running).to.have.length(0);
  });

  it('streams before its end, and not after it', async () => {
    const own = new OwnTransaction(common);
    const rows: unknown[] = [];
    for await (const row of own.trx.selectFrom('notes').selectAll().stream()) rows.push(row);
    expect(rows).to.deep.equal([{ id: 1 }]);
    await own.end();
    const streamed = async () => {
      for await (const row of own.trx.selectFrom('notes').selectAll().stream()) rows.push(row);
    };
    expect(await streamed().catch(String)).to.contain(OVER);
    expect(rows).to.have.length(1);
  });

  it('leaves the common transaction as it is', async () => {
    await new OwnTransaction(common).end();
    const statement = common.selectFrom('notes').selectAll().execute();
    await started(1);
    running[0]?.();
    await statement;
  });
});
