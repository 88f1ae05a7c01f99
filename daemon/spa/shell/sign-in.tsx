import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { CodeNeededBody, UserBody } from '../../admin/api/answers.js';
import { ApiError, attemptText, errorTitle } from '../api/errors.js';
import { useApp, useSignOut, useTitle } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import type { Ending } from '../platform/session.js';
import { BrandLogo } from '../ui/brand-logo.js';
import { Button } from '../ui/button.js';
import { PasswordInput } from '../ui/inputs.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Dialog } from '../ui/overlays.js';
import './sign-in.css';

const SignInCode = lazyPart(async () => (await import('../people/second-factor-screens.js')).SignInCode);

export interface SignInFieldProps {
  readonly id: string;
  readonly label: string;
  readonly problem: string | undefined;
  /** The control. It uses `id`, and `<id>-problem` as its description. */
  readonly children: ReactNode;
}

function SignInField({ id, label, problem, children }: SignInFieldProps) {
  return (
    <div className="sign-in__field">
      <label htmlFor={id}>{label}</label>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="sign-in__missing">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns the text for an error: the cause and a way to fix it. */
function useProblemText(): (error: ApiError) => string {
  const { say } = usePhrases();
  return (error) =>
    error.code === 'too_many_attempts' || error.code === 'no_cookie' ? attemptText(error, say) : errorTitle(error, say);
}

/**
 * An overlay that was open when the dialog came takes the focus back from its input, and closes. react-aria then focuses the
 * dialog itself, which passes the focus on until the user presses elsewhere in it.
 */
function useDialogFocus(input: RefObject<HTMLInputElement | null>, isInDialog: boolean): void {
  useEffect(() => {
    const dialog = isInDialog ? input.current?.closest<HTMLElement>('[role="dialog"]') : null;
    if (!dialog) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const passOn = () => input.current?.focus();
    dialog.addEventListener('focus', passOn, { signal });
    dialog.addEventListener('pointerdown', () => ended.abort(), { signal });
    if (document.activeElement === dialog) passOn();
    return () => ended.abort();
  }, [input, isInDialog]);
}

export interface SignInFormProps {
  /** Known if a session has expired. */
  readonly login?: string;
}

function SignInForm({ login: known }: SignInFormProps) {
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
  const [secondStep, setSecondStep] = useState<CodeNeededBody>();
  /** Whether the user has submitted the form. Until then, do not report missing input. */
  const [isChecked, setChecked] = useState(false);
  const missing = { login: isChecked && login.trim() === '', password: isChecked && password === '' };

  useDialogFocus(passwordInput, known !== undefined);

  // Only after a failed attempt: the focus must not move while a request is running.
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
      const needed = await session.signIn(login, password);
      setPassword('');
      setChecked(false);
      setSecondStep(needed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // If the request never arrived, the password may be right.
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
  if (secondStep !== undefined) {
    return (
      <Suspense fallback={<span className="skeleton sign-in__loading" aria-busy="true" />}>
        <SignInCode step={secondStep} onBack={() => setSecondStep(undefined)} />
      </Suspense>
    );
  }
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

export function SignInScreen() {
  const { brand } = useApp();
  const { say } = usePhrases();
  useTitle(say('account.sign_in'));
  return (
    <main className="sign-in">
      <div className="sign-in__card card">
        <div className="sign-in__logo">
          <BrandLogo size={40} alt={brand.name ?? ''} />
        </div>
        <h1 className="sign-in__title">{brand.signInTitle ?? say('account.sign_in')}</h1>
        {brand.signInText !== undefined && <p className="sign-in__text">{brand.signInText}</p>}
        <SignInForm />
      </div>
    </main>
  );
}

export interface ExpiredDialogProps {
  readonly user: UserBody;
  readonly why: Ending;
}

/**
 * Asks for the password when the session has ended, on top of the screen, so that its content survives. Waiting requests
 * then resume.
 */
export function ExpiredDialog({ user, why }: ExpiredDialogProps) {
  const { location } = useApp();
  const { say } = usePhrases();
  const signOut = useSignOut();
  return (
    <Dialog isOpen title={say('account.sign_in')}>
      <p>
        {why.kind === 'ended' && say('errors.token_expired')}
        {why.kind === 'signed-out' && say('account.signed_out_elsewhere')}
        {why.kind === 'replaced' && say('account.replaced', { name: nameOf(why.by), own: nameOf(user) })}
      </p>
      <SignInForm login={user.login} />
      {why.kind === 'replaced' ? (
        <Button variant="quiet" onPress={() => location.leave(() => window.location.reload())}>
          {say('account.continue_as', { name: nameOf(why.by) })}
        </Button>
      ) : (
        <Button variant="quiet" onPress={() => location.leave(signOut)}>
          {say('account.sign_out')}
        </Button>
      )}
    </Dialog>
  );
}

function nameOf({ name, login }: UserBody): string {
  return name === '' ? login : name;
}
