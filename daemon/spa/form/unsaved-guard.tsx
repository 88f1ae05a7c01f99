import { useEffect, useState } from 'react';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** While there are changes, leaving the screen is asked about: by link, by the back button, by closing the page. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { location } = useApp();
  const { say } = usePhrases();
  const [leave, setLeave] = useState<() => void>();

  useEffect(() => {
    if (!isDirty) return undefined;
    return location.guardWith((proceed) => setLeave(() => proceed));
  }, [isDirty, location]);

  return (
    <ConfirmDialog
      isOpen={leave !== undefined}
      question={say('form.unsaved_title')}
      detail={say('form.unsaved_changes')}
      action={say('form.leave')}
      cancel={say('form.stay')}
      onConfirm={() => {
        setLeave(undefined);
        leave?.();
      }}
      onCancel={() => setLeave(undefined)}
    />
  );
}
