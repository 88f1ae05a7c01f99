import type { FieldValue, FieldView } from '../../api/views.js';
import { fromRecord, isSameValue, isWritable, withheldFields, type FormRecord } from './field-value.js';
import { changedFields, type FormState } from './form-state.js';

/** A field whose value differs between this form and the stored record. */
export interface Difference {
  readonly field: FieldView;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  /** `them`: unchanged in this form, so saving it keeps their value. */
  readonly changedBy: 'me' | 'them' | 'both';
}

/** The fields to decide on after another administrator has saved the record. */
export function differences(state: FormState, current: FormRecord): readonly Difference[] {
  const changed = new Set(changedFields(state));
  const withheld = withheldFields(state.fields, current);
  return state.fields.flatMap((field): Difference[] => {
    const { name, type } = field;
    if (!isWritable(field) || type === 'password' || withheld.has(name)) return [];
    const mine = state.values[name] ?? null;
    const theirs = fromRecord(field, current[name]);
    if (isSameValue(field, mine, theirs)) return [];
    const isTheirs = state.isOutdated || !isSameValue(field, state.stored[name] ?? null, theirs);
    return [{ field, mine, theirs, changedBy: !changed.has(name) ? 'them' : isTheirs ? 'both' : 'me' }];
  });
}

/**
 * Whether the stored record already has the values that this form wanted to store. Either an earlier request succeeded and
 * its answer was lost, or another administrator made the same changes. A record never contains passwords, so a typed
 * password never counts as stored.
 */
export function isStoredAlready(sent: FormState, current: FormRecord): boolean {
  const changed = new Set(changedFields(sent));
  const withheld = withheldFields(sent.fields, current);
  const isSeen = ({ name, type }: FieldView) =>
    type !== 'password' && !withheld.has(name) && current._invalid?.[name] === undefined;
  return sent.fields.filter(({ name }) => changed.has(name)).every(isSeen) && differences(sent, current).length === 0;
}
