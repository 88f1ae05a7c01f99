import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import { expect } from 'chai';
import type { DatabaseConnection, Transaction } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Engine } from '../database/transactions.js';
import * as column from '../model/column.js';
import type { AnyTables, Model } from '../model/model.js';
import { NativeTypes } from './native-types.js';

const model = (table: string, primaryKey: string) =>
  ({
    ...{ name: table, table, primaryKey },
    columns: { id: column.integer(), code: column.string() },
  }) as unknown as Model;

const compares = (value: string) =>
  ({
    condition: 'comparison',
    comparison: { values: [{ value }] },
    relatedTo: null,
  }) as unknown as AdminCondition__Output;

/** What PostgreSQL knows of the columns. */
const TYPES = {
  id: 'int4',
  code: 'bpchar',
  key: 'uuid',
  note: 'json',
  notes: '_json',
  mail: 'citext',
  state: 'mood',
};

describe('the types of PostgreSQL', () => {
  let asked: number;
  let known: { readonly table: string; readonly column: string; readonly type: string }[];
  let trx: Transaction<AnyTables>;

  beforeEach(() => {
    asked = 0;
    known = Object.entries(TYPES).map(([name, type]) => ({ table: 'posts', column: name, type }));
    const connection = {
      executeQuery: () => {
        asked += 1;
        return Promise.resolve({ rows: known });
      },
    } as unknown as DatabaseConnection;
    class Answering extends DummyDriver {
      override acquireConnection(): Promise<DatabaseConnection> {
        return Promise.resolve(connection);
      }
    }
    trx = new Kysely<AnyTables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new Answering(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }) as unknown as Transaction<AnyTables>;
  });

  const typesOf = (engine: Engine, ...models: Model[]) => new NativeTypes(engine, models);

  it('are those of the columns, by what a key or a comparison has to know', async () => {
    const types = typesOf('postgres', model('posts', 'id'));
    expect([
      types.isLearned,
      types.of('posts', 'key'),
      types.isPadded('posts', 'code'),
      types.hasOrder('posts', 'note'),
    ]).to.deep.equal([false, 'text', false, true]);
    await types.learn(trx, [], true);
    expect(types.isLearned).to.equal(true);
    expect(Object.keys(TYPES).map((name) => types.of('posts', name))).to.deep.equal([
      'integer',
      'text',
      'uuid',
      'other',
      'other',
      'text',
      'other',
    ]);
    expect(Object.keys(TYPES).filter((name) => types.isPadded('posts', name))).to.deep.equal(['code']);
    expect(Object.keys(TYPES).filter((name) => !types.hasOrder('posts', name))).to.deep.equal(['note', 'notes']);
    expect([types.of('posts', 'other'), types.of('tags', 'key')]).to.deep.equal(['text', 'text']);
  });

  it('are asked for once, before the first request for which they matter', async () => {
    const types = typesOf('postgres', model('posts', 'id'));
    await types.learn(trx, [], false);
    await types.learn(
      trx,
      [compares('int64Value'), { condition: 'relatedTo', comparison: null, relatedTo: null }],
      false,
    );
    expect([asked, types.isLearned]).to.deep.equal([0, false]);
    await types.learn(trx, [compares('int64Value'), compares('stringValue')], false);
    await types.learn(trx, [], true);
    expect([asked, types.isLearned]).to.deep.equal([1, true]);
  });

  it('matter to every request if a model has texts as keys', async () => {
    const types = typesOf('postgres', model('posts', 'code'));
    await types.learn(trx, [], false);
    expect(types.isLearned).to.equal(true);
    const numbered = typesOf('postgres', model('posts', 'missing'));
    await numbered.learn(trx, [], false);
    expect(numbered.isLearned).to.equal(false);
  });

  it('are asked for again while a table is missing', async () => {
    const types = typesOf('postgres', model('posts', 'id'), model('posts', 'id'), model('tags', 'id'));
    await types.learn(trx, [], true);
    expect(types.isLearned).to.equal(false);
    known.push({ table: 'tags', column: 'id', type: 'int8' });
    await types.learn(trx, [], true);
    expect([asked, types.of('tags', 'id')]).to.deep.equal([2, 'integer']);
  });

  it('do not exist on SQLite', async () => {
    const types = typesOf('sqlite', model('posts', 'code'));
    await types.learn(trx, [compares('stringValue')], true);
    expect([asked, types.isLearned]).to.deep.equal([0, false]);
  });
});
