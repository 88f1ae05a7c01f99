import { AdminError } from '../model/admin-error.js';
import { cellFromText } from '../model/cell-from-text.js';
import type { Column } from '../model/column.js';
import type { FieldProblem } from '../model/field-problem.js';
import type { Model } from '../model/registration.js';
import type { FilterSchema } from '../model/schema/filter-schema.js';
import type { OptionQuery } from '../ports/option-source.js';
import type { FilterParameters } from './list-parameters.js';

type FormValue = OptionQuery['formValues'][number];

/**
 * What is chosen in the filters that the choices of another one depend on: a column's value, a belongsTo relation's key. A
 * filter that has no single value chosen tells nothing, and one that nothing depends on is 422.
 */
export function filterValues(
  model: Model,
  dependsOn: readonly FilterSchema[],
  chosen: ReadonlyMap<string, FilterParameters>,
): FormValue[] | AdminError {
  const values = new Map<string, FormValue>();
  const problems = new Map<string, FieldProblem[]>();
  for (const [name, { values: texts }] of chosen) {
    const filter = dependsOn.find((one) => one.name === name);
    const column = filter && columnOf(model, filter);
    const [text = '', ...more] = texts;
    if (filter === undefined) problems.set(`filter[${name}]`, [{ rule: 'unknown' }]);
    else if (column !== undefined && text !== '' && more.length === 0) {
      const read = cellFromText(column, text);
      if ('problem' in read) problems.set(`filter[${name}]`, [read.problem]);
      else values.set(column.name, { column, value: read.cell });
    }
  }
  if (problems.size > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(problems) });
  return [...values.values()];
}

function columnOf({ columns }: Model, { target }: FilterSchema): Column | undefined {
  if (target.kind === 'column') return target.column;
  if (target.kind !== 'relation' || target.relation.kind !== 'belongsTo') return undefined;
  const { foreignKey } = target.relation;
  return columns.find(({ name }) => name === foreignKey);
}
