import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { PasswordInput } from '../ui/password-input.js';
import { SignInField } from './sign-in-field.js';
import { useProblemText } from './use-problem-text.js';

export interface SignInFormProps {
  /** Known already where a session ran out. */
  readonly login?: string;
}

export function SignInForm({ login: known }: SignInFormProps) {
  const { session } = useApp();
  const { say } = usePhrases();
  const textOf = useProblemText();
  const problemId = useId();
  const loginInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [login, setLogin] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  /** Whether it was sent once as it is: nobody is told what is missing while they are still typing. */
  const [isChecked, setChecked] = useState(false);
  const missing = { login: isChecked && login.trim() === '', password: isChecked && password === '' };

  // Once it can be typed into again: while a request is under way, nothing takes the focus from elsewhere.
  useEffect(() => {
    if (problem !== undefined) passwordInput.current?.focus();
  }, [problem]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setChecked(true);
    const empty = login.trim() === '' ? loginInput : password === '' ? passwordInput : undefined;
    if (empty) {
      empty.current?.focus();
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      await session.signIn(login, password);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What never arrived was not wrong.
      if (error.status === 401) {
        setPassword('');
        setChecked(false);
      }
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  const isWrong = problem?.status === 401;
  const described = (id: string, isMissing: boolean) => ({
    id,
    'aria-required': true,
    'aria-invalid': isMissing || isWrong,
    'aria-describedby': isMissing ? `${id}-problem` : problem && problemId,
  });
  const [loginId, passwordId] = [useId(), useId()];
  return (
    <form className="sign-in__form" onSubmit={(event) => void submit(event)} noValidate>
      {problem !== undefined && (
        <p id={problemId} className="problem" role="alert">
          {textOf(problem)}
        </p>
      )}
      <SignInField
        id={loginId}
        label={say('account.login')}
        problem={missing.login ? say('validation.required') : undefined}
      >
        <input
          {...described(loginId, missing.login)}
          ref={loginInput}
          className="input"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === undefined}
          readOnly={known !== undefined}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
        />
      </SignInField>
      <SignInField
        id={passwordId}
        label={say('account.password')}
        problem={missing.password ? say('validation.required') : undefined}
      >
        <PasswordInput
          {...described(passwordId, missing.password)}
          ref={passwordInput}
          name="password"
          autoComplete="current-password"
          autoFocus={known !== undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </SignInField>
      <Button type="submit" variant="primary" isPending={isPending}>
        {say('account.sign_in')}
      </Button>
    </form>
  );
}
