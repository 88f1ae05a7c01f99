import { belongsTo, column, defineController, defineModel, type Controller, type Plugin } from '@gatehouse/host/admin';
import { LOW_STOCK } from './shop-rows.js';
import type { ShopTables } from './shop-rows.js';

/** Plugin bench.shop (bench/plugins): products with a category each, in a list that counts and one that does not. */
const Category = defineModel<ShopTables>()({
  name: 'Bench\\Shop\\Models\\Category',
  table: 'categories',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), name: column.string() },
});

const Product = defineModel<ShopTables>()({
  name: 'Bench\\Shop\\Models\\Product',
  table: 'products',
  primaryKey: 'id',
  version: 'version',
  columns: {
    id: column.integer({ protected: true }),
    name: column.string({ maxLength: 100 }),
    sku: column.string({ maxLength: 20 }),
    status: column.string({ maxLength: 20 }),
    price: column.decimal({ precision: 10, scale: 2 }),
    stock: column.integer({ minimum: 0 }),
    active: column.bool(),
    description: column.string({ nullable: true }),
    created_at: column.timestamp({ protected: true }),
    category_id: column.integer({ nullable: true }),
  },
});

const products = (name: string): Controller =>
  defineController<ShopTables, 'products'>({
    id: `bench.shop.${name}`,
    model: Product,
    defaultForModel: name === 'products',
    permissions: ['bench.shop.access'],
    relations: { category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }) },
    async partialData(_partial, _recordId, { trx }) {
      const rows = await trx
        .selectFrom('products')
        .select(['name', 'stock'])
        .orderBy('stock')
        .limit(LOW_STOCK)
        .execute();
      return { Products: rows.map(({ name: Name, stock: Stock }) => ({ Name, Stock })) };
    },
  });

export const CONTROLLERS: readonly Controller[] = [products('products'), products('feed')];

export const SHOP: Plugin = {
  id: 'bench.shop',
  permissions: [{ code: 'bench.shop.access', label: 'Products' }],
};
