import { useQuery } from '@tanstack/react-query';
import { writeQuery } from '../../admin/api/query-grammar.js';
import type { FieldValue, FieldView } from '../api/views.js';
import type { Phrases } from '../platform/phrases.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import type { FormAccess } from './fields/field-props.js';
import { textOf } from './fields/field-props.js';
import type { Saving } from './saving.js';
import type { Difference } from './state/differences.js';
import { differences } from './state/differences.js';
import type { FormRecord } from './state/field-value.js';
import { isBlank } from './state/field-value.js';
import type { FormState } from './state/form-state.js';
import { labelsOf } from './state/form-state.js';
import './conflict-dialog.css';

export interface ShownValueProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  /** `_labels` of the record that the value comes from, if any. */
  readonly labels: FormState['labels'];
  readonly access: FormAccess;
}

/** A read-only value to compare. */
function ShownValue({ field, value, labels, access }: ShownValueProps) {
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

export interface ConflictDialogProps {
  readonly saving: Saving;
  readonly conflict: FormRecord;
  readonly state: FormState;
  readonly access: FormAccess;
}

/** Asks what to do when another administrator saved the record first: compares both versions and lets the user pick one. */
export function ConflictDialog({ saving, conflict, state, access }: ConflictDialogProps) {
  const { say } = usePhrases();
  const found = differences(state, conflict);
  return (
    <Dialog isOpen onClose={saving.goOnEditing} title={conflictTitle(state.title, say)} role="alertdialog" size="large">
      <p className="dialog__detail">{say('form.conflict_detail')}</p>
      {found.length > 0 && (
        <div className="conflict" tabIndex={0} role="group" aria-label={say('form.conflict_differences')}>
          <table className="conflict__table">
            <thead>
              <tr>
                <th scope="col">{say('form.conflict_field')}</th>
                <th scope="col">{say('form.conflict_mine')}</th>
                <th scope="col">{say('form.conflict_theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map((difference) => (
                <DifferenceRow
                  key={difference.field.name}
                  difference={difference}
                  access={access}
                  labels={{ mine: state.labels, theirs: labelsOf(conflict) }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="dialog__actions">
        <Button variant="quiet" onPress={saving.goOnEditing}>
          {say('form.conflict_go_on')}
        </Button>
        <Button onPress={saving.takeTheirs}>{say('form.conflict_take_theirs')}</Button>
        <Button variant="primary" onPress={saving.keepMine} autoFocus>
          {say('form.conflict_keep_mine')}
        </Button>
      </div>
    </Dialog>
  );
}

function conflictTitle(record: string | undefined, say: Phrases['say']): string {
  return record === undefined ? say('errors.conflict') : say('form.conflict_named', { record });
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly access: FormAccess;
  readonly labels: Readonly<Record<'mine' | 'theirs', FormState['labels']>>;
}

function DifferenceRow({ difference, access, labels }: DifferenceRowProps) {
  const { say } = usePhrases();
  const { field, mine, theirs, changedBy } = difference;
  return (
    <tr>
      <th scope="row">
        {field.label ?? field.name}
        {changedBy !== 'both' && <span className="conflict__note">{say(`form.conflict_changed_by_${changedBy}`)}</span>}
      </th>
      <td data-label={say('form.conflict_mine')} {...(changedBy === 'them' && { 'data-superseded': true })}>
        <ShownValue field={field} value={mine} labels={labels.mine} access={access} />
      </td>
      <td data-label={say('form.conflict_theirs')}>
        <ShownValue field={field} value={theirs} labels={labels.theirs} access={access} />
      </td>
    </tr>
  );
}
