import { useState } from 'react';
import { formatMoment, momentOf } from '../formats/date-format.js';
import { relativeTime, useNow } from '../formats/relative-time.js';
import type { Phrases } from '../platform/phrases.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import type { FormAccess } from './fields/field-props.js';
import type { Saving } from './saving.js';
import { ShownValue } from './shown-value.js';
import type { Difference } from './state/differences.js';
import { differences } from './state/differences.js';
import type { FormRecord } from './state/field-value.js';
import type { FormState } from './state/form-state.js';
import { labelsOf } from './state/form-state.js';
import './conflict-dialog.css';

export interface ConflictDialogProps {
  readonly saving: Saving;
  readonly conflict: FormRecord;
  readonly state: FormState;
  readonly access: FormAccess;
}

/**
 * Asks what to do when another administrator saved the record first. Fields that only one of the two has changed are merged;
 * for each of the others, the user chooses. The value that is not chosen can be put back afterwards.
 */
export function ConflictDialog({ saving, conflict, state, access }: ConflictDialogProps) {
  const { say } = usePhrases();
  /** The fields that both have changed, and for which the user takes the other value. */
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const found = differences(state, conflict);
  const overlaps = found.some(({ changedBy }) => changedBy === 'both');

  function choose(name: string, isTheirs: boolean) {
    const others = [...theirs].filter((one) => one !== name);
    setTheirs(new Set(isTheirs ? [...others, name] : others));
  }

  return (
    <Dialog isOpen onClose={saving.goOnEditing} title={conflictTitle(state.title, say)} role="alertdialog" size="large">
      <LastChange conflict={conflict} />
      <p className="dialog__detail">{say(overlaps ? 'form.conflict_overlap' : 'form.conflict_no_overlap')}</p>
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
                  isTheirs={theirs.has(difference.field.name)}
                  onChoose={(isTheirs) => choose(difference.field.name, isTheirs)}
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
        <Button variant="primary" onPress={() => saving.merge(theirs)} autoFocus>
          {say(overlaps ? 'form.conflict_save_choice' : 'form.conflict_keep_both')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Who changed the record, and when, as far as the application says. */
function LastChange({ conflict }: Pick<ConflictDialogProps, 'conflict'>) {
  const { say, locale } = usePhrases();
  const now = useNow();
  const changed = conflict['_changed'];
  const { at, by } = typeof changed === 'object' && changed !== null ? (changed as { at?: unknown; by?: unknown }) : {};
  const moment = momentOf(at);
  const name = typeof by === 'string' ? by : undefined;
  if (moment === undefined) {
    return <p>{name === undefined ? say('form.conflict_unknown') : say('form.conflict_by', { name })}</p>;
  }
  const when = formatMoment(moment, 'datetime', undefined, locale);
  const ago = typeof at === 'string' ? relativeTime(new Date(at), now, locale) : '';
  return (
    <p>
      {name === undefined ? say('form.conflict_at', { when, ago }) : say('form.conflict_by_at', { name, when, ago })}
    </p>
  );
}

function conflictTitle(record: string | undefined, say: Phrases['say']): string {
  return record === undefined ? say('errors.conflict') : say('form.conflict_named', { record });
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
  readonly access: FormAccess;
  readonly labels: Readonly<Record<'mine' | 'theirs', FormState['labels']>>;
}

function DifferenceRow({ difference, isTheirs, onChoose, access, labels }: DifferenceRowProps) {
  const { say } = usePhrases();
  const { field, mine, theirs, changedBy } = difference;
  const label = field.label ?? field.name;
  const values = {
    mine: <ShownValue field={field} value={mine} labels={labels.mine} access={access} />,
    theirs: <ShownValue field={field} value={theirs} labels={labels.theirs} access={access} />,
  };
  const cell = (side: 'mine' | 'theirs') => {
    const isTaken =
      changedBy === 'both' ? isTheirs === (side === 'theirs') : (changedBy === 'me') === (side === 'mine');
    return (
      <td data-label={say(`form.conflict_${side}`)} {...(!isTaken && { 'data-superseded': true })}>
        {changedBy === 'both' ? (
          <label className="conflict__choice">
            <input
              type="radio"
              name={`conflict-${field.name}`}
              checked={isTaken}
              onChange={() => onChoose(side === 'theirs')}
              aria-label={`${label}: ${say(`form.conflict_${side}`)}`}
            />
            {values[side]}
          </label>
        ) : (
          values[side]
        )}
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">
        {label}
        <span className="conflict__note">{say(`form.conflict_changed_by_${changedBy}`)}</span>
      </th>
      {cell('mine')}
      {cell('theirs')}
    </tr>
  );
}
