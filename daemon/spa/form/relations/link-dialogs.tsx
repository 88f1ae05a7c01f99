import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { inPortions } from '../../api/batches.js';
import { answered, errorText } from '../../api/errors.js';
import { recordsChanged } from '../../api/query-keys.js';
import type { RelationView } from '../../api/views.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { useSelection } from '../../table/selection.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { RecordNames } from '../../ui/record-names.js';
import { useProblem } from '../../ui/use-problem.js';
import { RelatedTable, useRelatedRows } from './related-table.js';
import { TABLE_START } from './table-place.js';
import './link-dialogs.css';

export interface CandidatesDialogProps {
  readonly view: RelationView;
  readonly title: string;
  readonly recordId: string;
  readonly onClose: () => void;
  readonly onAdded: (count: number) => void;
}

/**
 * Lists records that can be linked. Checked records stay checked across pages and searches until the user adds them or
 * cancels.
 */
export function CandidatesDialog({ view, title, recordId, onClose, onAdded }: CandidatesDialogProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [place, setPlace] = useState(TABLE_START);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useProblem(say('relation.add_title', { name: title }));
  const { controller, name } = view;
  const records = useRelatedRows({
    queryKey: ['records', controller, 'candidates', recordId, name],
    place,
    onPlace: setPlace,
    load: (query, signal) => api.candidates(controller, recordId, name, query, signal),
  });
  const selection = useSelection('', records.rows?.map(({ id }) => id) ?? []);
  const count = selection.ids.size;

  async function add() {
    setPending(true);
    setProblem(undefined);
    const { refusal } = await answered(() =>
      inPortions([...selection.ids], (portion) => api.link(controller, recordId, name, portion)),
    );
    if (!refusal) {
      onAdded(count);
      return;
    }
    setPending(false);
    if (refusal.code !== 'not_found') {
      setProblem(errorText(refusal, say));
      return;
    }
    // The answer does not say which of them are gone.
    setProblem(say('list.delete_selected_gone'));
    selection.clear();
    await recordsChanged(queries);
  }

  return (
    <Dialog
      isOpen
      {...(!isPending && { onClose })}
      hasInput={count > 0}
      title={say('relation.add_title', { name: title })}
      size="large"
    >
      <div className="candidates">
        <RelatedTable
          label={title}
          list={view.manage}
          records={records}
          place={place}
          onPlace={setPlace}
          selection={selection}
          empty={say('relation.no_candidates')}
          startsWithSearch
        />
      </div>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog__actions candidates__actions">
        <span className="candidates__selected" role="status">
          {count > 0 && say('list.selected', { count })}
        </span>
        <Button onPress={onClose} isDisabled={isPending}>
          {say('form.cancel')}
        </Button>
        <Button variant="primary" isDisabled={count === 0} isPending={isPending} onPress={() => void add()}>
          {say('relation.add_selected')}
        </Button>
      </div>
    </Dialog>
  );
}

export interface RemoveLinksProps {
  readonly view: RelationView;
  readonly recordId: string;
  /** The checked records. */
  readonly ids: ReadonlySet<string>;
  /** Their names, as far as the table shows them. */
  readonly names: readonly string[];
  readonly onRemoved: (count: number) => void;
  /** Some of the records no longer exist, so nothing, or not everything, was removed. */
  readonly onGone: () => void;
}

/** Removes links after a confirmation. The records themselves remain. */
export function RemoveLinks({ view, recordId, ids, names, onRemoved, onGone }: RemoveLinksProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useProblem(say('relation.remove'));
  const count = ids.size;

  async function remove() {
    setPending(true);
    setProblem(undefined);
    try {
      const { refusal } = await answered(() =>
        inPortions([...ids], (portion) => api.unlink(view.controller, recordId, view.name, portion)),
      );
      if (refusal && refusal.code !== 'not_found') {
        setProblem(errorText(refusal, say));
        return;
      }
      // Close synchronously, because the dialog holds the focus until it is gone.
      flushSync(() => setAsking(false));
      if (refusal) onGone();
      else onRemoved(count);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {count > 0 && (
        <>
          <span className="relation-manager__selected" role="status">
            {say('list.selected', { count })}
          </span>
          <Button variant="danger" onPress={() => setAsking(true)}>
            {say('relation.remove')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={say('relation.remove_confirm', { count })}
        detail={say('relation.remove_detail')}
        action={say('relation.remove')}
        isPending={isPending}
        problem={problem}
        onConfirm={() => void remove()}
        onCancel={() => {
          setAsking(false);
          setProblem(undefined);
        }}
      >
        <RecordNames names={names} total={count} />
      </ConfirmDialog>
    </>
  );
}
