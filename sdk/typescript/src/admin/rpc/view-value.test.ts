import { expect } from 'chai';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { Registry } from '../registry.js';
import type { ViewModel } from '../model/view-model.js';
import { markAsRecord, TrustedHtml } from '../model/view-model.js';
import { toProtoViewValue, withMarkedRows } from './view-value.js';

/** docs/admin/partials.md: plain values pass; an error names the path of the rejected value. */
describe('admin: view value', () => {
  const nested = (depth: number): ViewModel => (depth === 0 ? 'x' : [nested(depth - 1)]);

  it('sends every plain value with its type', () => {
    const map = (entries: object[]) => ({ map: { entries } });
    for (const [value, wire] of [
      [null, { cell: { nullValue: true } }],
      ['', { cell: { stringValue: '' } }],
      ['a text', { cell: { stringValue: 'a text' } }],
      [false, { cell: { boolValue: false } }],
      [-7, { cell: { int64Value: '-7' } }],
      [2n ** 63n - 1n, { cell: { int64Value: '9223372036854775807' } }],
      [-(2n ** 63n), { cell: { int64Value: '-9223372036854775808' } }],
      [2 ** 53, { cell: { doubleValue: 2 ** 53 } }],
      [-0.5, { cell: { doubleValue: -0.5 } }],
      [new Date('9999-12-31T23:59:59.999Z'), { cell: { timestampValue: { seconds: 253402300799, nanos: 999000000 } } }],
      [new Date('0001-01-01T00:00:00Z'), { cell: { timestampValue: { seconds: -62135596800, nanos: 0 } } }],
      [Object.create(null), map([])],
      [[], { list: { items: [] } }],
    ] as const) {
      expect(toProtoViewValue(value as ViewModel)).to.deep.equal(wire);
    }
    expect(() => toProtoViewValue(nested(32))).to.not.throw();
  });

  for (const [what, value, message] of [
    ['undefined', undefined, 'contains undefined at .Data.a.1.b; pass null'],
    ['a function', () => 1, 'a function at .Data.a.1.b'],
    ['a symbol', Symbol('x'), 'a symbol at .Data.a.1.b'],
    ['an integer above 64 bits', 2n ** 63n, 'an integer of more than 64 bits at .Data.a.1.b; pass it as text'],
    ['an integer far above 64 bits', 2n ** 70n, 'an integer of more than 64 bits at .Data.a.1.b'],
    ['an integer below 64 bits', -(2n ** 63n) - 1n, 'an integer of more than 64 bits at .Data.a.1.b'],
    ['NaN', NaN, 'NaN or an infinity at .Data.a.1.b'],
    ['an infinity', -Infinity, 'NaN or an infinity at .Data.a.1.b'],
    ['an invalid date', new Date(NaN), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
    ['the year 10000', new Date('+010000-01-01T00:00:00Z'), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
    ['the year 0', new Date('0000-12-31T23:59:59.999Z'), 'a date outside the years 1 to 9999 at .Data.a.1.b'],
  ] as const) {
    it(`rejects ${what} and names its path`, () => {
      expect(() => toProtoViewValue({ a: ['x', { b: value as never }] })).to.throw(TypeError, message);
    });
  }

  it('rejects a hole in a list and a value nested too deep, with a short path', () => {
    const holed = [1];
    holed[2] = 3;
    expect(() => toProtoViewValue({ a: holed })).to.throw('undefined at .Data.a.1');
    const deep = { a: { b: { c: { d: { e: { f: { g: undefined } } } } } } };
    expect(() => toProtoViewValue(deep as never)).to.throw('undefined at .Data.a.b.c.d.e.f.g;');
    expect(() => toProtoViewValue(nested(33))).to.throw('32 levels deep at .Data.0.0.0.0.0.0.0.…');
  });

  it('marks records, entities and trusted HTML, without their contents', () => {
    class Entity {
      readonly secret = 1;
    }
    const anonymous = new (class {
      readonly secret = 2;
    })();
    for (const [value, wire] of [
      [markAsRecord({ id: 1 }, 'Post'), { recordModel: 'Post' }],
      [new Entity(), { recordModel: 'Entity' }],
      [anonymous, { recordModel: 'a class without a name' }],
      [new TrustedHtml('<b>'), { trustedHtml: true }],
      [new Map(), { recordModel: 'Map' }],
      [Object.create({ constructor: { name: 'none' } }), { recordModel: 'a class without a name' }],
    ] as const) {
      expect(toProtoViewValue(value as never)).to.deep.equal(wire);
    }
  });
});

describe('admin: rows that view models recognize (docs/admin/partials.md)', () => {
  interface Tables {
    posts: { id: number; title: string };
    drafts: { id: number };
  }
  let db: Kysely<Tables>;
  beforeEach(async () => {
    db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
    await sql`create table posts (id integer, title text)`.execute(db);
    await sql`create table drafts (id integer)`.execute(db);
    await db.insertInto('posts').values({ id: 1, title: 'a' }).execute();
    await db.insertInto('drafts').values({ id: 1 }).execute();
  });
  afterEach(() => db.destroy());

  const models = [{ table: 'posts', name: 'Post' }];
  async function marked(read: (trx: Kysely<Tables>) => Promise<object[]>): Promise<unknown> {
    const rows = await db.transaction().execute((trx) => {
      const marking = withMarkedRows(trx as never, { models } as unknown as Registry);
      return read(marking);
    });
    expect(rows).to.have.length(1);
    return toProtoViewValue(rows[0] as never);
  }

  for (const [from, model, read] of [
    ['the table of a model', 'Post', (trx) => trx.selectFrom('posts').selectAll().execute()],
    ['it under another name', 'Post', (trx) => trx.selectFrom('posts as p').select('p.id').execute()],
    ['another table', 'of the table drafts', (trx) => trx.selectFrom('drafts').selectAll().execute()],
    [
      'a subquery',
      'unknown to Gatehouse',
      (trx) => trx.selectFrom(trx.selectFrom('posts').selectAll().as('p')).selectAll().execute(),
    ],
    ['no table', 'unknown to Gatehouse', (trx) => trx.selectNoFrom(sql`1`.as('one')).execute()],
    [
      'SQL of its own',
      'unknown to Gatehouse',
      async (trx) => (await sql<object>`select * from posts`.execute(trx)).rows,
    ],
    [
      'what a write returns',
      'unknown to Gatehouse',
      (trx) => trx.insertInto('posts').values({ id: 2, title: 'b' }).returningAll().execute(),
    ],
  ] satisfies [string, string, (trx: Kysely<Tables>) => Promise<object[]>][]) {
    it(`of ${from} are "${model}"`, async () => {
      expect(await marked(read)).to.deep.equal({ recordModel: model });
    });
  }
});
