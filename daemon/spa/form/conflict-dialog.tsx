import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import type { FormAccess } from './field-props.js';
import { ShownValue } from './shown-value.js';
import { differences, type Difference } from './state/differences.js';
import { labelsOf, type FormState } from './state/form-state.js';
import type { FormRecord } from './state/initial-values.js';
import type { Saving } from './use-saving.js';
import './conflict-dialog.css';

export interface ConflictDialogProps {
  readonly saving: Saving;
  readonly conflict: FormRecord;
  readonly state: FormState;
  readonly access: FormAccess;
}

/** Somebody else was faster: what either has made of the record, and whose it is to be. */
export function ConflictDialog({ saving, conflict, state, access }: ConflictDialogProps) {
  const { say } = usePhrases();
  const found = differences(state, conflict);
  return (
    <Dialog isOpen onClose={saving.goOnEditing} title={say('errors.conflict')} role="alertdialog" size="large">
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
