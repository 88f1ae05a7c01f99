import type { AdminContext, AdminOptions, Hooks, Values } from '@gatehouse/host/admin';
import {
  adminDatabase,
  belongsTo,
  column,
  createSqlDirectory,
  defineController,
  Invalid,
  markAsRecord,
  Refused,
  TrustedHtml,
  type Engine,
  type ViewModel,
} from '@gatehouse/host/admin';
import { sql } from 'kysely';
import type { ShopDatabase } from '../databases.js';
import { BADGED, Item, RELATIONS, Review, Tag } from './models.js';
import type { ShopTables } from './tables.js';

type Context = AdminContext<ShopTables>;

/** Records events in the same transaction: events that were rolled back leave no entry. */
async function note(entry: string, { trx }: Context): Promise<void> {
  await trx.insertInto('journal').values({ entry }).execute();
}

/** The caller's login selects what a hook does: "refuse in afterCreate", "break in beforeUpdate". */
async function step(hook: string, id: string, context: Context): Promise<void> {
  await note(`${hook} ${id}`, context);
  const wish = context.caller.login;
  if (wish === `refuse in ${hook}`) throw new Refused(`${hook} says no`);
  if (wish === `find invalid in ${hook}`) throw new Invalid({ title: [`${hook} does not like it`] });
  if (wish === `break in ${hook}`) throw new Error(`a bug in ${hook}`);
}

/** Records that this administrator files elsewhere stay in no category. */
function unfile(values: Values, { caller }: Context): void {
  if (caller.login === 'may not file' && 'category_id' in values) values['category_id'] = null;
}

const hooks: Hooks<ShopTables> = {
  async beforeCreate(values, context) {
    values['owner'] ??= 'shop';
    unfile(values, context);
    await step('beforeCreate', '', context);
  },
  afterCreate: (id, _values, context) => step('afterCreate', id, context),
  async beforeUpdate(id, values, context) {
    unfile(values, context);
    await step('beforeUpdate', id, context);
  },
  afterUpdate: (id, _values, context) => step('afterUpdate', id, context),
  beforeDelete: (id, context) => step('beforeDelete', id, context),
  afterDelete: (id, context) => step('afterDelete', id, context),
  beforeLink: (id, relation, ids, context) => step('beforeLink', `${id} ${relation} ${ids.join(' ')}`, context),
  afterLink: (id, relation, ids, context) => step('afterLink', `${id} ${relation} ${ids.join(' ')}`, context),
  beforeUnlink: (id, relation, ids, context) => step('beforeUnlink', `${id} ${relation} ${ids.join(' ')}`, context),
  afterUnlink: (id, relation, ids, context) => step('afterUnlink', `${id} ${relation} ${ids.join(' ')}`, context),
};

/** Reviews with these prefixes are in no list, or in no form. */
const unless = (beginning: string) => sql<boolean>`not (reviews.body like ${`${beginning}%`})`;

const reviews = defineController<ShopTables, 'reviews'>({
  id: 'acme.shop.reviews',
  model: Review,
  relations: { item: belongsTo(Item, { foreignKey: 'item_id', label: 'title' }) },
  listScope: (query) => query.where(unless('unlisted')),
  formScope: (query) => query.where(unless('locked')),
  hooks: {
    async beforeUpdate(id, values, context) {
      await step('review beforeUpdate', `${id} ${String(values['item_id'])}`, context);
      if (context.caller.login === 'signs reviews') values['body'] = `moved to ${String(values['item_id'])}`;
    },
    afterUpdate: (id, values, context) => step('review afterUpdate', `${id} ${String(values['item_id'])}`, context),
  },
});

const tags = defineController<ShopTables, 'tags'>({
  id: 'acme.shop.tags',
  model: Tag,
  relations: { badged: BADGED },
});

/** Values as they came from the database, and values derived from them. */
async function rowsOf(name: string, trx: Context['trx']): Promise<ViewModel> {
  const row = await trx.selectFrom('items').select(['id', 'title']).executeTakeFirstOrThrow();
  if (name === 'row') return { rows: [row] };
  if (name === 'row copied') return { rows: [{ ...row }], first: row.title };
  if (name === 'row aliased') return trx.selectFrom('tags as t').selectAll().executeTakeFirstOrThrow();
  if (name === 'row of a join') {
    const joined = trx.selectFrom('items').leftJoin('categories', 'categories.id', 'items.category_id');
    return { row: await joined.select(['items.id', 'categories.name']).executeTakeFirstOrThrow() };
  }
  if (name === 'row written') {
    return { row: await trx.insertInto('tags').values({ name: 'new' }).returningAll().executeTakeFirstOrThrow() };
  }
  const { rows } = await sql<{ title: string }>`select title from items`.execute(trx);
  return { rows };
}

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
      { value: 'l', label: `large, of ${String(values['title'] ?? 'anything')}`, color: 'warning' },
    ],
  },
  partialData: async (name, recordId, { trx }) => {
    if (name.startsWith('row')) return rowsOf(name, trx);
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
    controllers: [items, tags, reviews],
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
              shelves: column.integer({ nullable: true, default: 3 }),
              discount: column.double({ nullable: true }),
            },
            hooks: { afterUpdate: changed },
          },
        ],
      },
    ],
  };
}
