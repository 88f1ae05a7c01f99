import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import { expect } from 'chai';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteReads } from '../database/sqlite-reads.js';
import * as column from '../model/column.js';
import type { Controller } from '../model/controller.js';
import { defineController } from '../model/controller.js';
import type { AdminCaller, AnyTables } from '../model/model.js';
import { belongsTo, defineModel } from '../model/model.js';
import { Registry } from '../registry.js';
import { scoped, subjectOf } from '../sql/scopes.js';
import { listPage } from './list-page.js';

interface Tables {
  products: { id: number; name: string; note: string; status: string; stock: number; category_id: number | null };
  categories: { id: number; name: string };
}

const ROWS = 4000;
const SHOP = `
  create table categories (id integer primary key, name text not null);
  create table products (
    id integer primary key, name text not null, note text not null, status text not null, stock integer not null,
    category_id integer references categories (id)
  );
  create index products_status on products (status, stock);
  insert into categories (id, name) values (1, 'Tools'), (2, 'Toys');
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(ROWS)})
  insert into products (name, note, status, stock, category_id)
  select 'Product ' || n, 'Note ' || n, case n % 100 when 0 then 'draft' else 'live' end, n * 7919 % 5003, 1 + n % 2
  from numbers;
  analyze;`;

const Category = defineModel<Tables>()({
  name: 'Shop\\Category',
  table: 'categories',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), name: column.string() },
});

const Product = defineModel<Tables>()({
  name: 'Shop\\Product',
  table: 'products',
  primaryKey: 'id',
  columns: {
    id: column.integer({ protected: true }),
    name: column.string(),
    note: column.string(),
    status: column.string(),
    stock: column.integer(),
    category_id: column.integer({ nullable: true }),
  },
});

const CATEGORY = { category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }) };
const CALLER: AdminCaller = { id: '1', login: 'ada', superuser: true, permissions: [], locale: 'en' };

function where(
  name: string,
  operator: NonNullable<AdminCondition__Output['comparison']>['operator'],
  value: string,
): AdminCondition__Output {
  const comparison = {
    column: { relation: '', column: name },
    operator,
    values: [{ value: 'stringValue' as const, stringValue: value }],
  };
  return { condition: 'comparison', comparison, relatedTo: null };
}

const isStatus = (status: string): AdminCondition__Output => where('status', 'ADMIN_COMPARISON_OPERATOR_EQUAL', status);

function aQuery(given: Partial<AdminListQuery__Output> = {}): AdminListQuery__Output {
  return {
    selection: {
      columns: ['name', 'status'],
      relations: [{ relation: 'category', wanted: 'related', related: { column: 'name', limit: 1 } }] as NonNullable<
        AdminListQuery__Output['selection']
      >['relations'],
      maxText: 100,
      maxRelatedText: 100,
    },
    conditions: [],
    scopes: [],
    search: null,
    sorts: [],
    page: { number: 1, size: 2 },
    count: true,
    countAtMost: 0,
    acceptsColumns: false,
    ...given,
  };
}

describe('admin: a page of a list on SQLite', () => {
  let folder: string;
  let path: string;
  let file: Database.Database;
  let db: Kysely<AnyTables>;
  let ran: { readonly sql: string; readonly parameters: readonly unknown[] }[];
  const registries = new WeakMap<Controller, Registry>();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'list-page-'));
    path = join(folder, 'shop.db');
    file = new Database(path);
    file.prepare('pragma journal_mode = wal').get();
    file.exec(SHOP);
    ran = [];
    db = new Kysely<AnyTables>({
      dialect: new SqliteDialect({ database: file }),
      log: ({ query }) => void ran.push({ sql: query.sql, parameters: query.parameters }),
    });
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  const list = async (controller: Controller, query: AdminListQuery__Output, caller = CALLER) => {
    const registry = registries.get(controller) ?? new Registry('sqlite', [controller], []);
    registries.set(controller, registry);
    return db.transaction().execute((trx) => {
      const context = { caller, trx };
      ran.length = 0;
      return listPage(
        registry,
        subjectOf(registry, controller, context),
        scoped(controller, 'list', context),
        query,
        context,
      );
    });
  };
  const products = (listScope?: Controller['listScope']): Controller =>
    defineController<Tables, 'products'>({
      id: 'acme.shop.products',
      model: Product,
      relations: CATEGORY,
      ...(listScope && { listScope: listScope as never }),
    });

  const counts = (): number => ran.filter((one) => one.sql.includes('gatehouse_total')).length;
  const plansOfRecords = (): string[] =>
    ran
      .filter((one) => /from "products"/.test(one.sql) && one.sql.includes(' like '))
      .map(({ sql: text, parameters }) =>
        (file.prepare(`explain query plan ${text}`).all(parameters as unknown[]) as { detail: string }[])
          .map(({ detail }) => detail)
          .join('; '),
      );

  it('reads records with the labels of their related records in one query (HC-32)', async () => {
    const { records } = await list(products(), aQuery({ count: false }));
    expect(records?.map(({ id, relations }) => [id, relations?.[0]?.related?.records])).to.deep.equal([
      ['1', [{ id: '2', value: { stringValue: 'Toys' } }]],
      ['2', [{ id: '1', value: { stringValue: 'Tools' } }]],
    ]);
    expect(ran.filter((one) => one.sql.includes('select'))).to.have.length(1);
  });

  it('applies the scope of each caller to a query that was compiled for another one (HC-31)', async () => {
    const controller = products(((
      query: { where(...given: unknown[]): unknown },
      { caller }: { caller: AdminCaller },
    ) => (caller.superuser ? query : query.where('products.stock', '<', Number(caller.id)))) as never);
    const totalFor = async (caller: AdminCaller) =>
      (await list(controller, aQuery({ conditions: [isStatus('live')] }), caller)).total;
    const below = (stock: number): string =>
      String(
        (
          file.prepare("select count(*) as total from products where status = 'live' and stock < ?").get([stock]) as {
            total: number;
          }
        ).total,
      );
    expect(await totalFor(CALLER)).to.equal(below(10_000));
    for (const id of ['100', '2000', '100']) {
      expect(await totalFor({ ...CALLER, superuser: false, id }), id).to.equal(below(Number(id)));
    }
    expect(await totalFor(CALLER)).to.equal(below(10_000));
  });

  it('binds the values of every page and filter anew', async () => {
    const controller = products();
    const idsOf = async (number: number, status: string) => {
      const query = aQuery({ conditions: [isStatus(status)], page: { number, size: 2 } });
      return (await list(controller, query)).records?.map(({ id }) => id);
    };
    expect(await idsOf(1, 'draft')).to.deep.equal(['100', '200']);
    expect(await idsOf(2, 'draft')).to.deep.equal(['300', '400']);
    expect(await idsOf(1, 'live')).to.deep.equal(['1', '2']);
    expect(await idsOf(1, 'draft')).to.deep.equal(['100', '200']);
  });

  it('counts once for all pages, and again after any write (HC-41)', async () => {
    const controller = products();
    const total = async (number: number) => {
      const { total: found } = await list(controller, aQuery({ page: { number, size: 2 } }));
      return [found, counts()];
    };
    expect(await total(1)).to.deep.equal([String(ROWS), 1]);
    expect(await total(7)).to.deep.equal([String(ROWS), 0]);
    file.exec("insert into products (name, note, status, stock) values ('New', '', 'live', 1)");
    expect(await total(1)).to.deep.equal([String(ROWS + 1), 1]);
    const other = new Database(path);
    other.exec('delete from products where id <= 10');
    other.close();
    expect(await total(1)).to.deep.equal([String(ROWS - 9), 1]);
    expect(await total(2)).to.deep.equal([String(ROWS - 9), 0]);
  });

  it('counts again on a connection of sqliteReads that was replaced (HC-41)', async () => {
    const dialect = sqliteReads(() => new AsyncDatabase(path, {}));
    db = new Kysely<AnyTables>({ dialect, log: ({ query }) => void ran.push(query) });
    const controller = products();
    const countsOf = async (): Promise<number> => {
      await list(controller, aQuery());
      return counts();
    };
    expect([await countsOf(), await countsOf()]).to.deep.equal([1, 0]);
    for (let one = 0; one < 200; one++) await sql`select ${sql.lit(one)}`.execute(db);
    expect([await countsOf(), await countsOf()]).to.deep.equal([1, 0]);
    file.close();
  });

  it('keeps the totals of different filters and limits apart (HC-41)', async () => {
    const controller = products();
    const total = async (given: Partial<AdminListQuery__Output>) => (await list(controller, aQuery(given))).total;
    for (let time = 0; time < 2; time++) {
      expect(await total({ conditions: [isStatus('draft')] })).to.equal('40');
      expect(await total({ conditions: [isStatus('live')] })).to.equal(String(ROWS - 40));
      expect(await total({ conditions: [isStatus('live')], countAtMost: 10 })).to.equal('10');
    }
  });

  const search = {
    mode: 'ADMIN_SEARCH_MODE_ALL',
    terms: ['note 99'],
    columns: [{ relation: '', column: 'note' }],
  } as const satisfies AdminListQuery__Output['search'];
  const contains = where('note', 'ADMIN_COMPARISON_OPERATOR_CONTAINS', 'note 99');

  for (const [what, given] of [
    ['a search', (status: string) => ({ search, conditions: [isStatus(status)] })],
    ['a condition on a part of a text', (status: string) => ({ conditions: [isStatus(status), contains] })],
  ] as const) {
    it(`reads the table in its own order for ${what} if a filter holds for most records (HC-42)`, async () => {
      const { total } = await list(products(), aQuery({ ...given('live'), countAtMost: 100 }));
      expect(total).to.equal('11');
      expect(plansOfRecords()).to.have.length(2);
      for (const plan of plansOfRecords()) expect(plan).to.include('SCAN products').and.not.include('products_status');
    });

    it(`leaves the plan of ${what} to SQLite if the filter holds for few records (HC-42)`, async () => {
      const { total } = await list(products(), aQuery({ ...given('draft'), countAtMost: 100 }));
      expect(total).to.equal('0');
      expect(ran.filter((one) => one.sql.includes('likelihood'))).to.deep.equal([]);
    });
  }

  it('looks for no shares of a list without a search', async () => {
    await list(products(), aQuery({ conditions: [isStatus('live')] }));
    expect(ran.some((one) => one.sql.includes('json_each'))).to.equal(false);
  });
});
