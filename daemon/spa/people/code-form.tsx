import type { ReactNode, SubmitEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '../api/errors.js';
import { answered, attemptText } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { PasswordInput } from '../ui/inputs.js';
import './password-form.css';

export interface CodeFormProps {
  readonly asksForPassword: boolean;
  readonly asksForCode: boolean;
  /** Whether a recovery code is accepted as well. */
  readonly takesRecoveryCodes?: boolean;
  /** Label of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly autoFocus?: boolean;
  /** Throws ApiError. */
  readonly send: (password: string, code: string) => Promise<unknown>;
  readonly onDone?: () => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Asks for the password, for a code of the second factor, or for both. Errors appear on their fields. */
export function CodeForm(props: CodeFormProps) {
  const { asksForPassword, asksForCode, takesRecoveryCodes = false, action, isDangerous = false } = props;
  const { autoFocus = false, send, onDone, children } = props;
  const { say } = usePhrases();
  const [values, setValues] = useState({ password: '', code: '' });
  const [refusal, setRefusal] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  // Only after a failed attempt: the focus must not move while a request is running.
  useEffect(() => {
    if (refusal === undefined) return;
    const isPassword = asksForPassword && (!asksForCode || Object.hasOwn(refusal.fields, 'password'));
    form.current?.querySelector<HTMLInputElement>(`[name="${isPassword ? 'password' : 'code'}"]`)?.focus();
  }, [refusal, asksForPassword, asksForCode]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setRefusal(undefined);
    const outcome = await answered(() => send(values.password, values.code));
    setPending(false);
    if (outcome.refusal === undefined) {
      setValues({ password: '', code: '' });
      onDone?.();
      return;
    }
    // A code is used once; the password may well be right.
    setValues((before) => ({ ...before, code: '' }));
    setRefusal(outcome.refusal);
  }

  const problems = refusal?.fields ?? {};
  const described = (name: 'password' | 'code', hint?: string) => {
    const problem = problems[name]?.join(' ');
    const by = [hint && `${id}-${name}-hint`, problem && `${id}-${name}-problem`].filter(Boolean).join(' ');
    return {
      problem,
      input: {
        id: `${id}-${name}`,
        name,
        'aria-required': true,
        'aria-invalid': problem !== undefined,
        ...(by !== '' && { 'aria-describedby': by }),
        value: values[name],
      },
    };
  };
  const set = (name: 'password' | 'code', value: string) => setValues((before) => ({ ...before, [name]: value }));
  const hint = takesRecoveryCodes ? say('second_factor.code_or_recovery') : say('second_factor.code_hint');
  const [password, code] = [described('password'), described('code', hint)];
  return (
    <form ref={form} className="password-form" onSubmit={(event) => void submit(event)} noValidate>
      {refusal !== undefined && Object.keys(problems).length === 0 && (
        <p className="problem" role="alert">
          {attemptText(refusal, say)}
        </p>
      )}
      {asksForPassword && (
        <div className="password-form__field">
          <label htmlFor={`${id}-password`}>{say('account.current_password')}</label>
          <PasswordInput
            {...password.input}
            autoComplete="current-password"
            autoFocus={autoFocus}
            onChange={({ target }) => set('password', target.value)}
          />
          <Problem id={`${id}-password-problem`} text={password.problem} />
        </div>
      )}
      {asksForCode && (
        <div className="password-form__field">
          <label htmlFor={`${id}-code`}>{say('second_factor.code')}</label>
          <input
            {...code.input}
            className="input"
            autoComplete="one-time-code"
            inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={autoFocus && !asksForPassword}
            onChange={({ target }) => set('code', target.value)}
          />
          <p id={`${id}-code-hint`} className="password-form__hint">
            {hint}
          </p>
          <Problem id={`${id}-code-problem`} text={code.problem} />
        </div>
      )}
      <div className="password-form__actions">
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isPending={isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="password-form__problem">
      {text}
    </p>
  );
}
