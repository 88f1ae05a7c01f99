import type { ReactNode, SubmitEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '../api/errors.js';
import { answered, attemptText } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { PasswordInput } from '../ui/inputs.js';
import type { PasskeyError } from './passkey-browser.js';
import { orNotUsed } from './passkey-browser.js';
import './password-form.css';

export interface CodeFormProps {
  readonly asksForPassword: boolean;
  readonly asksForCode: boolean;
  /** Whether a recovery code is accepted as well. */
  readonly takesRecoveryCodes?: boolean;
  /** False: only a recovery code is accepted. Default: true. */
  readonly takesAppCodes?: boolean;
  /** Label of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly autoFocus?: boolean;
  /** Throws ApiError. */
  readonly send: (password: string, code: string) => Promise<unknown>;
  /** A passkey is accepted in place of a code. Throws ApiError and PasskeyError. */
  readonly sendPasskey?: ((password: string) => Promise<unknown>) | undefined;
  readonly onDone?: () => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Asks for the password, for a proof of the second factor, or for both. Errors appear on their fields. */
export function CodeForm(props: CodeFormProps) {
  const { asksForPassword, asksForCode, takesRecoveryCodes = false, takesAppCodes = true, action } = props;
  const { isDangerous = false, autoFocus = false, send, sendPasskey, onDone, children } = props;
  const { say } = usePhrases();
  const [values, setValues] = useState({ password: '', code: '' });
  const [refusal, setRefusal] = useState<ApiError>();
  const [isMissing, setMissing] = useState(false);
  const [notUsed, setNotUsed] = useState<PasskeyError>();
  const [pending, setPending] = useState<'code' | 'passkey'>();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  // Only after a failed attempt: the focus must not move while a request is running.
  useEffect(() => {
    if (refusal === undefined) return;
    const isPassword = asksForPassword && (!asksForCode || Object.hasOwn(refusal.fields, 'password'));
    form.current?.querySelector<HTMLInputElement>(`[name="${isPassword ? 'password' : 'code'}"]`)?.focus();
  }, [refusal, asksForPassword, asksForCode]);

  async function run(how: 'code' | 'passkey', work: () => Promise<unknown>) {
    if (pending !== undefined) return;
    setPending(how);
    setRefusal(undefined);
    setNotUsed(undefined);
    setMissing(false);
    const outcome = await answered(() => orNotUsed(work));
    setPending(undefined);
    if (outcome.refusal !== undefined) {
      // A code is used once; the password may well be right.
      setValues((before) => ({ ...before, code: '' }));
      setRefusal(outcome.refusal);
    } else if (outcome.answer !== undefined) setNotUsed(outcome.answer);
    else {
      setValues({ password: '', code: '' });
      onDone?.();
    }
  }

  function askPasskey() {
    if (sendPasskey === undefined) return;
    if (!asksForPassword || values.password !== '') {
      void run('passkey', () => sendPasskey(values.password));
      return;
    }
    // Before the browser asks for the passkey, not after.
    setMissing(true);
    form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // Enter behind the password, without a code.
    if (sendPasskey !== undefined && values.code === '') askPasskey();
    else void run('code', () => send(values.password, values.code));
  }

  const problems = refusal?.fields ?? {};
  const described = (name: 'password' | 'code', hint?: string) => {
    const problem = isMissing && name === 'password' ? say('validation.required') : problems[name]?.join(' ');
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
  const hint = takesAppCodes
    ? say(takesRecoveryCodes ? 'second_factor.code_or_recovery' : 'second_factor.code_hint')
    : say('second_factor.recovery_hint');
  const [password, code] = [described('password'), described('code', hint)];
  const focusesPasskey = autoFocus && !asksForPassword;
  return (
    <form ref={form} className="password-form" onSubmit={submit} noValidate>
      {refusal !== undefined && Object.keys(problems).length === 0 && (
        <p className="problem" role="alert">
          {attemptText(refusal, say)}
        </p>
      )}
      {notUsed !== undefined && (
        <p className="problem" role="alert">
          {say(`passkeys.${notUsed.problem}`, { address: notUsed.rpId })}
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
      {sendPasskey !== undefined && (
        <div className="password-form__field password-form__passkey">
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isPending={pending === 'passkey'}
            autoFocus={focusesPasskey}
            onPress={askPasskey}
          >
            {say('passkeys.use')}
          </Button>
          {asksForCode && (
            <p className="password-form__hint">
              {say(takesAppCodes ? 'passkeys.or_code' : 'passkeys.or_recovery_code')}
            </p>
          )}
        </div>
      )}
      {asksForCode && (
        <div className="password-form__field">
          <label htmlFor={`${id}-code`}>
            {say(takesAppCodes ? 'second_factor.code' : 'second_factor.recovery_code')}
          </label>
          <input
            {...code.input}
            className="input"
            autoComplete="one-time-code"
            inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={focusesPasskey && sendPasskey === undefined}
            onChange={({ target }) => set('code', target.value)}
          />
          <p id={`${id}-code-hint`} className="password-form__hint">
            {hint}
          </p>
          <Problem id={`${id}-code-problem`} text={code.problem} />
        </div>
      )}
      <div className="password-form__actions">
        {(asksForCode || sendPasskey === undefined) && (
          <Button
            type="submit"
            variant={sendPasskey !== undefined ? 'secondary' : isDangerous ? 'danger' : 'primary'}
            isPending={pending === 'code'}
          >
            {action}
          </Button>
        )}
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
