import { useEffect } from 'react';

/** Ctrl+S or Cmd+S saves, as in every editor; the browser's own dialog for saving the page helps nobody here. */
export function useSaveKey(isEnabled: boolean, save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A question is open: it has to be answered first.
      if (!isEnabled || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      save();
    };
    // Before the control that has the focus: an open list of choices keeps every key to itself.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isEnabled, save]);
}
