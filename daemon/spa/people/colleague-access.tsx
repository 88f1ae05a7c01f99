import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { AccountBody, PasswordLinkBody } from '../../admin/api/answers.js';
import { answered, errorText } from '../api/errors.js';
import { loadProblem } from '../api/queries.js';
import { accountKey, ALL_SESSIONS } from '../api/query-keys.js';
import { formatInstant } from '../formats/date-format.js';
import { useApp } from '../platform/app.js';
import { copyText } from '../platform/clipboard.js';
import { usePhrases } from '../platform/phrases.js';
import { ACCOUNT_PATH } from '../platform/routes.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { ButtonLink } from '../ui/link.js';
import { useProblem } from '../ui/use-problem.js';
import './colleague-access.css';
import { PasswordForm } from './password-form.js';
import { SessionList } from './session-list.js';

export interface ColleagueAccessProps {
  readonly id: string;
  /** For questions about the administrator. */
  readonly name: () => string;
}

/** How an administrator signs in: a password or a link to choose one, and the sessions. On the form of the administrator. */
export function ColleagueAccess({ id, name }: ColleagueAccessProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const [isOpen, setOpen] = useState(false);
  const account = useQuery({
    queryKey: accountKey(id),
    queryFn: ({ signal }) => api.account(id, signal),
    staleTime: 0,
  });
  const state = account.data?.data;
  const unknown = loadProblem(account);
  return (
    <>
      <Button
        variant={state?.active === true && !state.has_password && state.may_manage ? 'primary' : 'secondary'}
        onPress={() => setOpen(true)}
      >
        <KeyRound aria-hidden="true" />
        {say('people.access')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`${say('people.access')}: ${name()}`} size="large">
        {unknown !== null && (
          <p className="problem" role="alert">
            {errorText(unknown, say)}
          </p>
        )}
        {state !== undefined && <Access id={id} name={name()} account={state} />}
        <div className="dialog__actions">
          <Button onPress={() => setOpen(false)}>{say('form.close')}</Button>
        </div>
      </Dialog>
    </>
  );
}

function Access({ id, name, account }: { readonly id: string; readonly name: string; readonly account: AccountBody }) {
  const { api, session, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const signedIn = useSyncExternalStore(session.subscribe, session.get);
  const listsSessions = 'user' in signedIn && signedIn.user.has_sessions === true;
  if (account.is_own) {
    return (
      <>
        <p>{say('people.own')}</p>
        <p>
          <ButtonLink to={ACCOUNT_PATH}>{say('account.own')}</ButtonLink>
        </p>
      </>
    );
  }
  if (!account.active) return <p>{say('people.inactive')}</p>;
  if (!account.may_manage) return <p>{say('people.may_not_manage')}</p>;
  return (
    <div className="colleague-access">
      {!account.has_password && <p>{say('people.has_no_password')}</p>}
      <section className="colleague-access__part">
        <h3>{say('people.link')}</h3>
        <PasswordLink id={id} />
      </section>
      <section className="colleague-access__part">
        <h3>{say('people.set_password')}</h3>
        <p className="colleague-access__detail">{say('people.set_password_detail')}</p>
        <PasswordForm
          asksForCurrent={false}
          action={say('people.set_password')}
          send={(password) => api.setPassword(id, password)}
          onDone={() => {
            toasts.success(say('people.password_set'));
            void queries.invalidateQueries({ queryKey: accountKey(id) });
          }}
        />
      </section>
      {account.has_second_factor === true && (
        <section className="colleague-access__part">
          <h3>{say('second_factor.title')}</h3>
          <p className="colleague-access__detail">{say('people.second_factor_detail')}</p>
          <ResetSecondFactor id={id} name={name} />
        </section>
      )}
      {account.has_password && (
        <section className="colleague-access__part">
          <h3>{say('account.sessions')}</h3>
          {listsSessions && <SessionList administratorId={id} />}
          <EndSessions id={id} name={name} />
        </section>
      )}
    </div>
  );
}

/** The link is shown once and never stored. */
function PasswordLink({ id }: { readonly id: string }) {
  const { api, toasts } = useApp();
  const { say, locale } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState<PasswordLinkBody>();
  const [isPending, setPending] = useState(false);

  async function create() {
    setPending(true);
    const outcome = await answered(() => api.createPasswordLink(id));
    setPending(false);
    if (outcome.refusal === undefined) setLink(outcome.answer.data);
    else toasts.error(errorText(outcome.refusal, say));
  }

  async function copy(address: string) {
    if (await copyText(address)) toasts.success(say('people.copied'));
    // It is selected then, so that the user can copy it with the keyboard.
    else input.current?.focus();
  }

  if (link === undefined) {
    return (
      <>
        <p className="colleague-access__detail">{say('people.link_about')}</p>
        <Button onPress={() => void create()} isPending={isPending}>
          {say('people.create_link')}
        </Button>
      </>
    );
  }
  const address = new URL(link.path, window.location.origin).href;
  const when = formatInstant(new Date(link.expires_at), locale);
  return (
    <>
      <p className="colleague-access__detail">{say('people.link_detail', { when })}</p>
      <div className="colleague-access__link">
        <input
          ref={input}
          className="input"
          readOnly
          value={address}
          aria-label={say('people.link')}
          onFocus={selectAll}
        />
        <Button variant="primary" onPress={() => void copy(address)}>
          {say('people.copy_link')}
        </Button>
      </div>
    </>
  );
}

function selectAll({ target }: { readonly target: HTMLInputElement }) {
  target.select();
}

interface ConfirmedChangeProps {
  readonly question: string;
  readonly detail: string;
  readonly action: string;
  readonly done: string;
  readonly send: () => Promise<unknown>;
  /** The queries whose answers it changes. */
  readonly changes: readonly (readonly string[])[];
}

/** A button that asks, changes something about the colleague, and says so. */
function ConfirmedChange({ question, detail, action, done, send, changes }: ConfirmedChangeProps) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useProblem(action);

  async function run() {
    setPending(true);
    const outcome = await answered(send);
    setPending(false);
    if (outcome.refusal !== undefined) {
      setProblem(errorText(outcome.refusal, say));
      return;
    }
    setAsking(false);
    toasts.success(done);
    for (const queryKey of changes) await queries.invalidateQueries({ queryKey });
  }

  return (
    <>
      <Button onPress={() => setAsking(true)}>{action}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={question}
        detail={detail}
        action={action}
        isPending={isPending}
        problem={problem}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function ResetSecondFactor({ id, name }: { readonly id: string; readonly name: string }) {
  const { api } = useApp();
  const { say } = usePhrases();
  return (
    <ConfirmedChange
      question={say('people.reset_second_factor_question', { name })}
      detail={say('people.reset_second_factor_detail')}
      action={say('people.reset_second_factor')}
      done={say('people.second_factor_reset')}
      send={() => api.resetSecondFactor(id)}
      changes={[accountKey(id), ALL_SESSIONS]}
    />
  );
}

function EndSessions({ id, name }: { readonly id: string; readonly name: string }) {
  const { api } = useApp();
  const { say } = usePhrases();
  return (
    <ConfirmedChange
      question={say('people.end_sessions_question', { name })}
      detail={say('people.end_sessions_detail')}
      action={say('people.end_sessions')}
      done={say('people.end_sessions_done')}
      send={() => api.endSessions(id)}
      changes={[ALL_SESSIONS]}
    />
  );
}
