import { usePhrases } from '../../i18n/phrases-context.js';
import { PasswordInput } from '../../ui/password-input.js';
import type { FieldProps } from '../field-props.js';
import { controlProps, textOf } from './control-props.js';

/** Never shows what is stored: the API does not return it, and a blank one keeps it. */
export function PasswordField(props: FieldProps) {
  const { value, onChange, form, field } = props;
  const { say } = usePhrases();
  const kept = form.context === 'create' ? undefined : say('form.password_kept');
  return (
    <PasswordInput
      {...controlProps(props)}
      placeholder={field.placeholder ?? kept}
      autoComplete="new-password"
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
