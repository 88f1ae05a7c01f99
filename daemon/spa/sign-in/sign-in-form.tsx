import { useId, useState, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';

export interface SignInFormProps {
  /** Known already where a session ran out. */
  readonly login?: string;
}

export function SignInForm({ login: known }: SignInFormProps) {
  const { session } = useApp();
  const { say } = usePhrases();
  const ids = { login: useId(), password: useId(), problem: useId() };
  const [login, setLogin] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    if (login.trim() === '' || password === '') {
      setProblem(say('account.fill_in'));
      document.getElementById(login.trim() === '' ? ids.login : ids.password)?.focus();
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      await session.signIn(login, password);
    } catch (error) {
      setPassword('');
      setProblem(error instanceof ApiError ? error.message : String(error));
      document.getElementById(ids.password)?.focus();
    } finally {
      setPending(false);
    }
  }

  const described = problem === undefined ? {} : { 'aria-describedby': ids.problem, 'aria-invalid': true as const };
  return (
    <form className="sign-in__form" onSubmit={(event) => void submit(event)} noValidate>
      {problem !== undefined && (
        <p id={ids.problem} className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="sign-in__field">
        <label htmlFor={ids.login}>{say('account.login')}</label>
        <input
          id={ids.login}
          className="input"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === undefined}
          readOnly={known !== undefined}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
          {...described}
        />
      </div>
      <div className="sign-in__field">
        <label htmlFor={ids.password}>{say('account.password')}</label>
        <input
          id={ids.password}
          className="input"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={known !== undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...described}
        />
      </div>
      <Button type="submit" variant="primary" isPending={isPending}>
        {say('account.sign_in')}
      </Button>
    </form>
  );
}
