import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { usePhrases } from '../i18n/phrases-context.js';
import './password-input.css';

/** A password, with a button that shows it: whoever cannot see what is typed makes more mistakes than are needed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const { say } = usePhrases();
  const [isShown, setShown] = useState(false);
  return (
    <div className="password-input">
      <input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="input"
        autoCapitalize="none"
        spellCheck={false}
      />
      {props.disabled !== true && props.readOnly !== true && (
        <button
          type="button"
          className="icon-button password-input__reveal"
          aria-label={say('form.show_password')}
          aria-pressed={isShown}
          onClick={() => setShown((shown) => !shown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}
