import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { FieldProps } from '../field-props.js';
import { controlProps, textOf } from './control-props.js';
import './password-field.css';

/** Never shows what is stored: the API does not return it, and a blank one keeps it. */
export function PasswordField(props: FieldProps) {
  const { value, onChange, form, field, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const [isShown, setShown] = useState(false);
  const kept = form.context === 'create' ? undefined : say('form.password_kept');
  return (
    <div className="password-field">
      <input
        {...controlProps(props)}
        placeholder={field.placeholder ?? kept}
        type={isShown ? 'text' : 'password'}
        className="input"
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      {!isDisabled && !isReadOnly && (
        <button
          type="button"
          className="icon-button password-field__reveal"
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
