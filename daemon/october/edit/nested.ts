import type { YAMLMap } from 'yaml';
import { isMap } from 'yaml';
import type { FieldsFile } from '../../admin/schema/keys/fields.js';
import { FIELDS } from '../../admin/schema/keys/fields.js';
import { GROUPS, NESTED_FORM } from '../../admin/schema/keys/nested-form.js';
import type { Problems } from '../../admin/schema/yaml/problems.js';
import type { Reader } from '../../admin/schema/yaml/readers.js';
import type { YamlFile } from '../yaml-file.js';
import { entriesOf, entry, mapAt } from '../yaml-file.js';

const NESTED = ['nestedform', 'repeater'];

export function isNested(type: string): boolean {
  return NESTED.includes(type);
}

/** The fields inside of a nested form or a repeater, by kind of item. Those on tabs move to the others. */
export function fieldsInside(map: YAMLMap, file: YamlFile): readonly YAMLMap[] {
  const forms = [mapAt(map, 'form'), ...entriesOf(mapAt(map, 'groups')).map(({ value }) => value)];
  return forms.flatMap((form) => {
    if (!isMap(form)) return [];
    for (const area of ['tabs', 'secondaryTabs']) moveFields(mapAt(mapAt(form, area), 'fields'), area, form, file);
    return mapAt(form, 'fields') ?? [];
  });
}

function moveFields(from: YAMLMap | undefined, area: string, form: YAMLMap, file: YamlFile): void {
  if (from === undefined) return;
  form.delete(area);
  const to = mapAt(form, 'fields');
  if (to === undefined) file.set(form, 'fields', from);
  else to.items.push(...from.items);
}

/** The fields of a nested form are in another file. */
export function hasFileInside(map: YAMLMap): boolean {
  return ['form', 'groups'].some((key) => {
    const found = entry(map, key);
    return found !== undefined && !isMap(found.value);
  });
}

/** fields.yaml, with the fields inside of nested forms, which the compiler reads later. */
export const FIELDS_WITH_NESTED: Reader<FieldsFile> = {
  expects: FIELDS.expects,
  read(node, problems) {
    const file = FIELDS.read(node, problems);
    for (const fields of [file?.fields, file?.tabs?.value.fields, file?.secondaryTabs?.value.fields]) {
      readInside(fields?.value, problems);
    }
    return file;
  },
};

type FieldMap = NonNullable<FieldsFile['fields']>['value'];

function readInside(fields: FieldMap | undefined, problems: Problems): void {
  for (const { name, nameAt, value } of fields?.entries ?? []) {
    const { type, form, groups, written } = value;
    if (isNested(type.value) && !written.includes('form') && !written.includes('groups')) {
      problems.add(nameAt, `${name} has no fields inside`);
    }
    if (form !== undefined && typeof form.value !== 'string') {
      readInside(NESTED_FORM.read(form.value, problems)?.fields.value, problems);
    }
    if (groups === undefined || typeof groups.value === 'string') continue;
    for (const group of GROUPS.read(groups.value, problems)?.entries ?? []) {
      readInside(group.value.fields.value, problems);
    }
  }
}
