import type { AdminRelation__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminRelation.js';
import type { Model } from '../../../../admin/model/registration.js';
import type { Relation } from '../../../../admin/model/relation.js';
import { COLUMN_NAME } from './names.js';
import type { Problems } from './problems.js';
import { member } from './problems.js';

/** @param own the controller's model; undefined when it is not registered, which is told elsewhere */
export function readRelations(
  problems: Problems,
  at: string,
  relations: readonly AdminRelation__Output[],
  own: Model | undefined,
  models: readonly Model[],
): readonly Relation[] {
  problems.unique(
    at,
    relations.map(({ name }) => name),
  );
  return relations.flatMap((relation) => readRelation(problems, member(at, relation.name), relation, own, models));
}

function readRelation(
  problems: Problems,
  at: string,
  raw: AdminRelation__Output,
  own: Model | undefined,
  models: readonly Model[],
): Relation[] {
  const { name, relatedModel, relatedTable, labelColumn } = raw;
  const related = models.find((model) => model.name === relatedModel);
  problems.matches(COLUMN_NAME, `${at}.name`, name, 'name of a relation (a letter, then letters, digits and "_")');
  problems.check(!hasColumn(own, name), `${at}.name`, `"${name}" is also a column of the model`);
  problems.check(related !== undefined, `${at}.related_model`, `"${relatedModel}" is no registered model`);
  problems.text(`${at}.related_table`, relatedTable);
  if (related !== undefined) {
    problems.check(
      relatedTable === related.table,
      `${at}.related_table`,
      `"${relatedTable}" is not the table of "${relatedModel}", which is "${related.table}"`,
    );
    checkColumn(problems, `${at}.label_column`, labelColumn, related);
  }
  const base = { name, relatedModel, relatedTable, labelColumn };
  if (raw.belongsTo) {
    const { foreignKey } = raw.belongsTo;
    if (own !== undefined) checkColumn(problems, `${at}.belongs_to.foreign_key`, foreignKey, own);
    return [{ kind: 'belongsTo', ...base, foreignKey }];
  }
  if (raw.belongsToMany) {
    const { pivotTable, pivotForeignKey, pivotRelatedKey } = raw.belongsToMany;
    problems.text(`${at}.belongs_to_many.pivot_table`, pivotTable);
    problems.text(`${at}.belongs_to_many.pivot_foreign_key`, pivotForeignKey);
    problems.text(`${at}.belongs_to_many.pivot_related_key`, pivotRelatedKey);
    return [{ kind: 'belongsToMany', ...base, pivotTable, pivotForeignKey, pivotRelatedKey }];
  }
  if (raw.hasMany) {
    const { foreignKey } = raw.hasMany;
    if (related !== undefined) checkColumn(problems, `${at}.has_many.foreign_key`, foreignKey, related);
    return [{ kind: 'hasMany', ...base, foreignKey }];
  }
  problems.add(`${at}.binding`, 'is none of belongs_to, belongs_to_many and has_many');
  return [];
}

function checkColumn(problems: Problems, at: string, column: string, model: Model): void {
  problems.check(hasColumn(model, column), at, `"${column}" is no declared column of "${model.name}"`);
}

function hasColumn(model: Model | undefined, name: string): boolean {
  return model?.columns.some((column) => column.name === name) ?? false;
}
