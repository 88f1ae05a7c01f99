import type { FieldValue, FieldView } from '../../api/views.js';
import { fromRecord, isSameValue, isWritable, withheldFields, type FormRecord } from './field-value.js';
import { changedFields, type FormState } from './form-state.js';

/** A field that this form and the stored record differ in. */
export interface Difference {
  readonly field: FieldView;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  /** `them`: nobody has touched it here, so that saving this form leaves theirs. */
  readonly changedBy: 'me' | 'them' | 'both';
}

/** What there is to decide about when somebody else has saved the record meanwhile. */
export function differences(state: FormState, current: FormRecord): readonly Difference[] {
  const changed = new Set(changedFields(state));
  const withheld = withheldFields(state.fields, current);
  return state.fields.flatMap((field): Difference[] => {
    const { name, type } = field;
    if (!isWritable(field) || type === 'password' || withheld.has(name)) return [];
    const mine = state.values[name] ?? null;
    const theirs = fromRecord(field, current[name]);
    if (isSameValue(field, mine, theirs)) return [];
    const isTheirs = !isSameValue(field, state.stored[name] ?? null, theirs);
    return [{ field, mine, theirs, changedBy: !changed.has(name) ? 'them' : isTheirs ? 'both' : 'me' }];
  });
}

/**
 * Whether the stored record is what this form wanted to store already: its own request of before, whose answer got lost, or
 * somebody who has made the same of it. A password cannot be seen in a record, so one that was typed is never known to be stored.
 */
export function isStoredAlready(sent: FormState, current: FormRecord): boolean {
  const changed = new Set(changedFields(sent));
  const withheld = withheldFields(sent.fields, current);
  const isSeen = ({ name, type }: FieldView) =>
    type !== 'password' && !withheld.has(name) && current._invalid?.[name] === undefined;
  return sent.fields.filter(({ name }) => changed.has(name)).every(isSeen) && differences(sent, current).length === 0;
}
