import type { SubmitEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { MIN_PASSWORD_CHARACTERS } from '../../admin/api/limits.js';
import type { ApiError } from '../api/errors.js';
import { answered, attemptText } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { PasswordInput } from '../ui/inputs.js';
import './password-form.css';

export interface PasswordFormProps {
  /** Whether the current password is asked for. */
  readonly asksForCurrent: boolean;
  /** Label of the button. */
  readonly action: string;
  /** For password managers; empty if the password is another administrator's. */
  readonly login?: string;
  /** Throws ApiError. */
  readonly send: (password: string, current: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Asks for a new password. Errors appear on their fields, and the focus goes to the first. */
export function PasswordForm({ asksForCurrent, action, login = '', send, onDone }: PasswordFormProps) {
  const { say } = usePhrases();
  const [values, setValues] = useState({ current: '', password: '' });
  const [refusal, setRefusal] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setRefusal(undefined);
    const outcome = await answered(() => send(values.password, values.current));
    setPending(false);
    if (outcome.refusal === undefined) {
      setValues({ current: '', password: '' });
      onDone();
      return;
    }
    setRefusal(outcome.refusal);
    const first = Object.hasOwn(outcome.refusal.fields, 'current') ? 'current' : 'password';
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  const problems = refusal?.fields ?? {};
  const general = refusal !== undefined && Object.keys(problems).length === 0 ? attemptText(refusal, say) : undefined;

  const field = (name: 'current' | 'password', label: string, autoComplete: string, hint?: string) => {
    const problem = problems[name]?.join(' ');
    const described = [hint && `${id}-${name}-hint`, problem && `${id}-${name}-problem`].filter(Boolean).join(' ');
    return (
      <div className="password-form__field">
        <label htmlFor={`${id}-${name}`}>{label}</label>
        <PasswordInput
          id={`${id}-${name}`}
          name={name}
          autoComplete={autoComplete}
          aria-required
          aria-invalid={problem !== undefined}
          {...(described !== '' && { 'aria-describedby': described })}
          value={values[name]}
          onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
        />
        {hint !== undefined && (
          <p id={`${id}-${name}-hint`} className="password-form__hint">
            {hint}
          </p>
        )}
        {problem !== undefined && (
          <p id={`${id}-${name}-problem`} className="password-form__problem">
            {problem}
          </p>
        )}
      </div>
    );
  };

  return (
    <form ref={form} className="password-form" onSubmit={(event) => void submit(event)} noValidate>
      {general !== undefined && (
        <p className="problem" role="alert">
          {general}
        </p>
      )}
      {login !== '' && <input type="hidden" name="username" autoComplete="username" value={login} readOnly />}
      {asksForCurrent && field('current', say('account.current_password'), 'current-password')}
      {field(
        'password',
        say('account.new_password'),
        'new-password',
        say('account.password_hint', { minimum: MIN_PASSWORD_CHARACTERS }),
      )}
      <div className="password-form__actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
