import { Suspense, useSyncExternalStore } from 'react';
import { useClosedOnLeaving } from '../platform/app.js';
import { shortcutsHelp, useShortcut } from '../platform/shortcuts.js';
import { lazyPart } from '../ui/lazy-part.js';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.js')).ShortcutsDialog);

/** Opens the dialog with all shortcuts on "?". */
export function ShortcutsHelp() {
  const isOpen = useSyncExternalStore(shortcutsHelp.subscribe, shortcutsHelp.get);
  useShortcut('help', shortcutsHelp.open);
  useClosedOnLeaving(shortcutsHelp.close);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog />
    </Suspense>
  );
}
