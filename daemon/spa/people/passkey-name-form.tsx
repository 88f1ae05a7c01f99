import type { ReactNode, SubmitEvent } from 'react';
import { useId, useState } from 'react';
import { MAX_PASSKEY_NAME } from '../../admin/api/passkeys.js';
import { answered, ApiError, errorText } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { orNotUsed, PasskeyError } from './passkey-browser.js';
import './password-form.css';

export interface PasskeyNameFormProps {
  /** At first. */
  readonly name: string;
  /** Label of the button. */
  readonly action: string;
  /** Throws ApiError and PasskeyError. */
  readonly send: (name: string) => Promise<unknown>;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Asks for the name of a passkey. */
export function PasskeyNameForm({ name: initial, action, send, children }: PasskeyNameFormProps) {
  const { say } = usePhrases();
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<ApiError | PasskeyError>();
  const [isPending, setPending] = useState(false);
  const id = useId();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setProblem(undefined);
    const outcome = await answered(() => orNotUsed(() => send(name)));
    setPending(false);
    setProblem(outcome.refusal ?? outcome.answer);
  }

  const isOfName = problem instanceof ApiError && Object.hasOwn(problem.fields, 'name');
  const text =
    problem instanceof PasskeyError
      ? say(`passkeys.${problem.problem}`, { address: problem.rpId })
      : problem && errorText(problem, say);
  return (
    <form className="password-form" onSubmit={(event) => void submit(event)} noValidate>
      {text !== undefined && !isOfName && (
        <p className="problem" role="alert">
          {text}
        </p>
      )}
      <div className="password-form__field">
        <label htmlFor={id}>{say('passkeys.name')}</label>
        <input
          id={id}
          className="input"
          autoComplete="off"
          maxLength={MAX_PASSKEY_NAME}
          autoFocus
          aria-required
          aria-invalid={isOfName}
          aria-describedby={isOfName ? `${id}-hint ${id}-problem` : `${id}-hint`}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <p id={`${id}-hint`} className="password-form__hint">
          {say('passkeys.name_hint')}
        </p>
        {isOfName && (
          <p id={`${id}-problem`} className="password-form__problem">
            {text}
          </p>
        )}
      </div>
      <div className="password-form__actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
