import type { FieldArea } from '../../../admin/model/schema/field-view.js';
import type { FieldView } from '../../api/views.js';
import { slugOf } from './preset-text.js';

export interface FormTab {
  /** As the URL has it: stays the same when fields before it are hidden. */
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
}

export function fieldsOf(fields: readonly FieldView[], area: FieldArea): readonly FieldView[] {
  return fields.filter((field) => field.area === area);
}

/** The tabs of an area, in the order in which the fields first name them. */
export function tabsOf(fields: readonly FieldView[], area: 'primary' | 'secondary'): readonly FormTab[] {
  const byLabel = new Map<string, FieldView[]>();
  for (const field of fieldsOf(fields, area)) {
    const label = field.tab ?? '';
    byLabel.set(label, [...(byLabel.get(label) ?? []), field]);
  }
  const slugs = [...byLabel.keys()].map(slugOf);
  return [...byLabel].map(([label, inTab], index) => {
    const slug = slugs[index] ?? '';
    const isTaken = slug === '' || slugs.indexOf(slug) < index;
    return { id: isTaken ? `${slug}${index + 1}` : slug, label, fields: inTab };
  });
}
