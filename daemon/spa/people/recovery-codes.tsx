import { useRef } from 'react';
import { useApp } from '../platform/app.js';
import { copyText } from '../platform/clipboard.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/tone.js';
import { UnsavedGuard } from '../ui/unsaved-guard.js';
import './second-factor.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly action: string;
  readonly onDone: () => void;
}

/** Recovery codes, shown once: leaving them asks first. */
export function RecoveryCodes({ codes, action, onDone }: RecoveryCodesProps) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const list = useRef<HTMLUListElement>(null);
  const text = codes.join('\n');

  async function copy() {
    if (await copyText(text)) toasts.success(say('second_factor.copied'));
    // Selected, so that the user can copy them with the keyboard.
    else if (list.current !== null) document.getSelection()?.selectAllChildren(list.current);
  }

  return (
    <div className="second-factor">
      <Notice tone="warning" role="status">
        {say('second_factor.codes_once')}
      </Notice>
      <ul ref={list} className="second-factor__codes" aria-label={say('second_factor.recovery_codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="password-form__actions">
        <Button variant="primary" onPress={onDone}>
          {action}
        </Button>
        <Button onPress={() => void copy()}>{say('second_factor.copy')}</Button>
        <a
          className="button button--secondary"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {say('second_factor.download')}
        </a>
      </div>
      <UnsavedGuard detail={say('second_factor.codes_once')} isDirty isSaving={false} />
    </div>
  );
}
