import type { RelationChange__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { sql } from 'kysely';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { Controller } from '../model/controller.js';
import { keyParameters, keyText, quotedTable, ref } from '../sql/columns.js';
import type { Registry } from '../registry.js';

type Context = AdminContext<AnyTables>;

/** Records of one model that a transaction holds until it ends. */
export interface Hold {
  readonly model: Model;
  readonly ids: readonly string[];
  /**
   * Written: one transaction at a time has the record, and what it read of it and of its links stays true. Linked: any number
   * of transactions link to the record, and none writes or deletes it, as the database itself does for a foreign key.
   */
  readonly as: 'written' | 'linked';
}

interface Held {
  /** Whether the record is there; true as well where its table cannot be held. */
  has(model: Model, id: string): boolean;
  /** Whether records of the model stay as they are until the transaction ends. */
  holds(model: Model): boolean;
}

/**
 * Holds the records, and returns the ids of those that are still there by table: the transaction that this one waited for may
 * have deleted some. Two transactions that change the links between the same records wait for each other, whichever side they
 * come from. All of them lock table by table and key by key in one order, so that none waits for a transaction that waits for
 * it. On SQLite, which has one writer, nothing is to be done.
 */
export async function hold(registry: Registry, holds: readonly Hold[], context: Context): Promise<Held> {
  if (registry.engine !== 'postgres') return { has: () => true, holds: () => true };
  const found = new Map<string, ReadonlySet<string>>();
  for (const table of [...new Set(holds.map(({ model }) => model.table))].sort()) {
    const ofTable = holds.filter(({ model }) => model.table === table);
    const { model } = ofTable[0] ?? {};
    const ids = [...new Set(ofTable.flatMap((one) => one.ids))];
    const isWritten = ofTable.some((one) => one.as === 'written');
    if (model === undefined || ids.length === 0) continue;
    if (!(await canBeHeld(registry, table, isWritten, context))) continue;
    found.set(table, await lock(registry, model, ids, isWritten ? sql`for update` : sql`for key share`, context));
  }
  return {
    has: ({ table }, id) => found.get(table)?.has(id) ?? true,
    holds: ({ table }) => found.has(table),
  };
}

/** The record that is written, and those that its many-to-many relations are about to lead to. */
export function holdsOf(
  { model, relations = {} }: Controller,
  id: string | undefined,
  changes: readonly RelationChange__Output[],
): Hold[] {
  const linked = changes.flatMap(({ relation: name, ids }): Hold[] => {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    return relation?.kind === 'belongsToMany' ? [{ model: relation.model, ids, as: 'linked' }] : [];
  });
  return id === undefined ? linked : [{ model, ids: [id], as: 'written' }, ...linked];
}

async function lock(
  registry: Registry,
  model: Model,
  ids: readonly string[],
  strength: ReturnType<typeof sql>,
  { trx }: Context,
): Promise<ReadonlySet<string>> {
  const keys = keyParameters(registry, model, ids);
  if (keys.length === 0) return new Set();
  const key = ref(model.table, model.primaryKey);
  const { rows } = await sql<{ gatehouse_id: string }>`
    select ${keyText(model)} as gatehouse_id from ${sql.table(model.table)}
    where ${key} in (${sql.join(keys)}) order by ${key} ${strength}`.execute(trx);
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

interface Holdable {
  readonly table: boolean;
  readonly update: boolean;
}

/**
 * A lock takes the right to update. Where the application has none, a record is linked to, unlinked and deleted without it. A
 * view is linked to without one as well.
 */
async function canBeHeld(registry: Registry, table: string, isWritten: boolean, { trx }: Context): Promise<boolean> {
  const known = holdable.get(registry) ?? new Map<string, Holdable>();
  holdable.set(registry, known);
  let can = known.get(table);
  if (can === undefined) {
    const { rows } = await sql<Holdable>`
      select relkind in ('r', 'p') as table, has_any_column_privilege(oid, 'update') as update
      from pg_class where oid = to_regclass(${quotedTable(table)})`.execute(trx);
    can = rows[0] ?? { table: false, update: false };
    known.set(table, can);
  }
  return can.update && (isWritten || can.table);
}

const holdable = new WeakMap<Registry, Map<string, Holdable>>();
