import { expect } from 'chai';
import type { Transaction } from 'kysely';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { DeadlineExceeded } from '../../ports/errors.js';
import { limitsOf } from '../../wire/call.js';
import * as column from '../model/column.js';
import { defineController, Refused } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import { defineModel } from '../model/model.js';
import { Registry } from '../registry.js';
import { importRecords, RecordsRefused } from './import-records.js';

interface Tables {
  notes: { id: number; text: string };
}
const Note = defineModel<Tables>()({
  name: 'Note',
  table: 'notes',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), text: column.string() },
});

describe('an import that names its refused records', () => {
  const clock = Date.now;
  afterEach(() => (Date.now = clock));

  it('stops when half of the time is over, even before it meets one (HC-63)', async () => {
    const begun = clock();
    const limits = { deadline: new Date(begun + 20_000), signal: new AbortController().signal };
    const seconds = [0];
    Date.now = () => begun + 1000 * (seconds.shift() ?? 11);
    const records = [{ values: [], relations: [], existing: null }];
    // Before the first record: it needs neither a controller nor a database.
    const nothing = {} as never;
    const stopped: unknown = await importRecords(nothing, nothing, records, limits, 'all', nothing).catch(
      (error: unknown) => error,
    );
    expect(stopped).to.be.instanceOf(RecordsRefused);
    expect(stopped).to.deep.include({ records: [], hasMore: true });
  });
});

describe('an import on SQLite', () => {
  let db: Kysely<AnyTables>;
  beforeEach(async () => {
    const file = new Database(':memory:');
    file.exec('create table notes (id integer primary key, text text not null)');
    db = new Kysely<AnyTables>({ dialect: new SqliteDialect({ database: file }) });
    // Savepoints need a transaction around them.
    file.exec('begin');
  });
  afterEach(() => db.destroy());

  /** Imports so many notes, and calls `written` before each. */
  function importing(count: number, patience: 'first' | 'all', written: (place: number) => void, signal?: AbortSignal) {
    let place = 0;
    const controller = defineController<Tables, 'notes'>({
      id: 'a.b.notes',
      model: Note,
      hooks: { beforeCreate: () => written(place++) },
    });
    const records = Array.from({ length: count }, (_, index) => ({
      values: [{ column: 'text', value: { value: 'stringValue', stringValue: String(index) }, optionProvider: '' }],
      relations: [],
      existing: null,
    }));
    const limits = limitsOf(60_000);
    const context = {
      caller: { id: '1', login: 'ada', superuser: true, permissions: [], locale: 'en' },
      trx: db as unknown as Transaction<AnyTables>,
    };
    const registry = new Registry('sqlite', [controller], []);
    const given = { ...limits, signal: signal ?? limits.signal };
    return importRecords(registry, controller, records as never, given, patience, context).then(
      () => 'imported',
      (error: unknown) => error,
    );
  }

  it('notices its cancellation between the records, although the database never yields (HC-6)', async () => {
    const cancelled = new AbortController();
    let begun = 0;
    const outcome = await importing(
      100,
      'first',
      () => {
        begun += 1;
        if (begun === 1) setImmediate(() => cancelled.abort());
      },
      cancelled.signal,
    );
    expect(outcome).to.be.instanceOf(DeadlineExceeded);
    expect(begun).to.be.below(100);
  });

  const refuse =
    (...places: readonly number[]) =>
    (place: number): void => {
      if (places.includes(place)) throw new Refused('no');
    };

  it('names the first record that is refused, and whether others follow it (HC-63)', async () => {
    expect(await importing(3, 'first', () => undefined)).to.equal('imported');
    for (const [place, hasMore] of [
      [0, true],
      [2, false],
    ] as const) {
      const outcome = (await importing(3, 'first', refuse(place))) as RecordsRefused;
      expect(outcome.records.map(({ index }) => index)).to.deep.equal([place]);
      expect(outcome.hasMore).to.equal(hasMore);
    }
  });

  it('names every record that is refused, up to a hundred (HC-63)', async () => {
    const some = (await importing(5, 'all', refuse(1, 3))) as RecordsRefused;
    expect([some.records.map(({ index }) => index), some.hasMore]).to.deep.equal([[1, 3], false]);
    const hundred = (await importing(100, 'all', refuse(...Array(100).keys()))) as RecordsRefused;
    expect([hundred.records.length, hundred.hasMore]).to.deep.equal([100, false]);
    const more = (await importing(101, 'all', refuse(...Array(101).keys()))) as RecordsRefused;
    expect([more.records.length, more.hasMore]).to.deep.equal([100, true]);
    expect(await db.selectFrom('notes').selectAll().execute()).to.have.length(3);
  });
});
