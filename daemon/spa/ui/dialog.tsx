import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
import { Notice } from './tone.js';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Called on Escape, and on a click outside. Absent: the user must answer. */
  readonly onClose?: () => void;
  /** The user has chosen or typed something, which a click outside must not lose. Escape closes all the same. */
  readonly hasInput?: boolean;
  readonly title: string;
  /** `alertdialog` for a confirmation of a loss. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'small' | 'large';
  /** Shows a warning sign beside the title. */
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog. It traps the focus and then returns it to where it was. The first screen takes it from overlays.tsx, which
 * also imports its style sheet.
 */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    hasInput = false,
    title,
    role = 'dialog',
    size = 'small',
    isWarning = false,
    children,
  } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
      isDismissable={onClose !== undefined && role === 'dialog' && !hasInput}
      isKeyboardDismissDisabled={onClose === undefined}
      className="overlay"
    >
      <Modal className={`modal modal--${size}`}>
        <AriaDialog role={role} className={isWarning ? 'dialog dialog--warning' : 'dialog'}>
          {isWarning && (
            <span className="dialog__sign" aria-hidden="true">
              <TriangleAlert />
            </span>
          )}
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
  /** The consequences, if the question does not name them. */
  readonly detail?: string;
  /** Between the question and the buttons, such as the names of records. */
  readonly children?: ReactNode;
  /** The label of the confirming button: "Delete", not "OK". */
  readonly action: string;
  /** Whether the action destroys something. Default: true. */
  readonly isDangerous?: boolean;
  /** The label of the other button. Default: "Cancel". */
  readonly cancel?: string;
  /** The action is running: until it has ended, the dialog stays. */
  readonly isPending?: boolean;
  /** Why the action failed. */
  readonly problem?: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    question,
    detail,
    children,
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
    <Dialog
      isOpen={isOpen}
      // A running action can no longer be canceled, and this dialog says how it ends.
      {...(!isPending && { onClose: onCancel })}
      title={question}
      role="alertdialog"
      isWarning={isDangerous}
    >
      {children}
      {detail !== undefined && <p className="dialog__detail">{detail}</p>}
      {problem !== undefined && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className="dialog__actions">
        <Button onPress={onCancel} isDisabled={isPending} autoFocus>
          {cancel ?? say('form.cancel')}
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
