import type { AdminOptions, Controller, Engine } from '@gatehouse/host/admin';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../support/admin/client.js';
import { startAdminStack } from '../../support/admin-stack.js';
import { auditText, INITIAL, type Item, type Place, type State } from './promises.js';

export interface TargetSettings {
  readonly database: Engine;
  /** A fault between the administrators and the daemon. */
  readonly wire?: (client: ApiClient) => ApiClient;
  /** A fault of the application. */
  readonly application?: (controller: Controller) => Controller;
  /** A fault of the database: statements to run after the tables exist. */
  readonly schema?: readonly string[];
}

/** A daemon, its host and the shop, as a program uses them. */
export interface Target {
  /** An administrator without superuser rights: the shop's scopes apply to this one. */
  readonly client: ApiClient;
  place(item: string, to: Place): Promise<void>;
  /** Links the hidden tag. */
  attach(item: string): Promise<void>;
  /** The full contents of the tables, in the model's terms. */
  audit(): Promise<string>;
  /** Resets the tables to the state in which programs begin. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const PERMISSIONS = ['acme.shop.access_items', 'acme.shop.manage_items', 'acme.shop.access_categories'];
/** SQLite's only writer is in this process, so it cannot finish while this thread waits for it. */
const BUSY = /busy|locked/i;

export async function startTarget(settings: TargetSettings): Promise<Target> {
  const stack = await startAdminStack({
    database: settings.database,
    admin: (options): AdminOptions => ({
      ...options,
      controllers: options.controllers.map((controller) => {
        const sealable = controller.id === 'acme.shop.items' ? withFormScope(controller) : controller;
        return settings.application?.(sealable) ?? sealable;
      }),
    }),
  });
  if (settings.database === 'sqlite') await stack.sql('pragma busy_timeout = 0');
  const sql = async (statement: string): Promise<Record<string, unknown>[]> => {
    for (;;) {
      try {
        return await stack.sql(statement);
      } catch (error) {
        if (!BUSY.test(String(error))) throw error;
        await sleep(1);
      }
    }
  };
  for (const statement of settings.schema ?? []) await sql(statement);
  await sql(`update backend_user_roles set permissions = '${JSON.stringify(PERMISSIONS)}' where code = 'editor'`);
  const client = await stack.signIn('editor');
  const lock = settings.database === 'postgres' ? 'for update' : '';

  return {
    client: settings.wire?.(client) ?? client,
    async place(item, to) {
      await sql(`update shop_items set ${columns(to)} where id = ${item}`);
    },
    async attach(item) {
      await sql(`insert into shop_item_tag (item_id, tag_id)
                 select id, 3 from shop_items where id = ${item} ${lock} on conflict do nothing`);
    },
    async audit() {
      const rows = await sql('select * from shop_items order by id');
      const links = await sql('select * from shop_item_tag order by item_id, tag_id');
      const state: State = Object.fromEntries(
        rows.map((row) => [
          String(row['id']),
          itemOf(
            row,
            links.filter((link) => link['item_id'] === row['id']).map((link) => String(link['tag_id'])),
          ),
        ]),
      );
      const orphans = links.filter(({ item_id: id }) => !rows.some((row) => row['id'] === id));
      return auditText(state) + orphans.map((link) => `; left over: ${JSON.stringify(link)}`).join('');
    },
    async reset() {
      await sql('delete from shop_item_tag');
      await sql('delete from shop_items');
      for (const [id, { title, category, tags }] of Object.entries(INITIAL)) {
        const key = category === '' ? 'null' : category;
        await sql(`insert into shop_items (id, title, category_id) values (${id}, '${title}', ${key})`);
        for (const tag of tags) await sql(`insert into shop_item_tag (item_id, tag_id) values (${id}, ${tag})`);
      }
    },
    stop: () => stack.stop(),
  };
}

/** The form does not show sold items; the list does. */
function withFormScope(controller: Controller): Controller {
  return { ...controller, formScope: (query) => query.where('shop_items.status', '<>', 'sold') };
}

function columns(place: Place): string {
  return `hidden = ${place === 'hidden' ? 1 : 0}, status = '${place === 'sealed' ? 'sold' : 'draft'}'`;
}

function itemOf(row: Record<string, unknown>, tags: readonly string[]): Item {
  const { title, quantity, version, category_id: category, hidden, status } = row;
  return {
    title: String(title),
    quantity: Number(quantity),
    version: Number(version),
    category: category === null ? '' : String(Number(category)),
    tags,
    place: hidden === 1 ? 'hidden' : status === 'sold' ? 'sealed' : 'open',
  };
}
