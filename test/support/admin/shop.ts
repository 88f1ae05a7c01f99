import {
  belongsTo,
  belongsToMany,
  column,
  defineController,
  defineModel,
  hasMany,
  Invalid,
  type AdminContext,
  type ActionInvocation,
  type ActionResult,
  type Controller,
  type Plugin,
  type ViewModel,
} from '@gatehouse/host/admin';
import type { ShopTables } from './shop-tables.js';

/** Lets a test control the shop while it runs. */
export interface ShopDecisions {
  /** The view model of every partial. */
  viewModel: (partial: string, recordId: string | undefined) => ViewModel;
  action: (
    name: string,
    invocation: ActionInvocation,
    context: AdminContext<ShopTables>,
  ) => ActionResult | Promise<ActionResult>;
}

export const STATS: ViewModel = { stats: [{ label: 'acme.shop::lang.items.in_stock', value: 7 }], text: '', margin: 1 };

export function undecided(): ShopDecisions {
  return {
    viewModel: (_partial, recordId) => ({ ...(STATS as object), ...(recordId !== undefined && { record: recordId }) }),
    action: () => ({ message: 'Done.' }),
  };
}

const Category = defineModel<ShopTables>()({
  name: 'Acme\\Shop\\Models\\Category',
  table: 'shop_categories',
  primaryKey: 'id',
  columns: {
    id: column.integer({ protected: true }),
    name: column.string({ maxLength: 50 }),
    internal_note: column.string(),
  },
  scopes: { visible: (query) => query.where('shop_categories.id', '<', 3) },
  listScope: (query) => query.where('shop_categories.archived', '=', 0),
});

const Tag = defineModel<ShopTables>()({
  name: 'Acme\\Shop\\Models\\Tag',
  table: 'shop_tags',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), name: column.string(), cost_centre: column.string() },
  listScope: (query) => query.where('shop_tags.retired', '=', 0),
});

const Note = defineModel<ShopTables>()({
  name: 'Acme\\Shop\\Models\\Note',
  table: 'shop_notes',
  primaryKey: 'id',
  columns: {
    id: column.integer({ protected: true }),
    body: column.string(),
    item_id: column.integer({ nullable: true }),
  },
});

const Item = defineModel<ShopTables>()({
  name: 'Acme\\Shop\\Models\\Item',
  table: 'shop_items',
  primaryKey: 'id',
  version: 'version',
  columns: {
    id: column.integer({ protected: true }),
    title: column.string({ maxLength: 50 }),
    slug: column.string({ nullable: true, maxLength: 50 }),
    quantity: column.integer({ default: 0 }),
    serial: column.bigint({ nullable: true }),
    price: column.decimal({ nullable: true, precision: 6, scale: 2 }),
    weight: column.double({ nullable: true }),
    active: column.bool({ default: true }),
    status: column.string({ maxLength: 20, default: 'draft' }),
    released_on: column.date({ nullable: true }),
    published_at: column.timestamp({ nullable: true }),
    layout: column.string({ nullable: true }),
    secret: column.string({ nullable: true }),
    locked: column.string({ default: 'locked' }),
    supplier: column.string({ nullable: true }),
    owner: column.string({ protected: true, default: 'nobody' }),
    category_id: column.integer({ nullable: true }),
    partner_id: column.integer({ nullable: true }),
  },
  scopes: { cheap: (query) => query.where('shop_items.quantity', '<', 2) },
  listScope: (query, { caller }) => (caller.superuser ? query : query.where('shop_items.hidden', '=', 0)),
});

export function shopControllers(decisions: ShopDecisions): Controller[] {
  const action = (name: string, permissions: readonly string[] = []) => ({
    label: name,
    permissions,
    run: (invocation: ActionInvocation, context: AdminContext<ShopTables>) =>
      decisions.action(name, invocation, context),
  });
  const notes = hasMany(Note, { foreignKey: 'item_id', label: 'body' });
  return [
    defineController<ShopTables, 'shop_items'>({
      id: 'acme.shop.items',
      model: Item,
      permissions: ['acme.shop.access_items'],
      relations: {
        category: belongsTo(Category, { foreignKey: 'category_id', label: 'name' }),
        partner: belongsTo(Category, { foreignKey: 'partner_id', label: 'internal_note' }),
        tags: belongsToMany(Tag, {
          pivotTable: 'shop_item_tag',
          foreignKey: 'item_id',
          relatedKey: 'tag_id',
          label: 'name',
        }),
        notes,
        audits: notes,
      },
      hooks: {
        beforeCreate: (values) => refuseForbiddenTitle(values['title']),
        beforeUpdate: (_id, values) => refuseForbiddenTitle(values['title']),
        beforeDelete: (id) => {
          if (id === '6') throw new Invalid({ title: ['This one stays.'] });
        },
      },
      actions: {
        restock: action('restock'),
        purge: action('purge', ['acme.shop.see_costs']),
        measure: action('measure'),
        suggest: action('suggest'),
        discount: action('discount'),
        revalue: action('revalue', ['acme.shop.see_costs']),
      },
      partialData: (partial, recordId) => decisions.viewModel(partial, recordId),
      optionProviders: {
        layouts: () => [
          { value: 'wide', label: 'Wide' },
          { value: 'narrow', label: 'Narrow' },
        ],
      },
      scripts: ['js/widgets.js'],
      styles: ['css/shop.css'],
    }),
    defineController<ShopTables, 'shop_categories'>({
      id: 'acme.shop.categories',
      model: Category,
      permissions: ['acme.shop.access_categories'],
      relations: { items: hasMany(Item, { foreignKey: 'category_id', label: 'title' }) },
    }),
  ];
}

function refuseForbiddenTitle(title: unknown): void {
  if (title === 'Forbidden') throw new Invalid({ title: ['Not this title.'] });
}

export const SHOP: Plugin = {
  id: 'acme.shop',
  permissions: ['access_items', 'manage_items', 'see_costs', 'access_categories', 'access_settings'].map((code) => ({
    code: `acme.shop.${code}`,
    label: code,
  })),
  navigation: [
    {
      code: 'shop',
      label: 'Shop',
      children: [
        { code: 'items', label: 'acme.shop::lang.items.title', controller: 'acme.shop.items' },
        { code: 'categories', label: 'Categories', controller: 'acme.shop.categories' },
      ],
    },
  ],
  settings: [
    {
      code: 'acme-shop',
      label: 'Shop settings',
      permissions: ['acme.shop.access_settings'],
      fields: '~/plugins/acme/shop/models/settings/fields.yaml',
      columns: {
        shop_name: column.string({ maxLength: 50, default: 'Shop' }),
        page_size: column.integer({ default: 20 }),
        margin: column.integer({ default: 5 }),
      },
    },
  ],
};

/** The permissions of each role. */
export const ROLES = {
  reader: ['acme.shop.access_items'],
  editor: ['acme.shop.access_items', 'acme.shop.manage_items', 'acme.shop.access_settings'],
} as const;
