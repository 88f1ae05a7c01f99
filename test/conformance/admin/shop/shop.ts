import type { AdminContext, AdminOptions, Hooks, Values } from '@gatehouse/host/admin';
import {
  adminDatabase,
  column,
  createSqlDirectory,
  defineController,
  Invalid,
  markAsRecord,
  Refused,
  TrustedHtml,
  type Engine,
} from '@gatehouse/host/admin';
import { sql } from 'kysely';
import type { ShopDatabase } from '../databases.js';
import { Item, RELATIONS, Review, Tag } from './models.js';
import type { ShopTables } from './tables.js';

type Context = AdminContext<ShopTables>;

/** Writes what happened in the very transaction: what was rolled back leaves no entry. */
async function note(entry: string, { trx }: Context): Promise<void> {
  await trx.insertInto('journal').values({ entry }).execute();
}

/** What a hook does is told by the owner of the shop that is written: "refuse in afterCreate", "break in beforeUpdate". */
async function step(hook: string, id: string, context: Context): Promise<void> {
  await note(`${hook} ${id}`, context);
  const wish = context.caller.login;
  if (wish === `refuse in ${hook}`) throw new Refused(`${hook} says no`);
  if (wish === `find invalid in ${hook}`) throw new Invalid({ title: [`${hook} does not like it`] });
  if (wish === `break in ${hook}`) throw new Error(`a bug in ${hook}`);
}

const hooks: Hooks<ShopTables> = {
  async beforeCreate(values, context) {
    values['owner'] ??= 'shop';
    await step('beforeCreate', '', context);
  },
  afterCreate: (id, _values, context) => step('afterCreate', id, context),
  beforeUpdate: (id, _values, context) => step('beforeUpdate', id, context),
  afterUpdate: (id, _values, context) => step('afterUpdate', id, context),
  beforeDelete: (id, context) => step('beforeDelete', id, context),
  afterDelete: (id, context) => step('afterDelete', id, context),
};

const items = defineController<ShopTables, 'items'>({
  id: 'acme.shop.items',
  model: Item,
  relations: RELATIONS,
  listScope: (query) => query.where(sql<boolean>`cast(items.archived as integer) = 0`),
  formScope: (query) => query.where('items.owner', '<>', 'somebody else'),
  hooks,
  newRecord: { stock: 1 },
  actions: {
    restock: {
      label: 'Restock',
      run: async ({ recordId, values }, context) => {
        await note(`restock ${recordId ?? 'all'}`, context);
        await step('restock', recordId ?? '', context);
        return { message: `Restocked by ${context.caller.locale}`, fill: { stock: Number(values['stock'] ?? 0) + 10 } };
      },
    },
  },
  optionProviders: {
    shelves: ({ values: { category_id: category } }) =>
      typeof category === 'number' ? [{ value: String(category), label: 'the shelf of the category' }] : [],
    sizes: ({ values }, { caller }) => [
      { value: 's', label: caller.locale === 'de' ? 'klein' : 'small' },
      { value: 'l', label: `large, of ${String(values['title'] ?? 'anything')}` },
    ],
  },
  partialData: (name, recordId) => {
    if (name === 'record') return { item: markAsRecord({ id: 1 }, 'Item') };
    if (name === 'html') return { deep: [{ html: new TrustedHtml('<b>bold</b>') }] };
    if (name === 'entity')
      return {
        entity: new (class Entity {
          readonly id = 1;
        })() as never,
      };
    return { name, record: recordId ?? null, big: 2n ** 60n, at: new Date(1), list: [1, 1.5, true] };
  },
});

const changed = (values: Readonly<Values>, context: Context): Promise<void> =>
  values['shop_name'] === 'break' ? Promise.reject(new Error('a bug')) : note('settings', context);

export function shopAdmin(db: ShopDatabase, engine: Engine): AdminOptions {
  const database = adminDatabase(db, engine);
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: [
      items,
      defineController<ShopTables, 'tags'>({ id: 'acme.shop.tags', model: Tag }),
      defineController<ShopTables, 'reviews'>({ id: 'acme.shop.reviews', model: Review }),
    ],
    plugins: [
      {
        id: 'acme.shop',
        settings: [
          {
            code: 'acme-shop',
            label: 'Shop',
            fields: '~/plugins/acme/shop/models/settings/fields.yaml',
            columns: {
              shop_name: column.string({ nullable: true, default: 'The shop' }),
              largest: column.bigint({ nullable: true }),
              since: column.timestamp({ nullable: true }),
              logo: column.bytes({ nullable: true }),
              open: column.bool({ default: true }),
            },
            hooks: { afterUpdate: changed as never },
          },
        ],
      },
    ],
  };
}
