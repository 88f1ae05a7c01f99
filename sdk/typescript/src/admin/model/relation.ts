import type { Model } from './model.js';

/** How a controller's model is related to another one. Names of tables and keys are never guessed. */
export type Relation = BelongsTo | BelongsToMany | HasMany;

interface RelationBase {
  readonly model: Model;
  /** Column of the related model that stands for a record, unless the YAML names another one. */
  readonly label: string;
}

export interface BelongsTo extends RelationBase {
  readonly kind: 'belongsTo';
  /** Column of the controller's model. */
  readonly foreignKey: string;
}

export interface BelongsToMany extends RelationBase {
  readonly kind: 'belongsToMany';
  readonly pivotTable: string;
  /** Column of the pivot table that holds the key of the controller's model. */
  readonly foreignKey: string;
  /** Column of the pivot table that holds the key of the related model. */
  readonly relatedKey: string;
}

export interface HasMany extends RelationBase {
  readonly kind: 'hasMany';
  /** Column of the related model. */
  readonly foreignKey: string;
}

export function belongsTo(model: Model, keys: Omit<BelongsTo, 'kind' | 'model'>): BelongsTo {
  return { kind: 'belongsTo', model, ...keys };
}

export function belongsToMany(model: Model, keys: Omit<BelongsToMany, 'kind' | 'model'>): BelongsToMany {
  return { kind: 'belongsToMany', model, ...keys };
}

export function hasMany(model: Model, keys: Omit<HasMany, 'kind' | 'model'>): HasMany {
  return { kind: 'hasMany', model, ...keys };
}
