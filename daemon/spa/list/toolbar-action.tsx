import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { errorText } from '../api/error-text.js';
import { recordsChanged } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';

export interface ToolbarActionProps {
  readonly controller: string;
  readonly action: string;
  readonly label: string;
}

/** A button whose work the host does; what it says is shown, and what it may have changed is loaded again. */
export function ToolbarAction({ controller, action, label }: ToolbarActionProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
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
    <Button isPending={isPending} onPress={() => mutate()}>
      {label}
    </Button>
  );
}
