import { AdminError } from '../model/admin-error.js';
import { cellFromText } from '../model/cell-from-text.js';
import type { Column } from '../model/column.js';
import type { FieldBinding } from '../model/schema/form-schema.js';
import type { FieldProblem } from '../model/field-problem.js';
import type { OptionQuery } from '../ports/option-source.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import type { QueryEntries } from './list-parameters.js';

type FormValue = OptionQuery['formValues'][number];

/**
 * `form[name]=…`: what the form holds at the moment, not saved, of the fields that the asked one depends on (`dependsOn`), as
 * the texts of a query. A belongsTo relation is its key. An empty one is nothing that was chosen, and a field that holds no
 * single value tells nothing. What the field does not depend on is 422.
 */
export function formValues(
  { fields }: PermittedForm,
  dependsOn: readonly string[],
  entries: QueryEntries,
): FormValue[] | AdminError {
  const values = new Map<string, FormValue>();
  const problems = new Map<string, FieldProblem[]>();
  for (const [parameter, text] of entries) {
    if (!parameter.startsWith('form[')) continue;
    const name = /^form\[([^[\]]+)\]$/.exec(parameter)?.[1];
    const field = name !== undefined && dependsOn.includes(name) ? fields.get(name)?.field : undefined;
    if (field === undefined) {
      problems.set(parameter, [{ rule: 'unknown' }]);
      continue;
    }
    const column = columnOf(field.binding);
    if (column === undefined || text === '') continue;
    const result = cellFromText(column, text);
    if (values.has(column.name)) problems.set(parameter, [{ rule: 'repeated' }]);
    else if ('problem' in result) problems.set(parameter, [result.problem]);
    else values.set(column.name, { column, value: result.cell });
  }
  if (problems.size > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(problems) });
  return [...values.values()];
}

function columnOf(binding: FieldBinding): Column | undefined {
  if (binding.kind === 'column') return binding.column;
  return binding.kind === 'relation' ? binding.key : undefined;
}
