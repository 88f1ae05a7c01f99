import { Search } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import type { UserBody } from '../../../admin/api/answers.js';
import { useClosedOnLeaving } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { useShortcut } from '../../platform/shortcuts.js';
import { Store } from '../../platform/store.js';
import { lazyPart } from '../../ui/lazy-part.js';
import './command-palette.css';

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.js')).PaletteDialog);

/** Whether the palette is open. */
class Palette extends Store<boolean> {
  readonly open = () => this.set(true);
  readonly close = () => this.set(false);
}

const palette = new Palette(false);

/** Opens the palette. On wide screens, it looks like the field that it leads to. */
export function PaletteButton() {
  const { say } = usePhrases();
  return (
    <button
      type="button"
      className="palette-button"
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      onClick={palette.open}
      onPointerEnter={() => void PaletteDialog.preload()}
    >
      <Search aria-hidden="true" />
      <span className="palette-button__text">{say('palette.open')}</span>
      <kbd className="palette-button__keys">{say('shortcuts.key_ctrl')} K</kbd>
    </button>
  );
}

/** Opens on Ctrl+K, and loads with its first use. */
export function CommandPalette({ user }: { readonly user: UserBody }) {
  const isOpen = useSyncExternalStore(palette.subscribe, palette.get);
  useShortcut('palette', palette.open);
  useClosedOnLeaving(palette.close);
  if (!isOpen) return null;
  return (
    <Suspense>
      <PaletteDialog user={user} onClose={palette.close} />
    </Suspense>
  );
}
