/**
 * How a model is related to another one. Tables and keys are always the host's word, never guessed from names; only the
 * host uses them, to build its queries.
 */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  /** Name of the relation: the key of a form field or relation manager, or the `relation` of a list column. */
  readonly name: string;
  /** Name of the related model, which is registered. */
  readonly relatedModel: string;
  /** Table of the related model. */
  readonly relatedTable: string;
  /** Column of the related model that stands for a record in labels, unless the YAML says another one (`nameFrom`). */
  readonly labelColumn: string;
}

/** This record holds the related one's key. */
export interface BelongsTo extends RelationBase {
  readonly kind: 'belongsTo';
  /** Column of this model. Where it is not nullable, the relation is required. */
  readonly foreignKey: string;
}

/** A pivot table holds the pairs. */
export interface BelongsToMany extends RelationBase {
  readonly kind: 'belongsToMany';
  readonly pivotTable: string;
  /** Column of the pivot table that holds this model's key. */
  readonly pivotForeignKey: string;
  /** Column of the pivot table that holds the related model's key. */
  readonly pivotRelatedKey: string;
}

/** The related records hold this one's key. */
export interface HasMany extends RelationBase {
  readonly kind: 'hasMany';
  /** Column of the related model. Unlinking sets it to null; where it is not nullable, nothing can be unlinked. */
  readonly foreignKey: string;
}

export type RelationKind = Relation['kind'];

export function isToMany(relation: Relation): boolean {
  return relation.kind !== 'belongsTo';
}
