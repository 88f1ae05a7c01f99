import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { IconButton } from './icon-button.js';
import './toast-region.css';

/** In react-aria's top layer: what it says is heard while a dialog or a list of choices is open as well. */
export function ToastRegion() {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <div className="toasts" data-react-aria-top-layer="true" role="region" aria-label={say('toast.region')}>
      <div role="status" aria-live="polite">
        {shown.map(({ id, kind, text }) => (
          <div key={id} className={`toast toast--${kind}`}>
            <p className="toast__text">{text}</p>
            <IconButton label={say('form.close')} onPress={() => toasts.dismiss(id)}>
              <X />
            </IconButton>
          </div>
        ))}
      </div>
    </div>
  );
}
