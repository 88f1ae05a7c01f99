import { expect } from 'chai';
import type { Insertable } from 'kysely';
import type { AdminRecord, RecordPage } from '../../../daemon/admin/model/record.js';
import type { ShopTables } from './shop/tables.js';
import type { Subject } from './subject.js';

export type Current = () => Subject;

type Item = Partial<Insertable<ShopTables['items']>> & { readonly title: string };

/** Inserts items into the shop without the admin backend, and returns their ids. */
export async function seed({ db, database }: Subject, rows: readonly Item[]): Promise<string[]> {
  const values = rows.map((row) => ({ ...row, ...boundSerial(row, database.engine) }));
  const made: string[] = [];
  for (const row of values) {
    const { id } = await db.insertInto('items').values(row).returning('id').executeTakeFirstOrThrow();
    made.push(String(id));
  }
  return made;
}

function boundSerial({ serial }: Item, engine: string): { serial?: bigint | string | null } {
  if (serial === undefined) return {};
  return { serial: engine === 'postgres' && typeof serial === 'bigint' ? String(serial) : serial };
}

/** Sets one column of items, selected by title; a boolean in the engine's representation. */
export async function assign(
  { db, database }: Subject,
  column: 'flag' | 'seen_at' | 'archived',
  ...pairs: readonly (readonly [title: string, value: boolean | string])[]
): Promise<void> {
  for (const [title, value] of pairs) {
    const bound = typeof value === 'boolean' && database.engine === 'sqlite' ? Number(value) : value;
    await db
      .updateTable('items')
      .set({ [column]: bound })
      .where('title', '=', title)
      .execute();
  }
}

export function ids({ records }: RecordPage): string[] {
  return records.map(({ id }) => id);
}

export function written(outcome: { readonly outcome: string } | { readonly record: AdminRecord }): AdminRecord {
  if (!('record' in outcome)) expect.fail(JSON.stringify(outcome));
  return outcome.record;
}

/** The notes of all hooks and actions that were not rolled back. */
export async function journal({ db }: Subject): Promise<string[]> {
  const rows = await db.selectFrom('journal').select('entry').orderBy('id').execute();
  return rows.map(({ entry }) => entry);
}
