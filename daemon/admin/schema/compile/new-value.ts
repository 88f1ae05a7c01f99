import type { Cell } from '../../model/cell.js';
import { cellToJson } from '../../model/cell-to-json.js';
import { choiceToJson } from '../../model/choice.js';
import type { FieldView } from '../../model/schema/field-view.js';
import type { FieldBinding } from '../../model/schema/form-schema.js';

/**
 * What a field of the create form starts with when the YAML does not say: what the host's factory for new records makes, or
 * the default of the column. A relation starts with an id, as records show it.
 */
export function newValue(
  binding: FieldBinding,
  newRecord: ReadonlyMap<string, Cell>,
): FieldView['default'] | undefined {
  const column = binding.kind === 'column' ? binding.column : binding.kind === 'relation' ? binding.key : undefined;
  const cell = column && (newRecord.get(column.name) ?? column.default);
  if (column === undefined || cell === undefined || cell.kind === 'null') return undefined;
  // JSON has neither; what a record cannot show, a form cannot start with.
  if (cell.kind === 'double' && !Number.isFinite(cell.value)) return undefined;
  if (binding.kind === 'relation') return String(cellToJson(column.type, cell));
  const isChoice = binding.kind === 'column' && binding.choices?.kind === 'listed';
  const value = (isChoice ? choiceToJson : cellToJson)(column.type, cell);
  return isPlain(value) || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    ? value
    : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
