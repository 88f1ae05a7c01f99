import { cellToJson } from '../model/cell-to-json.js';
import type { AdminRecord } from '../model/record.js';
import { isToMany } from '../model/relation.js';
import type { FormField } from '../model/schema/form-schema.js';

/** A record as the API shows it: its fields, `id`, `_labels` of the relation fields, `_version` where the model has one. */
export function recordJson(fields: readonly FormField[], record: AdminRecord): object {
  const { json, labels } = fieldsJson(fields, record);
  return { ...json, id: record.id, _labels: labels, ...versionJson(record) };
}

/** The values of a settings screen: a record without an id. */
export function settingsJson(fields: readonly FormField[], values: Pick<AdminRecord, 'cells' | 'version'>): object {
  return { ...fieldsJson(fields, { ...values, relations: [] }).json, ...versionJson(values) };
}

function versionJson({ version }: Pick<AdminRecord, 'version'>): object {
  return version === undefined ? {} : { _version: version };
}

function fieldsJson(fields: readonly FormField[], record: Pick<AdminRecord, 'cells' | 'relations'>) {
  const json: Record<string, unknown> = {};
  const labels: Record<string, unknown> = {};
  let cell = 0;
  let index = 0;
  for (const { name, binding } of fields) {
    if (binding.kind === 'column') {
      const value = record.cells[cell++];
      json[name] = value === undefined ? null : cellToJson(binding.column.type, value);
    } else if (binding.kind === 'relation') {
      const value = record.relations[index++];
      if (value?.kind !== 'related' || (isToMany(binding.relation) && value.hasMore)) continue;
      const ids = value.items.map(({ id }) => id);
      const texts = value.items.map((item) => cellToJson(binding.label.type, item.value));
      json[name] = isToMany(binding.relation) ? ids : (ids[0] ?? null);
      labels[name] = isToMany(binding.relation) ? texts : (texts[0] ?? null);
    }
  }
  return { json, labels };
}
