import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Escape, or a press beside it where `isDismissable`. Absent: it can only be answered. */
  readonly onClose?: () => void;
  readonly title: string;
  /** `alertdialog` for a question about something that would be lost. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'small' | 'large';
  readonly children: ReactNode;
}

/** A modal dialog: the focus is held inside, and comes back to where it was. */
export function Dialog({ isOpen, onClose, title, role = 'dialog', size = 'small', children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
      isDismissable={onClose !== undefined && role === 'dialog'}
      isKeyboardDismissDisabled={onClose === undefined}
      className="overlay"
    >
      <Modal className={`modal modal--${size}`}>
        <AriaDialog role={role} className="dialog">
          <Heading slot="title" className="dialog__title">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
