import type { RelationChange__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { sql } from 'kysely';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { Controller } from '../model/controller.js';
import { keyParameters, quotedTable, ref } from '../sql/columns.js';
import type { Registry } from '../registry.js';

type Context = AdminContext<AnyTables>;

/** Records of one model that a transaction holds until it ends. */
export interface Hold {
  readonly model: Model;
  readonly ids: readonly string[];
  /**
   * Written: only one transaction at a time holds the record, and the data that it read of the record and its links stays
   * valid. Linked: any number of transactions may link to the record, and none may write or delete it, as with a foreign
   * key of the database.
   */
  readonly as: 'written' | 'linked';
}

interface Held {
  /** Whether records of the model stay unchanged until the transaction ends. */
  holds(model: Model): boolean;
}

/**
 * Locks the records. Read them afterwards: a transaction that this one waited for may have changed or deleted some. Of two
 * transactions that change the links between the same records, from either side, one waits for the other. All of them lock
 * table by table and key by key in one order, which prevents deadlocks. SQLite has one writer and needs no locks.
 */
export async function hold(registry: Registry, holds: readonly Hold[], context: Context): Promise<Held> {
  if (registry.engine !== 'postgres') return { holds: () => true };
  const held = new Set<string>();
  for (const table of [...new Set(holds.map(({ model }) => model.table))].sort()) {
    const ofTable = holds.filter(({ model }) => model.table === table);
    const { model } = ofTable[0] ?? {};
    const ids = [...new Set(ofTable.flatMap((one) => one.ids))];
    const isWritten = ofTable.some((one) => one.as === 'written');
    if (model === undefined || ids.length === 0) continue;
    if (!(await canBeHeld(registry, table, isWritten, context))) continue;
    await lock(registry, model, ids, isWritten ? sql`for update` : sql`for key share`, context);
    held.add(table);
  }
  return { holds: ({ table }) => held.has(table) };
}

/** The record to write, and the records that its many-to-many relations will link. */
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
): Promise<void> {
  const keys = keyParameters(registry, model, ids);
  if (keys.length === 0) return;
  const key = ref(model.table, model.primaryKey);
  await sql`select 1 from ${sql.table(model.table)}
    where ${key} in (${sql.join(keys)}) order by ${key} ${strength}`.execute(trx);
}

interface Holdable {
  readonly table: boolean;
  readonly update: boolean;
}

/**
 * A lock requires the right to update. If the application does not have it, records are linked, unlinked and deleted
 * without a lock. Records of a view are also linked without one.
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
