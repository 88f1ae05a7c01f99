import { useQuery } from '@tanstack/react-query';
import { writeQuery } from '../../admin/api/query-grammar.js';
import type { FieldValue, FieldView } from '../api/views.js';
import { formatMoment, momentOf } from '../formats/date-format.js';
import { usePhrases } from '../platform/phrases.js';
import type { FormAccess } from './fields/field-props.js';
import { textOf } from './fields/field-props.js';
import { isBlank, valueOf } from './state/field-value.js';
import type { FormState } from './state/form-state.js';
import type { Members, Nested } from './state/nested-text.js';
import { formOfItem, membersOf } from './state/nested-text.js';
import './shown-value.css';

export interface ShownValueProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  /** `_labels` of the record that the value comes from, if any. */
  readonly labels: FormState['labels'];
  readonly access: FormAccess;
}

/** A read-only value to compare. */
export function ShownValue({ field, value, labels, access }: ShownValueProps) {
  const { say, locale } = usePhrases();
  if (isBlank(value)) return <span className="shown-value shown-value--blank">{say('form.blank')}</span>;
  if (field.optionsFromServer === true)
    return <ServerChoice field={field} value={value} labels={labels} access={access} />;
  if (field.nested !== undefined) return <ShownItems field={field} value={value} />;
  if (typeof value === 'boolean') return <span className="shown-value">{say(value ? 'filter.on' : 'filter.off')}</span>;
  return <span className="shown-value">{shownText(field, value, locale)}</span>;
}

/** The items of a repeater or the object of a nested form, each as one line. */
function ShownItems({ field: { nested }, value }: Pick<ShownValueProps, 'field' | 'value'>) {
  const { locale } = usePhrases();
  if (nested === undefined) return null;
  return (
    <ul className="shown-value shown-value--items">
      {membersOf(value).map((item, index) => (
        <li key={index}>{itemText(nested, item, locale)}</li>
      ))}
    </ul>
  );
}

function itemText(nested: Nested, item: Members, locale: string): string {
  const { fields = [], label = null } = formOfItem(nested, item) ?? {};
  const parts = fields.flatMap((field) => {
    const value = valueOf(item, field);
    if (isBlank(value)) return [];
    const text =
      field.nested === undefined
        ? shownText(field, value, locale)
        : membersOf(value)
            .map((one) => (field.nested === undefined ? '' : itemText(field.nested, one, locale)))
            .join('; ');
    return [`${field.label ?? field.name}: ${text}`];
  });
  return [...(label === null ? [] : [label]), ...parts].join(' · ');
}

function shownText({ options, column }: FieldView, value: FieldValue, locale: string): string {
  if (options !== undefined) {
    const chosen = Array.isArray(value) ? value.map(String) : [String(value)];
    return chosen.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ');
  }
  const moment = column?.type === 'timestamp' ? momentOf(value) : undefined;
  return moment === undefined ? textOf(value) : formatMoment(moment, 'datetime', undefined, locale);
}

/** A value chosen in this form has no label in any record, so this component requests it from the server. */
function ServerChoice({ field, value, labels, access }: ShownValueProps) {
  const ids = Array.isArray(value) ? value.map(String) : [String(value)];
  const chosen = useQuery({
    queryKey: ['options', 'chosen', access.controller, field.name, ids],
    queryFn: ({ signal }) => access.options(field.name, new URLSearchParams(writeQuery({ ids })), signal),
  });
  const found = new Map(chosen.data?.data.map((option) => [option.value, option.label]));
  const known = labels[field.name];
  const fallback = typeof known === 'string' ? known : Array.isArray(known) ? known.join(', ') : ids.join(', ');
  return (
    <span className="shown-value">
      {chosen.data === undefined ? fallback : ids.map((id) => found.get(id) ?? id).join(', ')}
    </span>
  );
}
