import type { Column } from '../../model/column.js';
import type { Model } from '../../model/registration.js';
import type { Relation } from '../../model/relation.js';
import type { Given, Spot } from '../spot.js';
import type { CompileContext } from './context.js';

/** Looks names up in what the host registers; a name that is not there is told, with the nearest one that is. */

export function findModel({ value, at }: Given<string>, context: CompileContext): Model | undefined {
  const model = context.models.get(value);
  if (model !== undefined) return model;
  context.problems.unknown(at, `the host registers no model ${value}`, value, [...context.models.keys()]);
  return undefined;
}

/** A model, or a settings screen, which has columns as well. */
export type ColumnOwner = Pick<Model, 'name' | 'columns'>;

export function findColumn(owner: ColumnOwner, name: string, at: Spot, context: CompileContext): Column | undefined {
  const column = owner.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  context.problems.unknown(
    at,
    `${owner.name} has no column ${name}`,
    name,
    owner.columns.map((one) => one.name),
  );
  return undefined;
}

export function findRelation(
  relations: readonly Relation[],
  name: string,
  at: Spot,
  context: CompileContext,
  owner = 'the controller',
): Relation | undefined {
  const relation = relations.find((one) => one.name === name);
  if (relation !== undefined) return relation;
  context.problems.unknown(
    at,
    `${owner} has no relation ${name}`,
    name,
    relations.map((one) => one.name),
  );
  return undefined;
}

/** A query scope of the model, registered by name. */
export function findScope(model: Model, { value, at }: Given<string>, context: CompileContext): string | undefined {
  if (model.scopes.includes(value)) return value;
  context.problems.unknown(at, `${model.name} has no query scope ${value}`, value, model.scopes);
  return undefined;
}

/** An option provider of the controller or settings screen; the name itself where it does not exist, which is then told. */
export function findProvider(
  providers: readonly string[],
  { value, at }: { readonly value: string; readonly at: Spot },
  { problems }: CompileContext,
): string {
  if (!providers.includes(value))
    problems.unknown(at, `the host registers no option provider ${value}`, value, providers);
  return value;
}

/** The model that a relation leads to, and the column that stands for its records; both are checked at registration. */
export function relatedModel(relation: Relation, context: CompileContext): Model | undefined {
  return context.models.get(relation.relatedModel);
}
