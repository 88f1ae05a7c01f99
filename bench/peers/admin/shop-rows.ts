import type { DirectoryTables } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory, migrateAdmin } from '@gatehouse/host/admin';
import { hash } from '@node-rs/bcrypt';
import type { Generated } from 'kysely';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';

/** The tables of plugin bench.shop and those of the administrators. */
export interface ShopTables extends DirectoryTables {
  products: {
    id: Generated<number>;
    version: Generated<number>;
    name: string;
    sku: string;
    status: string;
    price: string;
    stock: number;
    active: number;
    description: string | null;
    created_at: string;
    category_id: number | null;
  };
  categories: { id: Generated<number>; name: string };
}

export const ADMINISTRATOR = { login: 'admin@example.test', password: 'a password of the benchmark' };
/** Number of products in the header partial. */
export const LOW_STOCK = 10;
const CATEGORIES = 40;

/** How much is in a shop. */
export interface ShopSize {
  readonly rows: number;
  /** Only the first one signs in. */
  readonly administrators: number;
}

/** Opens the file with the same pragmas for all contenders: commits are synced to disk. */
export const PRAGMAS = 'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on';

const TABLES = `
  create table categories (id integer primary key, name text not null);
  create table products (
    id integer primary key, version integer not null default 1, name text not null, sku text not null unique,
    status text not null, price numeric not null, stock integer not null, active integer not null, description text,
    created_at text not null, category_id integer references categories (id)
  );`;

/** Created after the rows, which is faster. The list filters by status and sorts by age; the search uses names. */
const INDEXES = `
  create index products_status_created_at on products (status, created_at);
  create index products_name on products (name);
  create index products_stock on products (stock);
  create index products_category_id on products (category_id);
  analyze;`;

/** Nine in ten are live. They are a minute apart, so that a sort has no ties. */
const ROWS = `
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
  insert into products (name, sku, status, price, stock, active, description, created_at, category_id)
  select
    case n % 7 when 0 then 'Blue ' when 1 then 'Small ' when 2 then 'Heavy ' when 3 then 'Quiet ' when 4 then 'Round '
      when 5 then 'Old ' else 'Plain ' end ||
      case n % 11 when 0 then 'kettle' when 1 then 'ladder' when 2 then 'lamp' when 3 then 'bucket' when 4 then 'chair'
      when 5 then 'hammer' when 6 then 'basket' when 7 then 'carpet' when 8 then 'clock' when 9 then 'mirror'
      else 'shelf' end || ' ' || (n * 7919 % 999983),
    printf('SKU-%08d', n),
    case n % 20 when 0 then 'draft' when 1 then 'retired' else 'live' end,
    (n * 31 % 100000) / 100.0,
    n * 7919 % 5003,
    n % 3 > 0,
    'Product number ' || n || ', as good as any other and better than most of them.',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1500000000 + n * 60, 'unixepoch'),
    1 + n % ${String(CATEGORIES)}
  from numbers`;

/** Creates the file; every host and hand-written endpoint starts with a copy of it. */
export async function createShop(path: string, { rows, administrators }: ShopSize): Promise<void> {
  const file = new Database(path);
  file.exec(PRAGMAS);
  file.exec(TABLES);
  const category = file.prepare('insert into categories (name) values (?)');
  for (let number = 1; number <= CATEGORIES; number++) category.run(`Category ${String(number)}`);
  file.prepare(ROWS).run(rows);
  file.exec(INDEXES);
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database: file }) });
  const database = adminDatabase(db, 'sqlite');
  await migrateAdmin(database);
  const passwordHash = await hash(ADMINISTRATOR.password, { cost: 10 });
  for (let index = 0; index < administrators; index++) {
    const login = index === 0 ? ADMINISTRATOR.login : `admin-${String(index)}@example.test`;
    await createSqlDirectory(database).create({ login, email: login, passwordHash, superuser: true });
  }
  // One file, without WAL's extra files.
  file.exec('pragma journal_mode = delete');
  await db.destroy();
}
