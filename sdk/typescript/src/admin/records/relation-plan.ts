import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import type { BelongsTo, BelongsToMany } from '../model/relation.js';
import { keyParameter } from '../sql/table-reference.js';
import { addPivots, pivotIds, removePivots } from './pivot.js';
import type { Registry } from './registry.js';
import { existing, requireExisting } from './related-ids.js';
import type { WireRelationChange } from './write-values.js';

type Context = AdminContext<AnyTables>;

/** What a write of relations comes down to, compared with the links that there are. Empty where it changes none. */
export interface RelationPlan {
  /** Columns of the record itself. */
  readonly foreignKeys: Readonly<Record<string, unknown>>;
  readonly pivots: readonly PivotChange[];
}

interface PivotChange {
  readonly relation: BelongsToMany;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The record that is written, locked; absent for a new one, which is linked to nothing. */
interface Held {
  readonly id: string;
  /** Key of the record that a belongs-to relation leads to, whatever scope it is in. */
  foreignKey(relation: string): string | undefined;
}

/**
 * A relation is written as a whole: as the whole that the caller can see. An id that does not exist for the caller is
 * Invalid, also where the record is linked to it, or the answer would tell; and a link that the caller was never shown stays,
 * since leaving it out cannot mean to remove it.
 */
export async function planRelations(
  registry: Registry,
  { model, relations = {} }: Controller,
  changes: readonly WireRelationChange[],
  held: Held | undefined,
  context: Context,
): Promise<RelationPlan> {
  const foreignKeys: Record<string, unknown> = {};
  const pivots: PivotChange[] = [];
  for (const change of changes) {
    const relation = Object.hasOwn(relations, change.relation) ? relations[change.relation] : undefined;
    if (relation === undefined || relation.kind === 'hasMany') {
      throw new InvalidField('relations.relation', 'names no relation that a form can write');
    }
    if (relation.kind === 'belongsTo') {
      const key = await foreignKeyOf(registry, relation, change, held?.foreignKey(change.relation), context);
      if (key !== undefined) foreignKeys[relation.foreignKey] = key;
      continue;
    }
    const pivot = await pivotChangeOf(registry, relation, change, held && keyParameter(model, held.id), context);
    if (pivot.added.length > 0 || pivot.removed.length > 0) pivots.push(pivot);
  }
  return { foreignKeys, pivots };
}

export async function changePivots(
  { pivots }: RelationPlan,
  { model }: Controller,
  id: string,
  context: Context,
): Promise<void> {
  const owner = keyParameter(model, id);
  for (const { relation, added, removed } of pivots) {
    await removePivots(relation, owner, removed, context);
    await addPivots(relation, owner, added, context);
  }
}

/** Undefined where the key stays as it is. */
async function foreignKeyOf(
  registry: Registry,
  { model }: BelongsTo,
  { relation: name, ids, scope }: WireRelationChange,
  current: string | undefined,
  context: Context,
): Promise<unknown> {
  const [id, ...more] = ids;
  if (more.length > 0) throw new InvalidField('relations.ids', 'has several ids for a belongs-to relation');
  if (id === undefined) {
    if (current === undefined) return undefined;
    const seen = await existing(registry, model, [current], [], context);
    return seen.size === 0 ? undefined : null;
  }
  // What is chosen already may stay where the field does not offer it any more: the form shows it.
  await requireExisting(registry, name, model, [id], id === current ? null : scope, context);
  return id === current ? undefined : keyParameter(model, id);
}

async function pivotChangeOf(
  registry: Registry,
  relation: BelongsToMany,
  { relation: name, ids, scope }: WireRelationChange,
  owner: unknown,
  context: Context,
): Promise<PivotChange> {
  const { model } = relation;
  const now = owner === undefined ? new Set<string>() : await pivotIds(relation, owner, context);
  const [added, kept] = [ids.filter((id) => !now.has(id)), ids.filter((id) => now.has(id))];
  if (added.length > 0) await requireExisting(registry, name, model, added, scope, context);
  if (kept.length > 0) await requireExisting(registry, name, model, kept, null, context);
  const missing = [...now].filter((id) => !ids.includes(id));
  return { relation, added, removed: [...(await existing(registry, model, missing, [], context))] };
}
