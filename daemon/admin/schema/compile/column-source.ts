import type { Column } from '../../model/column.js';
import type { ColumnReference } from '../../model/query.js';
import type { Model } from '../../model/registration.js';
import type { Relation } from '../../model/relation.js';
import { isToMany } from '../../model/relation.js';
import type { ColumnSource } from '../../model/schema/list-schema.js';
import type { NamedColumn } from '../keys/columns.js';
import { under } from '../spot.js';
import type { CompileContext } from './context.js';
import { findColumn, findRelation, relatedModel } from './names.js';

/** Related records shown in one cell of a list; of more there is a sign that there are more. */
const MAX_RELATED_IN_CELL = 10;

/** What a list's columns may be about. */
export interface ListOwner {
  readonly model: Model;
  /** Of the controller; of the one that manages the model where the list is one of related records. */
  readonly relations: readonly Relation[];
  /** Whose relations they are, in words. */
  readonly relationsOf: string;
}

export interface ResolvedSource {
  readonly source: ColumnSource;
  /** The column whose values are shown; undefined for a count. */
  readonly column?: Column;
  /** How a sort or a search names it; undefined for a count. */
  readonly reference?: ColumnReference;
  readonly multiple: boolean;
}

/** Finds what a column shows: a column of the model, one of a related model, or the number of related records. */
export function columnSource(
  definition: NamedColumn,
  owner: ListOwner,
  context: CompileContext,
): ResolvedSource | undefined {
  const { name, nameAt, value } = definition;
  const named = value.relation ?? impliedRelation(definition, owner);
  if (named === undefined) {
    const from = value.valueFrom ?? { value: name, at: nameAt };
    if (value.select !== undefined) {
      context.problems.add(value.select.at, 'needs relation', { expected: 'relation: the relation it is a column of' });
    }
    const column = findColumn(owner.model, from.value, from.at, context);
    return column && { source: { kind: 'column', column }, column, reference: { column }, multiple: false };
  }
  const relation = findRelation(owner.relations, named.value, named.at, context, owner.relationsOf);
  if (relation === undefined) return undefined;
  if (value.relationCount?.value === true) {
    return { source: { kind: 'relation', selection: { kind: 'count', relation } }, multiple: false };
  }
  const related = relatedModel(relation, context);
  if (related === undefined) return undefined;
  const from = value.select ?? value.valueFrom ?? { value: relation.labelColumn, at: under(nameAt, 'select') };
  const column = findColumn(related, from.value, from.at, context);
  if (column === undefined) return undefined;
  const multiple = isToMany(relation);
  const limit = multiple ? MAX_RELATED_IN_CELL : 1;
  return {
    source: { kind: 'relation', selection: { kind: 'related', relation, column, limit } },
    column,
    reference: { relation, column },
    multiple,
  };
}

/** `type: relation`, `relationCount` and `select` are about the relation of the column's own name unless another is given. */
function impliedRelation({ name, nameAt, value }: NamedColumn, owner: ListOwner) {
  const implied = value.type?.value === 'relation' || value.relationCount?.value === true;
  const selects = value.select !== undefined && owner.relations.some((relation) => relation.name === name);
  return implied || selects ? { value: name, at: nameAt } : undefined;
}
