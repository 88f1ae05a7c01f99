import { useId, useState } from 'react';
import { safeLink } from '../../../admin/api/addresses.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

export interface LinkDialogProps {
  /** The address so far; empty for a new link. */
  readonly address: string;
  readonly onLink: (address: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** "example.com/a" means https. */
function completed(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(?:[/?#:].*)?$/u.test(text) ? `https://${text}` : text;
}

/** Asks for the address of a link, and accepts only those that may be saved. */
export function LinkDialog({ address, onLink, onRemove, onClose }: LinkDialogProps) {
  const { say } = usePhrases();
  const [typed, setTyped] = useState(address);
  const [isWrong, setWrong] = useState(false);
  const id = useId();

  function submit() {
    const link = safeLink(completed(typed));
    if (link === undefined || link === '') setWrong(true);
    else onLink(link);
  }

  return (
    <Dialog isOpen onClose={onClose} title={say(address === '' ? 'rich_text.link_add' : 'rich_text.link_change')}>
      <form
        className="link-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog is part of the form of the record, whose fields are not what this saves.
          event.stopPropagation();
          submit();
        }}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <label htmlFor={id} className="field-frame__label">
          {say('rich_text.link_address')}
        </label>
        <input
          id={id}
          className="input"
          type="url"
          dir="ltr"
          autoFocus
          autoComplete="off"
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(false);
          }}
        />
        <p
          id={`${id}-hint`}
          className={isWrong ? 'field-frame__error' : 'field-frame__comment'}
          role={isWrong ? 'alert' : undefined}
        >
          {say('rich_text.link_rule')}
        </p>
        <div className="dialog__actions">
          {address !== '' && <Button onPress={onRemove}>{say('rich_text.link_remove')}</Button>}
          <Button onPress={onClose}>{say('form.cancel')}</Button>
          <Button variant="primary" type="submit">
            {say('rich_text.link_set')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
