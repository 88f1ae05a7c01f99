import type { AdminContext, AdminOptions, Controller, Engine, Hooks, Values } from '@gatehouse/host/admin';
import {
  adminDatabase,
  belongsTo,
  belongsToMany,
  column,
  createSqlDirectory,
  defineController,
  defineModel,
  hasMany,
  Refused,
} from '@gatehouse/host/admin';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { judge, labActions, notes } from './lab.js';
import { SHOP_SETTINGS } from './shop-settings.js';
import type { ShopTables } from './shop-tables.js';

type Context = AdminContext<ShopTables>;

const model = defineModel<ShopTables>();
const ID = { id: column.integer({ protected: true }) };
const HIDDEN = { hidden: column.bool({ default: false }) };
const optional = { nullable: true } as const;

const Category = model({
  name: 'Acme\\Shop\\Models\\Category',
  table: 'categories',
  primaryKey: 'id',
  columns: { ...ID, name: column.string({ maxLength: 100 }), ...HIDDEN },
});

const Tag = model({
  name: 'Acme\\Shop\\Models\\Tag',
  table: 'tags',
  primaryKey: 'id',
  columns: { ...ID, name: column.string({ maxLength: 50 }), ...HIDDEN },
});

const Supplier = model({
  name: 'Acme\\Shop\\Models\\Supplier',
  table: 'suppliers',
  primaryKey: 'id',
  columns: { ...ID, name: column.string({ maxLength: 50 }) },
});

const Product = model({
  name: 'Acme\\Shop\\Models\\Product',
  table: 'products',
  primaryKey: 'id',
  version: 'version',
  columns: {
    ...ID,
    sku: column.string({ maxLength: 20 }),
    title: column.string({ maxLength: 200 }),
    body: column.string(optional),
    status: column.string({ maxLength: 10, default: 'draft' }),
    price: column.decimal({ ...optional, precision: 10, scale: 2 }),
    stock: column.integer({ default: 0 }),
    views: column.bigint({ default: 0n }),
    rating: column.double(optional),
    active: column.bool({ default: true }),
    released_on: column.date(optional),
    opens_at: column.time(optional),
    published_at: column.timestamp(optional),
    attributes: column.json(optional),
    photo: column.bytes(optional),
    owner: column.string({ protected: true, maxLength: 50, default: 'house' }),
    version: column.integer({ protected: true }),
    category_id: column.integer(optional),
    supplier_id: column.integer(optional),
  },
  scopes: { in_stock: (query) => query.where(sql<boolean>`products.stock > 0`) },
});

function checkTitle({ title }: Values): void {
  judge(title);
}

const textOf = async (name: 'title' | 'status', id: string, { trx }: Context): Promise<unknown> =>
  (await trx.selectFrom('products').select(name).where('id', '=', Number(id)).executeTakeFirstOrThrow())[name];

const hooks: Hooks<ShopTables> = {
  beforeCreate(values, { caller }) {
    values['owner'] = caller.login;
    checkTitle(values);
  },
  async beforeUpdate(id, values, context) {
    checkTitle(values);
    if (values['title'] === 'Reload') values['body'] = (await textOf('title', id, context)) as string;
  },
  async beforeDelete(id, context) {
    if ((await textOf('status', id, context)) === 'sold') throw new Refused('A sold product stays.');
    judge(await textOf('title', id, context));
  },
  async beforeLink(id, _relation, _ids, context) {
    judge(await textOf('title', id, context));
  },
  async afterUnlink(id, _relation, _ids, context) {
    judge(await textOf('title', id, context));
  },
};

const PERMISSIONS = ['acme.shop.products'];

const products = defineController<ShopTables, 'products'>({
  id: 'acme.shop.products',
  model: Product,
  permissions: PERMISSIONS,
  relations: {
    category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }),
    supplier: belongsTo(Supplier, { foreignKey: 'supplier_id', label: 'name' }),
    tags: belongsToMany(Tag, {
      ...{ pivotTable: 'product_tags', foreignKey: 'product_id', relatedKey: 'tag_id', label: 'name' },
    }),
  },
  newRecord: { status: 'draft', price: '1.50' },
  listScope: (query, { caller }) => {
    if (caller.login === 'barred') throw new Refused('Not today.');
    return caller.superuser ? query : query.where(sql<boolean>`products.owner = ${caller.login}`);
  },
  hooks,
  optionProviders: {
    statuses: ({ values }) => {
      judge(values['title']);
      return [
        { value: 'draft', label: 'Draft' },
        { value: 'live', label: 'Live' },
        ...(values['active'] === false ? [] : [{ value: 'sold', label: 'Ausverkauft', color: 'danger' } as const]),
      ];
    },
  },
  actions: {
    activate_all: {
      label: 'Activate all',
      permissions: ['acme.shop.publish'],
      run: async (_call, { trx }) => {
        const { numAffectedRows } = await sql`update products set active = true`.execute(trx);
        return { message: `${numAffectedRows} products` };
      },
    },
    ...labActions(textOf),
  },
  partialData: async (_partial, record, context) => {
    const { trx } = context;
    if (record !== undefined) judge(await textOf('title', record, context));
    const { rows } = await sql<{ n: string | number }>`select count(*) as n from products`.execute(trx);
    return { products: Number(rows[0]?.n), record: record ?? null };
  },
});

const listed = (table: 'categories' | 'tags') => sql<boolean>`not ${sql.ref(`${table}.hidden`)}`;

const categories = defineController<ShopTables, 'categories'>({
  id: 'acme.shop.categories',
  model: Category,
  permissions: PERMISSIONS,
  relations: { products: hasMany(Product, { foreignKey: 'category_id', label: 'title' }) },
  listScope: (query) => query.where(listed('categories')),
});

const tags = defineController<ShopTables, 'tags'>({
  id: 'acme.shop.tags',
  model: Tag,
  permissions: PERMISSIONS,
  listScope: (query) => query.where(listed('tags')),
});

const CONTROLLERS: readonly Controller[] = [products, categories, tags, notes];

/** The admin backend of the shop of sdk/go/drivertest/shop and sdk/python/tests/apps/shop.py, on the TypeScript SDK. */
export function shopAdmin(db: Kysely<ShopTables>, engine: Engine): AdminOptions {
  const database = adminDatabase(db, engine);
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: CONTROLLERS,
    plugins: [
      {
        id: 'acme.shop',
        permissions: [
          { code: 'acme.shop.products', label: 'Products' },
          { code: 'acme.shop.publish', label: 'Publish' },
          { code: 'acme.shop.settings', label: 'Settings' },
        ],
        navigation: [{ code: 'products', label: 'Products', controller: 'acme.shop.products' }],
        settings: [SHOP_SETTINGS],
      },
    ],
  };
}
