import { expect } from 'chai';
import type { CompiledQuery, DatabaseConnection, QueryResult, Transaction } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CallLimits } from '../../wire/call.js';
import { limitsOf } from '../../wire/call.js';
import type { AnyTables } from '../model/model.js';
import { Interruption, isInterrupted } from './interruption.js';
import type { AsyncSqliteConnection } from './sqlite-reads.js';
import { ReadConnection } from './sqlite-reads.js';

const PID = 4711;
const HOUR_MS = 3_600_000;

/** Notes the statements, and how often a connection was wanted for one. */
class NotingDriver extends DummyDriver {
  acquired = 0;
  readonly sent: CompiledQuery[] = [];
  /** How the database answers a cancellation. */
  cancelled = (): Promise<void> => Promise.resolve();

  override acquireConnection(): Promise<DatabaseConnection> {
    this.acquired += 1;
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      this.sent.push(query);
      if (query.sql.includes('pg_cancel_backend')) await this.cancelled();
      return { rows: [{ pid: PID }] as R[] };
    };
    const streamQuery = () => {
      throw new Error('nothing streams here');
    };
    return Promise.resolve({ executeQuery, streamQuery });
  }

  /** The server processes whose statements were cancelled. */
  get cancellations(): unknown[] {
    return this.sent.filter(({ sql }) => sql.includes('pg_cancel_backend')).map(({ parameters }) => parameters[0]);
  }
}

const open: Interruption[] = [];

async function onPostgres(limits: CallLimits, driver = new NotingDriver()) {
  const db = new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const trx = db as unknown as Transaction<AnyTables>;
  const interruption = await Interruption.of('postgres', db, trx, {} as DatabaseConnection, limits);
  if (interruption === undefined) throw new Error('nothing can be interrupted');
  open.push(interruption);
  return { driver, interruption };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Resolves after the timers of one millisecond set so far have fired: timers of equal duration fire in order. */
const timersOf1Ms = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

function cancellable(ms = HOUR_MS): { readonly limits: CallLimits; readonly controller: AbortController } {
  const controller = new AbortController();
  return { limits: { ...limitsOf(ms), signal: controller.signal }, controller };
}

describe('the interruption of a transaction (HC-6)', () => {
  afterEach(async () => {
    for (const interruption of open.splice(0)) await interruption.end();
  });

  it('sets the timeout of the server to the time that is left', async () => {
    const timeoutOf = async (ms: number) => Number((await onPostgres(limitsOf(ms))).driver.sent[0]?.parameters[0]);
    expect(await timeoutOf(HOUR_MS)).to.be.within(HOUR_MS / 2, HOUR_MS);
    // The longest that PostgreSQL takes. Zero would be none at all.
    expect(await timeoutOf(2 ** 31 + HOUR_MS)).to.equal(2 ** 31 - 1);
    expect(await timeoutOf(-HOUR_MS)).to.equal(1);
  });

  for (const [when, begin] of [
    [
      'left before it began',
      async () => {
        const { limits, controller } = cancellable();
        controller.abort();
        return onPostgres(limits);
      },
    ],
    [
      'leaves',
      async () => {
        const { limits, controller } = cancellable();
        const begun = await onPostgres(limits);
        expect(begun.driver.cancellations).to.deep.equal([]);
        controller.abort();
        return begun;
      },
    ],
    ['waits no longer than its deadline', () => onPostgres(limitsOf(20))],
  ] as const) {
    it(`cancels the statements of its server process, again and again, when the caller ${when}`, async () => {
      const { driver } = await begin();
      await until(() => driver.cancellations.length >= 2);
      expect(new Set(driver.cancellations)).to.deep.equal(new Set([PID]));
    });
  }

  it('does not begin before a deadline that is further away than the longest timer', async () => {
    const { driver } = await onPostgres(limitsOf(2 ** 31 + HOUR_MS));
    await timersOf1Ms();
    await timersOf1Ms();
    expect(driver.cancellations).to.deep.equal([]);
  });

  it('begins once, although the caller left and its deadline has passed', async () => {
    const driver = new NotingDriver();
    let answer = (): void => undefined;
    driver.cancelled = () => new Promise((resolve) => (answer = resolve));
    const { limits, controller } = cancellable(0);
    controller.abort();
    await onPostgres(limits, driver);
    await until(() => driver.cancellations.length > 0);
    await timersOf1Ms();
    await timersOf1Ms();
    expect(driver.cancellations).to.have.length(1);
    answer();
  });

  it('goes on after a cancellation that failed', async () => {
    const driver = new NotingDriver();
    driver.cancelled = () => Promise.reject(new Error('terminating connection'));
    await onPostgres(limitsOf(0), driver);
    await until(() => driver.cancellations.length >= 2);
  });

  it('waits at its end for a cancellation on its way, which would hit the next user of the connection', async () => {
    const driver = new NotingDriver();
    let fail = (_: Error): void => undefined;
    driver.cancelled = () => new Promise((_resolve, reject) => (fail = reject));
    const { interruption } = await onPostgres(limitsOf(0), driver);
    await until(() => driver.cancellations.length > 0);
    let isOver = false;
    const ended = interruption.end().then(() => (isOver = true));
    await timersOf1Ms();
    expect(isOver).to.equal(false);
    fail(new Error('terminating connection'));
    await ended;
  });

  it('does nothing after its end, whatever its caller does', async () => {
    const [first, second, clock] = [cancellable(), cancellable(), await onPostgres(limitsOf(0))];
    const [begun, waiting] = [await onPostgres(first.limits), await onPostgres(second.limits)];
    first.controller.abort();
    await until(() => begun.driver.cancellations.length > 0);
    for (const { interruption } of [begun, waiting]) await interruption.end();
    second.controller.abort();
    const acquired = [begun, waiting].map(({ driver }) => driver.acquired);
    const seen = clock.driver.cancellations.length;
    await until(() => clock.driver.cancellations.length >= seen + 3);
    expect([begun, waiting].map(({ driver }) => driver.acquired)).to.deep.equal(acquired);
    expect(waiting.driver.cancellations).to.deep.equal([]);
  });

  it('interrupts the reads of SQLite on their own connections, and nothing else there', async () => {
    let interrupted = 0;
    const connection = new ReadConnection(
      () =>
        ({
          exec: () => Promise.resolve(),
          interrupt: () => void (interrupted += 1),
          close: () => undefined,
        }) as unknown as AsyncSqliteConnection,
    );
    await connection.ready();
    const of = (one: DatabaseConnection) =>
      Interruption.of('sqlite', {} as never, {} as never, one, limitsOf(0)).then((made) => {
        if (made !== undefined) open.push(made);
        return made;
      });
    expect(await of({} as DatabaseConnection)).to.equal(undefined);
    expect(await of(connection)).to.be.instanceOf(Interruption);
    await until(() => interrupted >= 2);
  });

  it('is the reason of the errors of both engines for it, and of no others', () => {
    const withCode = (code: unknown): Error => Object.assign(new Error('no'), { code });
    for (const code of ['57014', 'SQLITE_INTERRUPT']) expect(isInterrupted(withCode(code)), code).to.equal(true);
    for (const error of [withCode('57P01'), withCode(undefined), new Error('57014'), { code: '57014' }, '57014', null])
      expect(isInterrupted(error), JSON.stringify(error)).to.equal(false);
  });
});
