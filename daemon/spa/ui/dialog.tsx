import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
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

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly question: string;
  /** What happens then, where the question does not say it. */
  readonly detail?: string;
  /** What the button says that does it: "Delete", not "OK". */
  readonly action: string;
  /** Whether the action destroys something. Default: it does. */
  readonly isDangerous?: boolean;
  /** What the button says that does not: "Cancel" where nothing else is given. */
  readonly cancel?: string;
  readonly isPending?: boolean;
  /** Why it could not be done. */
  readonly problem?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    question,
    detail,
    action,
    isDangerous = true,
    cancel,
    isPending = false,
    problem,
    onConfirm,
    onCancel,
  } = props;
  const { say } = usePhrases();
  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title={question} role="alertdialog">
      {detail !== undefined && <p className="dialog__detail">{detail}</p>}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog__actions">
        <Button onPress={onCancel} autoFocus>
          {cancel ?? say('form.cancel')}
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
