import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answered, errorText } from '../api/errors.js';
import { recordsChanged } from '../api/query-keys.js';
import type { ListView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import type { SelectionControl } from '../table/selection.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, LOADS_OVERLAYS } from '../ui/overlays.js';
import { RecordNames } from '../ui/record-names.js';
import { useIsGone } from '../ui/use-is-gone.js';
import { useProblem } from '../ui/use-problem.js';
import { countedRecords } from './list-heading.js';
import { deleteInBatches } from '../api/batches.js';

export interface DeleteSelectedProps {
  readonly schema: Pick<ListView, 'controller' | 'recordName'>;
  readonly selection: SelectionControl;
  /** The names of the checked records, as far as they are known. */
  readonly names: readonly string[];
  readonly onDeleted: () => void;
}

interface Progress {
  readonly deleted: number;
  readonly total: number;
}

/** Asks for confirmation, shows progress if deletion takes several requests, and shows the reason if the host rejects it. */
export function DeleteSelected({ schema, selection, names, onDeleted }: DeleteSelectedProps) {
  const { controller, recordName } = schema;
  const { api, toasts } = useApp();
  const phrases = usePhrases();
  const { say } = phrases;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useProblem();
  const count = selection.ids.size;
  const isGone = useIsGone();

  async function run() {
    const ids = [...selection.ids];
    setProblem(undefined);
    try {
      const { deleted, left, error } = await deleteInBatches(ids, {
        deleteMany: (batch) => answered(() => api.deleteMany(controller, batch)),
        isStopped: () => isGone.current,
        onProgress: (done) => setProgress({ deleted: done, total: ids.length }),
      });
      // The user has left the screen, where the dialog would have told the rest.
      if (isGone.current && error === undefined && left.length > 0) toasts.info(say('bulk.stopped'));
      if (deleted > 0) toasts.success(say('list.delete_selected_success', { count: deleted }));
      if (error === undefined) {
        setAsking(false);
        selection.clear();
        onDeleted();
      } else if (error.status === 404) {
        // Another user has deleted some of them. The answer does not say which, so the user has to select the rest again.
        setAsking(false);
        toasts.error(say('list.delete_selected_gone'));
        selection.clear();
        onDeleted();
      } else {
        setProblem(errorText(error, say) + (error.isPassing ? ` ${say('bulk.unknown')}` : ''));
        selection.keep(left);
      }
      // Also if the answer was lost: then the list shows what is left.
      if (deleted > 0 || error !== undefined) await recordsChanged(queries);
    } finally {
      setProgress(undefined);
    }
  }

  return (
    <>
      <Button variant="danger" {...LOADS_OVERLAYS} onPress={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {say('list.delete_selected')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={
            recordName === null
              ? say('list.confirm_delete', { count })
              : say('list.confirm_delete_named', { records: countedRecords(recordName, count, phrases) })
          }
          detail={
            progress && progress.deleted > 0
              ? say('list.deleting', { done: progress.deleted, total: progress.total })
              : say('list.confirm_delete_detail')
          }
          action={say('form.delete')}
          isPending={progress !== undefined}
          problem={problem}
          onConfirm={() => void run()}
          onCancel={() => {
            setProblem(undefined);
            setAsking(false);
          }}
        >
          <RecordNames names={names} total={count} />
        </ConfirmDialog>
      )}
    </>
  );
}
