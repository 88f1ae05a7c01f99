import { belongsTo, belongsToMany, column, defineModel, hasMany } from '@gatehouse/host/admin';
import { sql } from 'kysely';
import type { ShopTables } from './tables.js';

const model = defineModel<ShopTables>();
const ID = column.integer({ protected: true });
const optional = { nullable: true } as const;

export const Category = model({
  name: 'Category',
  table: 'categories',
  primaryKey: 'id',
  columns: { id: ID, name: column.string() },
  listScope: (query, { form }) => {
    if (form !== undefined) throw new Error('a list scope must not get the values of a form');
    return query.where(sql<boolean>`not cast(categories.hidden as integer) = 1`);
  },
  scopes: {
    named: (query, values) => query.where('categories.name', 'in', values.map(String)),
    titled: (query, _values, { form }) => query.where('categories.name', '=', String(form?.['title'] ?? '')),
  },
});

export const Tag = model({
  name: 'Tag',
  table: 'tags',
  primaryKey: 'id',
  columns: { id: ID, name: column.string() },
});

export const Review = model({
  name: 'Review',
  table: 'reviews',
  primaryKey: 'id',
  version: 'version',
  columns: { id: ID, item_id: column.integer(optional), body: column.string() },
});

export const Part = model({
  name: 'Part',
  table: 'parts',
  primaryKey: 'id',
  columns: { id: ID, item_id: column.integer(), name: column.string() },
});

export const Item = model({
  name: 'Item',
  table: 'items',
  primaryKey: 'id',
  version: 'version',
  columns: {
    id: ID,
    title: column.string({ maxLength: 100 }),
    owner: column.string({ protected: true }),
    flag: column.bool(optional),
    stock: column.integer(optional),
    serial: column.bigint(optional),
    ratio: column.double(optional),
    price: column.decimal({ ...optional, stored: 'text' }),
    day: column.date(optional),
    opens: column.time(optional),
    seen_at: column.timestamp(optional),
    details: column.json(optional),
    image: column.bytes(optional),
    category_id: column.integer(optional),
    parent_id: column.integer(optional),
  },
  scopes: {
    stocked: (query, [least]) => query.where('items.stock', '>=', Number(least)),
    inCategories: (query, categories) => query.where('items.category_id', 'in', categories.map(Number)),
  },
});

export const RELATIONS = {
  category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }),
  parent: belongsTo(Item, { foreignKey: 'parent_id', label: 'title' }),
  children: hasMany(Item, { foreignKey: 'parent_id', label: 'title' }),
  tags: belongsToMany(Tag, { pivotTable: 'item_tag', foreignKey: 'item_id', relatedKey: 'tag_id', label: 'name' }),
  badges: belongsToMany(Tag, { pivotTable: 'item_badge', foreignKey: 'item_id', relatedKey: 'tag_id', label: 'name' }),
  friends: belongsToMany(Item, {
    pivotTable: 'item_friend',
    foreignKey: 'item_id',
    relatedKey: 'friend_id',
    label: 'title',
  }),
  reviews: hasMany(Review, { foreignKey: 'item_id', label: 'body' }),
  parts: hasMany(Part, { foreignKey: 'item_id', label: 'name' }),
};

/** From the other side of the pivot table without constraints. */
export const BADGED = belongsToMany(Item, {
  pivotTable: 'item_badge',
  foreignKey: 'tag_id',
  relatedKey: 'item_id',
  label: 'title',
});
