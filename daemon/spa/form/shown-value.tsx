import { useQuery } from '@tanstack/react-query';
import type { FieldView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import type { FieldValue, FormAccess } from './field-props.js';
import { textOf } from './fields/control-props.js';
import { isBlank } from './state/field-value.js';
import type { FormState } from './state/form-state.js';
import './shown-value.css';

export interface ShownValueProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  /** `_labels` of the record that the value may be from. */
  readonly labels: FormState['labels'];
  readonly access: FormAccess;
}

/** A value to be read and compared, not edited. */
export function ShownValue({ field, value, labels, access }: ShownValueProps) {
  const { say, locale } = usePhrases();
  if (isBlank(value)) return <span className="shown-value shown-value--blank">{say('form.blank')}</span>;
  if (field.optionsFromServer === true)
    return <ServerChoice field={field} value={value} labels={labels} access={access} />;
  if (typeof value === 'boolean') return <span className="shown-value">{say(value ? 'filter.on' : 'filter.off')}</span>;
  return <span className="shown-value">{shownText(field, value, locale)}</span>;
}

function shownText({ options, column }: FieldView, value: FieldValue, locale: string): string {
  if (options !== undefined) {
    const chosen = Array.isArray(value) ? value.map(String) : [String(value)];
    return chosen.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ');
  }
  if (column?.type === 'timestamp' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
    return new Date(value).toLocaleString(locale);
  }
  return textOf(value);
}

/** Labels of what was chosen here are not in any record: the server knows them. */
function ServerChoice({ field, value, labels, access }: ShownValueProps) {
  const ids = Array.isArray(value) ? value.map(String) : [String(value)];
  const chosen = useQuery({
    queryKey: ['options', 'chosen', access.controller, field.name, ids],
    queryFn: ({ signal }) => access.options(field.name, new URLSearchParams(ids.map((id) => ['ids[]', id])), signal),
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
