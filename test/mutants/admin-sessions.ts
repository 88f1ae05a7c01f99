/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import { msOf } from '../broken/admin/directory.js';
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminSessionService. */

const of = sentencesOf('admin_session.proto', ['session-list/']);
const EPOCH = { seconds: '0', nanos: 0 };

export const SESSION_MUTANTS: readonly Mutant[] = [
  whole(of('OpenSession records nothing', 'OpenSession records a session'), 'sessions', 'OpenSession', {
    instead: () => ({ opened: true }),
  }),
  whole(
    of('OpenSession accepts another token version', 'or has a different token version'),
    'sessions',
    'OpenSession',
    {
      instead: (request, { accounts }, sound) => {
        const row = accounts.row(request.administratorId);
        return sound({ ...request, tokenVersion: row?.tokenVersion ?? 0 });
      },
    },
  ),
  whole(of('OpenSession answers opened and records nothing', 'OK, opened is false'), 'sessions', 'OpenSession', {
    answer: () => ({ opened: true }),
  }),
  whole(of('OpenSession opens sessions of inactive administrators', 'is not active'), 'sessions', 'OpenSession', {
    instead: (request, { accounts }, sound) => {
      const row = accounts.row(request.administratorId);
      return row?.isActive === false && row.tokenVersion === request.tokenVersion ? { opened: true } : sound(request);
    },
  }),
  whole(
    of('OpenSession removes the new session if there are too many', 'and never the new one'),
    'sessions',
    'OpenSession',
    {
      instead: (request, { sessions }, sound) =>
        sessions.of(request.administratorId, 0).length >= sessions.most ? { opened: true } : sound(request),
    },
  ),
  whole(
    of('OpenSession ends the other sessions', 'A session begins with OpenSession and lives until it is ended'),
    'sessions',
    'OpenSession',
    {
      instead: (request, { sessions }, sound) => {
        for (const one of sessions.of(request.administratorId, 0)) sessions.kept.delete(one.sessionId);
        return sound(request);
      },
    },
  ),
  whole(of('OpenSession forgets the network', 'The network of the client'), 'sessions', 'OpenSession TouchSession', {
    request: (request) => ({ ...request, device: { ...request.device, network: '' } }),
  }),
  whole(
    of('OpenSession forgets browser and system', 'SessionDevice is where a session was used last'),
    'sessions',
    'OpenSession TouchSession',
    {
      request: (request) => ({ ...request, device: { ...request.device, browser: 'x', system: 'x' } }),
    },
  ),
  whole(of('TouchSession does nothing', 'TouchSession records that a session is in use'), 'sessions', 'TouchSession', {
    instead: () => ({}),
  }),
  whole(of('TouchSession keeps the device', 'The device that used it.'), 'sessions', 'TouchSession', {
    instead: (request, { sessions }, sound) =>
      sound({ ...request, device: sessions.kept.get(request.sessionId)?.device ?? request.device }),
  }),
  whole(
    of('TouchSession records the use for any administrator', 'TouchSessionRequest reports the use of a session.'),
    'sessions',
    'TouchSession',
    {
      instead: (request, { sessions }, sound) =>
        sound({ ...request, administratorId: sessions.kept.get(request.sessionId)?.administratorId ?? '' }),
    },
  ),
  whole(
    of('TouchSession fails for an unknown session', 'and does nothing if the session does not exist'),
    'sessions',
    'TouchSession',
    {
      instead: (request, { sessions }, sound) => {
        if (!sessions.kept.has(request.sessionId)) throw new Error('no such session');
        return sound(request);
      },
    },
  ),
  whole(of('TouchSession moves the time of opening', 'When it was opened.'), 'sessions', 'TouchSession', {
    instead: (request, { sessions }, sound) => {
      const kept = sessions.kept.get(request.sessionId);
      const answer = sound(request);
      if (kept) sessions.kept.set(request.sessionId, { ...kept, openedAt: kept.usedAt });
      return answer;
    },
  }),
  whole(
    of('ListSessions lists the least recently used first', 'the most recently used first;'),
    'sessions',
    'ListSessions',
    {
      answer: ({ sessions }) => ({ sessions: [...sessions].reverse() }),
    },
  ),
  whole(of('ListSessions orders by the time of opening', 'the most recently used first'), 'sessions', 'ListSessions', {
    answer: ({ sessions }) => ({ sessions: [...sessions].sort((a, b) => msOf(b.openedAt) - msOf(a.openedAt)) }),
  }),
  whole(
    of('ListSessions lists sessions of everybody', 'ListSessions returns the sessions of an administrator'),
    'sessions',
    'ListSessions',
    {
      answer: (_answer, request, { sessions }) => {
        const ids = [...new Set([...sessions.kept.values()].map(({ administratorId }) => administratorId))];
        const all = ids.flatMap((administratorId) => listed(sessions.of(administratorId, msOf(request.at))));
        return { sessions: all.slice(0, 100) };
      },
    },
  ),
  whole(
    of('ListSessions fails for an unknown administrator', 'none for an unknown administrator'),
    'sessions',
    'ListSessions',
    {
      instead: (request, { accounts }, sound) => {
        if (accounts.row(request.administratorId) === undefined) throw new Error('no such administrator');
        return sound(request);
      },
    },
  ),
  whole(of('ListSessions has no last use', 'The last recorded use.'), 'sessions', 'ListSessions', {
    answer: ({ sessions }) => ({ sessions: sessions.map((one: Message) => ({ ...one, usedAt: one.openedAt })) }),
  }),
  wholeWith(of('sessions of earlier token versions are listed', 'that a token can still use'), ({ sessions }) => {
    sessions.of = (administratorId, at) =>
      [...sessions.kept.values()]
        .filter((one) => one.administratorId === administratorId && one.expiresAt > at)
        .sort((a, b) => b.usedAt - a.usedAt);
  }),
  whole(
    of(
      'OpenSession keeps sessions that have expired',
      "It also removes the administrator's sessions",
      'An expired session is not listed and none of its tokens is valid, so that no answer shows whether it is stored.',
    ),
    'sessions',
    'OpenSession',
    {},
  ),
  whole(of('EndSession ends nothing', 'EndSession ends one session.'), 'sessions', 'EndSession', {
    instead: () => ({ outcome: 'END_SESSION_OUTCOME_ENDED' }),
  }),
  whole(of('EndSession ends every session', 'EndSession ends one session'), 'sessions', 'EndSession', {
    answer: (answer, request, { sessions }) => {
      if (answer.outcome !== 'END_SESSION_OUTCOME_ENDED') return answer;
      for (const { sessionId } of sessions.of(request.administratorId, 0)) sessions.kept.delete(sessionId);
      return answer;
    },
  }),
  whole(of('EndSession raises the token version', 'a session ends at once for'), 'sessions', 'EndSession', {
    answer: (answer, request, { accounts }) => {
      const row = accounts.row(request.administratorId);
      if (answer.outcome === 'END_SESSION_OUTCOME_ENDED' && row) row.tokenVersion += 1;
      return answer;
    },
  }),
  whole(of('EndSession succeeds for an unknown session', 'or has no such session'), 'sessions', 'EndSession', {
    answer: (answer) =>
      answer.outcome === 'END_SESSION_OUTCOME_UNKNOWN' ? { outcome: 'END_SESSION_OUTCOME_ENDED' } : answer,
  }),
  whole(
    of('superusers end no session of others', 'and those of colleagues within the rules of'),
    'sessions',
    'EndSession',
    {
      instead: (request, _host, sound) =>
        request.endedBy === request.administratorId ? sound(request) : { outcome: 'END_SESSION_OUTCOME_FORBIDDEN' },
    },
  ),
  whole(of('EndSession answers forbidden as unknown', 'OK, FORBIDDEN'), 'sessions', 'EndSession', {
    answer: (answer) =>
      answer.outcome === 'END_SESSION_OUTCOME_FORBIDDEN' ? { outcome: 'END_SESSION_OUTCOME_UNKNOWN' } : answer,
  }),
  whole(of('RotateToken ends the session', 'Every token of the session names it'), 'directory', 'RotateToken', {
    answer: (answer, { token }, { directory }) => {
      directory.sessions.delete(token.sessionId);
      return answer;
    },
  }),
  whole(
    of('BlacklistToken leaves the session', 'BlacklistToken ends the session of its token'),
    'directory',
    'BlacklistToken',
    {
      request: (request) => ({ ...request, token: { ...request.token, sessionId: '' } }),
    },
  ),
  whole(
    of('RotateToken needs no session', 'RotateToken and AdminCaller.session refuse a token'),
    'directory',
    'RotateToken',
    {
      request: (request) => ({ ...request, token: { ...request.token, sessionId: '' } }),
    },
  ),
  whole(
    of('a token without a session is refused', 'A token without a session_id needs no session.'),
    'directory',
    'AuthenticateToken',
    {
      answer: (answer, { token }) => (token.sessionId === '' ? { refusal: 'TOKEN_REFUSAL_BLACKLISTED' } : answer),
    },
  ),
];

function listed(sessions: readonly Message[]): Message[] {
  const at = EPOCH;
  return sessions.map(({ sessionId, device }) => ({ sessionId, device, openedAt: at, usedAt: at }));
}
