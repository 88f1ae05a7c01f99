import type { DirectoryTables } from '@gatehouse/host/admin';
import type { Generated } from 'kysely';

/** The tables of plugin bench.shop, beside those of the administrators. */
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
