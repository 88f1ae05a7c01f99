import type { Action, AdminContext } from '@gatehouse/host/admin';
import { belongsTo, column, defineController, defineModel, hasMany, Invalid, Refused } from '@gatehouse/host/admin';
import { sql } from 'kysely';
import type { ShopTables } from './shop-tables.js';

/**
 * The shop of each SDK follows a wish in hooks, actions, providers and partials, has notes, whose keys are texts, and an action
 * that runs the SQL of a test. The same is in sdk/go/drivertest/shop/lab.go and sdk/python/tests/apps/lab.py.
 */

/** Refuses or fails if that is the wish. */
export function judge(wish: unknown): void {
  if (wish === 'Wrong') throw new Invalid({ title: ['Not this title.'] });
  if (wish === 'Two') throw new Invalid({ title: ['Not this title.'], sku: ['Nor this one.'] });
  if (wish === 'Empty') throw new Invalid({});
  if (wish === 'Refused') throw new Refused('Not today.');
  if (wish === 'Mute') throw new Refused('');
  if (wish === 'Broken') throw new Error('a bug');
}

type Context = AdminContext<ShopTables>;

/** Without a record, runs the SQL in "body"; answers as "title" says, or else the title of the record, and fills the other values. */
export function labActions(textOf: (name: 'title', id: string, context: Context) => Promise<unknown>) {
  const lab: Action<ShopTables> = {
    label: 'Lab',
    permissions: ['acme.shop.publish'],
    run: async ({ recordId, values: { body, title, ...others } }, context) => {
      if (typeof body === 'string' && recordId === undefined) await sql.raw(body).execute(context.trx);
      const wish = title ?? (recordId === undefined ? '' : await textOf('title', recordId, context));
      judge(wish);
      if (wish === 'Nothing') return undefined;
      return { message: wish === 'Long' ? '😀'.repeat(600) : `Lab ${recordId ?? ''}`, fill: others };
    },
  };
  return { lab };
}

const Note = defineModel<ShopTables>()({
  name: 'Acme\\Shop\\Models\\Note',
  table: 'notes',
  primaryKey: 'code',
  version: 'version',
  columns: {
    code: column.string({ protected: true }),
    text: column.string(),
    parent_code: column.string({ nullable: true }),
    version: column.integer({ nullable: true, protected: true }),
  },
});

/** Its keys are the texts of the notes. */
export const notes = defineController<ShopTables, 'notes'>({
  id: 'acme.shop.notes',
  model: Note,
  permissions: ['acme.shop.products'],
  relations: {
    parent: belongsTo(Note, { foreignKey: 'parent_code', label: 'text' }),
    children: hasMany(Note, { foreignKey: 'parent_code', label: 'text' }),
  },
  hooks: {
    beforeCreate: (values) => {
      values['code'] = values['text'] ?? '';
    },
  },
});
