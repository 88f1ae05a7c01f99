import type { RecordBody, SettingsBody } from '../model/answers.js';
import { cellToJson } from '../model/cell-to-json.js';
import { choiceToJson } from '../model/choice.js';
import { invalidJson, labelJson } from '../model/read-cell-to-json.js';
import type { AdminRecord } from '../model/record.js';
import { isToMany } from '../model/relation.js';
import type { PermittedForm } from '../schema/permitted/form.js';

/**
 * A record as the API shows it: its fields, `id`, `_labels` of the relation fields, `_version` where the model has one. A
 * value that does not fit its column is left out, so that a client which sends the record back does not write it: `_invalid`
 * has its raw text.
 */
export function recordJson(form: PermittedForm, record: AdminRecord): RecordBody {
  const { json, labels, invalid } = fieldsJson(form, record);
  return { ...json, ...invalidJson(invalid), id: record.id, _labels: labels, ...versionJson(record) };
}

/** The values of a settings screen: a record without an id. */
export function settingsJson(form: PermittedForm, values: Pick<AdminRecord, 'cells' | 'version'>): SettingsBody {
  const { json, invalid } = fieldsJson(form, { ...values, relations: [] });
  return { ...json, ...invalidJson(invalid), ...versionJson(values) };
}

function versionJson({ version }: Pick<AdminRecord, 'version'>): Pick<RecordBody, '_version'> {
  return version === undefined ? {} : { _version: version };
}

function fieldsJson({ fields }: PermittedForm, record: Pick<AdminRecord, 'cells' | 'relations'>) {
  const json: Record<string, unknown> = {};
  const labels: Record<string, unknown> = {};
  const invalid: Record<string, string> = {};
  for (const { field, slot } of fields.values()) {
    const { name, binding } = field;
    if (slot === undefined) continue;
    if (binding.kind === 'column') {
      const value = record.cells[slot.index];
      const toJson = binding.choices?.kind === 'listed' ? choiceToJson : cellToJson;
      if (value?.kind === 'invalid') invalid[name] = value.raw;
      else json[name] = value === undefined ? null : toJson(binding.column.type, value);
    } else if (binding.kind === 'relation') {
      const value = record.relations[slot.index];
      const many = isToMany(binding.relation);
      // A list that is not whole is left out: a client that sent it back would unlink the rest.
      if (value?.kind !== 'related' || (many && value.hasMore)) continue;
      const ids = value.items.map(({ id }) => id);
      const texts = value.items.map((item) => labelJson(cellToJson, binding.label.type, item.value));
      json[name] = many ? ids : (ids[0] ?? null);
      labels[name] = many ? texts : (texts[0] ?? null);
    }
  }
  return { json, labels, invalid };
}
