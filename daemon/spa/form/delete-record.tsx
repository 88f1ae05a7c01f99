import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { recordsChanged } from '../api/query-keys.js';
import { answered, errorText } from '../api/errors.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { useIsGone } from '../ui/use-is-gone.js';
import { useProblem } from '../ui/use-problem.js';

export interface DeleteRecordProps {
  readonly schema: FormView;
  readonly id: string;
  /** Returns the record's name. Called when the confirmation opens. */
  readonly title: () => string | undefined;
  /** The form is being saved: the answer would report a saved record that no longer exists. */
  readonly isDisabled: boolean;
  readonly onDeleted: () => void;
}

export function DeleteRecord(props: DeleteRecordProps) {
  const { schema, id, title, isDisabled, onDeleted } = props;
  const { controller, contexts } = schema;
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const isGone = useIsGone();
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useProblem();
  /** If the answer to a delete was lost, the record may already be gone. A 404 on the next attempt then counts as success. */
  const mayBeGone = useRef(false);

  async function remove() {
    setPending(true);
    setProblem(undefined);
    try {
      const said = await answered(() => api.delete(controller, id));
      if (said.refusal && !(mayBeGone.current && said.refusal.status === 404)) {
        mayBeGone.current ||= said.refusal.isPassing;
        setProblem(said.refusal.code === 'not_found' ? say('form.gone') : errorText(said.refusal, say));
        return;
      }
      toasts.success(said.answer?.message ?? contexts.update?.flashDelete ?? say('form.delete_success'));
      // The user may be in another form by now.
      if (!isGone.current) onDeleted();
      // Wait until the form has left the screen. While it is mounted, it would refetch the deleted record and get a 404.
      setTimeout(() => {
        queries.removeQueries({ queryKey: ['records', controller, 'record', id] });
        void recordsChanged(queries);
      });
    } finally {
      setPending(false);
    }
  }

  function ask() {
    setProblem(undefined);
    setName(title());
    setAsking(true);
  }

  return (
    <>
      <Button variant="danger" isDisabled={isDisabled} onPress={ask}>
        {say('form.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={name === undefined ? say('form.confirm_delete') : say('form.confirm_delete_named', { record: name })}
        detail={say('form.confirm_delete_detail')}
        action={say('form.delete')}
        isPending={isPending}
        problem={problem}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
