import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

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
