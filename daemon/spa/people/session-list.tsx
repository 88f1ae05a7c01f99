import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone, Terminal } from 'lucide-react';
import { useId, useState } from 'react';
import type { ListedSessionBody } from '../../admin/api/answers.js';
import { answered, errorText } from '../api/errors.js';
import { loadProblem } from '../api/queries.js';
import { ALL_SESSIONS, sessionsKey } from '../api/query-keys.js';
import { formatInstant } from '../formats/date-format.js';
import { relativeTime, useNow } from '../formats/relative-time.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { Chip } from '../ui/tone.js';
import { useProblem } from '../ui/use-problem.js';
import './session-list.css';

export interface SessionListProps {
  /** Absent: the administrator's own. */
  readonly administratorId?: string;
}

/** The sessions of an administrator, each with a button that ends it. */
export function SessionList({ administratorId }: SessionListProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const listed = useQuery({
    queryKey: sessionsKey(administratorId),
    queryFn: ({ signal }) => api.sessions(administratorId, signal),
    staleTime: 0,
  });
  const unknown = loadProblem(listed);
  if (unknown !== null) {
    return (
      <p className="problem" role="alert">
        {errorText(unknown, say)}
      </p>
    );
  }
  if (listed.data === undefined) return <span className="skeleton session-list__loading" aria-busy="true" />;
  const sessions = listed.data.data;
  if (sessions.length === 0) return <p className="session-list__none">{say('sessions.none')}</p>;
  return (
    <ul className="session-list" aria-label={say('account.sessions')}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} administratorId={administratorId} />
      ))}
    </ul>
  );
}

interface SessionRowProps {
  readonly session: ListedSessionBody;
  readonly administratorId: string | undefined;
}

function SessionRow({ session, administratorId }: SessionRowProps) {
  const { api, toasts } = useApp();
  const { say, locale } = usePhrases();
  const queries = useQueryClient();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const id = useId();
  const name = nameOf(session);
  const [problem, setProblem] = useProblem(name);

  function nameOf({ browser, system }: ListedSessionBody): string {
    if (browser !== '' && system !== '') return say('sessions.device', { browser, system });
    return browser || system || say('sessions.unknown_device');
  }

  async function end() {
    setPending(true);
    const outcome = await answered(() => api.endSession(administratorId, session.id));
    setPending(false);
    // It may have ended in the meantime.
    if (outcome.refusal !== undefined && outcome.refusal.status !== 404) {
      setProblem(errorText(outcome.refusal, say));
      return;
    }
    setAsking(false);
    toasts.success(say('sessions.ended'));
    await queries.invalidateQueries({ queryKey: ALL_SESSIONS });
  }

  const at = (text: string) => formatInstant(new Date(text), locale);
  return (
    <li className="session-list__session">
      <DeviceIcon session={session} />
      <div className="session-list__about">
        <p className="session-list__name" id={id}>
          {name}
          {session.is_current && <Chip tone="success">{say('sessions.current')}</Chip>}
        </p>
        <p className="session-list__detail">
          {session.network !== '' && <bdi>{session.network}</bdi>}
          <span title={at(session.used_at)}>
            {say('sessions.used', { when: relativeTime(new Date(session.used_at), now, locale) })}
          </span>
          <span>{say('sessions.opened', { when: at(session.opened_at) })}</span>
        </p>
      </div>
      {!session.is_current && (
        <Button aria-describedby={id} onPress={() => setAsking(true)}>
          {say('sessions.end')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={say('sessions.end_question', { name })}
        detail={say(administratorId === undefined ? 'sessions.end_own_detail' : 'people.end_sessions_detail')}
        action={say('sessions.end')}
        isPending={isPending}
        problem={problem}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}

function DeviceIcon({ session: { system, browser } }: { readonly session: ListedSessionBody }) {
  const look = { className: 'session-list__icon', 'aria-hidden': true } as const;
  if (['iPhone', 'iPad', 'Android'].includes(system)) return <Smartphone {...look} />;
  return system === '' && browser !== '' ? <Terminal {...look} /> : <Monitor {...look} />;
}
