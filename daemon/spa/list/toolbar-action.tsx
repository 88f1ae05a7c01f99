import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { errorText } from '../api/error-text.js';
import { recordsChanged } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

export interface ToolbarActionProps {
  readonly controller: string;
  readonly action: string;
  readonly label: string;
  /** What is asked first; absent: nothing. */
  readonly confirm?: string | undefined;
  /** Title of the list that it is about. */
  readonly subject: string;
}

/** A button whose work the host does; what it says is shown, and what it may have changed is loaded again. */
export function ToolbarAction({ controller, action, label, confirm, subject }: ToolbarActionProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.runToolbarAction(controller, action),
    onSuccess: ({ data }) => {
      if (data.message !== '') toasts.success(data.message);
    },
    onError: (error) => toasts.error(error instanceof ApiError ? errorText(error, say) : String(error)),
    // After a failure, too: it may have done half of its work.
    onSettled: () => recordsChanged(queries),
  });
  return (
    <>
      <Button isPending={isPending} onPress={() => (confirm === undefined ? mutate() : setAsking(true))}>
        {label}
      </Button>
      {confirm !== undefined && (
        <ConfirmDialog
          isOpen={isAsking}
          question={`${label}: ${subject}`}
          detail={confirm}
          action={label}
          isDangerous={false}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
