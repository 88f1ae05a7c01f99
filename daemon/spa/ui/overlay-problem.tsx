import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePhrases } from '../platform/phrases.js';
import { Button, IconButton } from './button.js';
import type { PartProblemProps } from './lazy-part.js';
import { useWhatHappened } from './lazy-part.js';
import './overlay-problem.css';

export interface OverlayProblemProps extends PartProblemProps {
  /** The props of the overlay. Without both functions, the user cannot close it. */
  readonly part: { readonly isOpen: boolean; readonly onClose?: () => void; readonly onCancel?: () => void };
}

/**
 * In place of a menu or a dialog whose file failed to load: in the corner of the page, since no button has room for it. It has
 * the focus like the missing overlay would, and returns it to the button before that one opens or when the user closes it.
 */
export function OverlayProblem(props: OverlayProblemProps) {
  return props.part.isOpen ? <MissingOverlay {...props} /> : null;
}

function MissingOverlay({ isBroken = false, isRetrying = false, onRetry, part }: OverlayProblemProps) {
  const { onClose = part.onCancel } = part;
  const { say } = usePhrases();
  const notice = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  // The next press on a button tries again. This time, it may succeed.
  const [wasRetrying] = useState(isRetrying);
  // Opening now would surprise a user who has gone on with something else, unless the page waits for an answer.
  const isOutdated = useWhatHappened(() => {
    if (notice.current?.contains(document.activeElement) === true) returnFocus();
    onRetry?.();
    onClose?.();
  });

  useEffect(() => {
    const isWaiting = document.activeElement === opener && opener !== document.body;
    if (!isRetrying && isWaiting) notice.current?.querySelector('button')?.focus();
  }, [isRetrying, opener]);

  function returnFocus() {
    if (opener instanceof HTMLElement) opener.focus();
  }

  function close() {
    returnFocus();
    onClose?.();
  }

  if (wasRetrying && isRetrying) return null;
  return createPortal(
    <div
      ref={notice}
      className="overlay-problem problem"
      role="alert"
      data-react-aria-top-layer="true"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <p className="overlay-problem__text">
        {say(isOutdated ? 'shell.part_outdated' : isBroken ? 'shell.part_broken' : 'shell.part_failed')}
      </p>
      {onRetry && (
        <Button
          isPending={isRetrying}
          onPress={() => {
            returnFocus();
            onRetry();
          }}
        >
          {say('shell.retry')}
        </Button>
      )}
      {onClose && (
        <IconButton label={say('form.close')} onPress={close}>
          <X />
        </IconButton>
      )}
    </div>,
    document.body,
  );
}
