import { AdminError } from '../model/admin-error.js';
import { cellFromText } from '../model/cell-from-text.js';
import type { FieldProblem } from '../model/field-problem.js';
import type { OptionQuery } from '../ports/option-source.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import type { QueryEntries } from './list-parameters.js';

type FormValue = OptionQuery['formValues'][number];

/**
 * `form[name]=…`: what the form holds at the moment, not saved, of the fields that the asked one depends on (`dependsOn`), as
 * the texts of a query. An empty one is nothing that was chosen. What the field does not depend on is 422; what it does depend
 * on and is no column (a relation) changes the choices by being asked for anew, and is not told to the host.
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
    const binding = name !== undefined && dependsOn.includes(name) ? fields.get(name)?.field.binding : undefined;
    if (name === undefined || binding === undefined) {
      problems.set(parameter, [{ rule: 'unknown' }]);
    } else if (values.has(name)) {
      problems.set(parameter, [{ rule: 'repeated' }]);
    } else if (text !== '' && binding.kind === 'column') {
      const result = cellFromText(binding.column, text);
      if ('problem' in result) problems.set(parameter, [result.problem]);
      else values.set(name, { column: binding.column, value: result.cell });
    }
  }
  if (problems.size > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(problems) });
  return [...values.values()];
}
