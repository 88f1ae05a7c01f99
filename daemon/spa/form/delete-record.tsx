import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordsChanged } from '../api/query-keys.js';
import { ApiError } from '../api/api-error.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

export interface DeleteRecordProps {
  readonly schema: FormView;
  readonly id: string;
  readonly onDeleted: () => void;
}

export function DeleteRecord({ schema: { controller, contexts }, id, onDeleted }: DeleteRecordProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    try {
      const { message } = await api.delete(controller, id);
      toasts.success(message ?? contexts.update?.flashDelete ?? say('form.delete_success'));
      // What is gone is not asked for again on the way to the list.
      queries.removeQueries({ queryKey: ['records', controller, 'record', id] });
      onDeleted();
      void recordsChanged(queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error(error.code === 'network' ? say('errors.network') : error.message);
      setAsking(false);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {say('form.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={say('form.confirm_delete')}
        detail={say('form.confirm_delete_detail')}
        action={say('form.delete')}
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
