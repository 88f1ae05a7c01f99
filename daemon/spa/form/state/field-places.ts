import type { FieldArea } from '../../../admin/model/schema/form-schema.js';
import type { FieldView } from '../../api/views.js';
import { holdsValue } from './field-value.js';
import type { FormState } from './form-state.js';
import { triggerEffect } from './triggers.js';

export interface FormTab {
  /** As in the URL. */
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
}

export function fieldsOf(fields: readonly FieldView[], area: FieldArea): readonly FieldView[] {
  return fields.filter((field) => field.area === area);
}

/** The tabs of an area, ordered by the first field that names them. */
export function tabsOf(fields: readonly FieldView[], area: 'primary' | 'secondary'): readonly FormTab[] {
  const byId = new Map<string, FieldView[]>();
  for (const field of fieldsOf(fields, area)) {
    const id = field.tabId ?? '';
    byId.set(id, [...(byId.get(id) ?? []), field]);
  }
  return [...byId].map(([id, inTab]) => ({ id, label: inTab[0]?.tab ?? '', fields: inTab }));
}

/** Where a rejected form shows its errors. */
export interface ErrorPlaces {
  /** The first field with an error, in visual order. */
  readonly first: FieldView | undefined;
  /** Errors for names that no visible field shows, with a label if the form knows one. */
  readonly elsewhere: readonly { readonly label: string | undefined; readonly errors: readonly string[] }[];
}

/** Whether the field, or a value inside of it, has an error. */
export function hasErrors({ name }: FieldView, errors: FormState['errors']): boolean {
  return Object.keys(errors).some((path) => fieldOf(path) === name);
}

/** The field of a path such as "lines.2.price". */
function fieldOf(path: string): string {
  return path.split('.')[0] ?? path;
}

export function errorPlaces({ fields, values, errors }: FormState): ErrorPlaces {
  const shown = fields.filter((field) => !field.hidden && holdsValue(field) && !triggerEffect(field, values).isHidden);
  const names = new Set(shown.map(({ name }) => name));
  return {
    first: shown.find((field) => hasErrors(field, errors)),
    elsewhere: Object.entries(errors)
      .filter(([path]) => !names.has(fieldOf(path)))
      .map(([name, texts]) => ({
        label: fields.find((field) => field.name === fieldOf(name))?.label ?? undefined,
        errors: texts,
      })),
  };
}
