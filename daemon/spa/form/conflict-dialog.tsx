import { useState, useSyncExternalStore } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import { formatMoment, momentOf } from '../formats/date-format.js';
import { relativeTime, useNow } from '../formats/relative-time.js';
import { useApp } from '../platform/app.js';
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
import type { LastChange } from './state/last-change.js';
import { isOwnChange, lastChangeOf } from './state/last-change.js';
import './conflict-dialog.css';

export interface ConflictDialogProps {
  readonly saving: Saving;
  readonly conflict: FormRecord;
  readonly state: FormState;
  readonly access: FormAccess;
}

/**
 * Asks what to do when another administrator, or the same one in another tab, saved the record first. Fields that only one of the
 * two has changed are merged; for each of the others, the user chooses. The value that is not chosen can be put back afterwards.
 */
export function ConflictDialog({ saving, conflict, state, access }: ConflictDialogProps) {
  const { say } = usePhrases();
  /** The fields that both have changed, and for which the user takes the other value. */
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const found = differences(state, conflict);
  const change = lastChangeOf(conflict);
  const isOwn = isOwnChange(change, useReader());
  const voice = isOwn ? 'conflict_own' : 'conflict';
  const overlaps = found.some(({ changedBy }) => changedBy === 'both');

  function choose(name: string, isTheirs: boolean) {
    const others = [...theirs].filter((one) => one !== name);
    setTheirs(new Set(isTheirs ? [...others, name] : others));
  }

  return (
    <Dialog isOpen onClose={saving.goOnEditing} title={conflictTitle(state.title, say)} role="alertdialog" size="large">
      <ChangedBy change={change} isOwn={isOwn} />
      <p className="dialog__detail">{say(`form.${voice}_${overlaps ? 'overlap' : 'no_overlap'}`)}</p>
      {found.length > 0 && (
        <div className="conflict" tabIndex={0} role="group" aria-label={say('form.conflict_differences')}>
          <table className="conflict__table">
            <thead>
              <tr>
                <th scope="col">{say('form.conflict_field')}</th>
                <th scope="col">{say(`form.${voice}_mine`)}</th>
                <th scope="col">{say(`form.${voice}_theirs`)}</th>
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
                  voice={voice}
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
        <Button onPress={saving.takeTheirs}>{say(`form.${voice}_take_theirs`)}</Button>
        <Button variant="primary" onPress={() => saving.merge(theirs)} autoFocus>
          {say(overlaps ? 'form.conflict_save_choice' : 'form.conflict_keep_both')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The signed-in administrator. */
function useReader(): UserBody | undefined {
  const { session } = useApp();
  const state = useSyncExternalStore(session.subscribe, session.get);
  return 'user' in state ? state.user : undefined;
}

/** Who changed the record, and when, as far as the application says. */
function ChangedBy({ change, isOwn }: { readonly change: LastChange; readonly isOwn: boolean }) {
  const { say, locale } = usePhrases();
  const now = useNow();
  const { at, by: name } = change;
  const moment = momentOf(at);
  if (at === undefined || moment === undefined) {
    if (isOwn) return <p>{say('form.conflict_own')}</p>;
    return <p>{name === undefined ? say('form.conflict_unknown') : say('form.conflict_by', { name })}</p>;
  }
  const when = formatMoment(moment, 'datetime', undefined, locale);
  const ago = relativeTime(new Date(at), now, locale);
  if (isOwn) return <p>{say('form.conflict_own_at', { when, ago })}</p>;
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
  /** The phrases: about another person, or about the reader in another tab. */
  readonly voice: 'conflict' | 'conflict_own';
}

function DifferenceRow({ difference, isTheirs, onChoose, access, labels, voice }: DifferenceRowProps) {
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
      <td data-label={say(`form.${voice}_${side}`)} {...(!isTaken && { 'data-superseded': true })}>
        {changedBy === 'both' ? (
          <label className="conflict__choice">
            <input
              type="radio"
              name={`conflict-${field.name}`}
              checked={isTaken}
              onChange={() => onChoose(side === 'theirs')}
              aria-label={`${label}: ${say(`form.${voice}_${side}`)}`}
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
        <span className="conflict__note">{say(`form.${voice}_changed_by_${changedBy}`)}</span>
      </th>
      {cell('mine')}
      {cell('theirs')}
    </tr>
  );
}
