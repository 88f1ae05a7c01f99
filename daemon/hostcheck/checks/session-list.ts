import { MAX_SESSIONS } from '@gatehouse/proto/limits';
import { randomToken } from '../../core/crypto.js';
import type { Administrator, Caller, TokenReference } from '../../admin/model/administrator.js';
import { ExpectedSession, SessionChanged } from '../../admin/model/administrator.js';
import { CALL, newAdministrator, newToken, retirement } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { withColleagues } from '../subject/colleagues.js';
import { expectSame } from '../subject/expectations.js';
import { readsOf } from './sessions.js';

/** The list of an administrator's sessions. Every administrator here is one that the run has created. */

const HOUR_MS = 3_600_000;
const DEVICE = { browser: 'check-host "Λ"', system: 'Linux', network: '203.0.113.0/24' };

interface Opened {
  readonly sessionId: string;
  /** A token of the session. */
  readonly token: TokenReference;
}

async function open(
  { admin: { sessions } }: Subject,
  administrator: Administrator,
  at = Date.now(),
  expiresAt = Date.now() + HOUR_MS,
): Promise<Opened> {
  const sessionId = randomToken(16);
  const { id: administratorId, tokenVersion } = administrator;
  const opened = await sessions.open({ administratorId, tokenVersion, sessionId, device: DEVICE, at, expiresAt }, CALL);
  expectSame(
    'OpenSession',
    opened,
    true,
    'Record a session of an active administrator with the current token version.',
  );
  return { sessionId, token: { ...newToken(administrator), sessionId } };
}

const idsOf = async ({ admin: { sessions } }: Subject, { id }: Administrator): Promise<readonly string[]> =>
  (await sessions.list(id, Date.now(), CALL)).map(({ sessionId }) => sessionId);

const listed: Check = {
  name: 'session-list/list',
  citation: 'admin_session.proto: OpenSession, TouchSession, ListSessions',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  run: async (subject) => {
    const { directory, sessions } = subject.admin;
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const at = Date.now() - 60_000;
    const first = await open(subject, administrator, at);
    const second = await open(subject, administrator, at + 1000);
    const ended = 'List neither sessions of others nor sessions that have expired.';
    await open(subject, administrator, at, at + 1);
    const use = { administratorId: administrator.id, sessionId: first.sessionId };
    const moved = { ...DEVICE, network: '2001:db8::/48' };
    await sessions.touch({ ...use, device: moved, at: at + 5000 }, CALL);
    await sessions.touch({ ...use, device: DEVICE, at: at + 2000 }, CALL);
    await sessions.touch({ ...use, administratorId: other.id, device: DEVICE, at: at + 9000 }, CALL);
    await sessions.touch({ ...use, sessionId: randomToken(16), device: DEVICE, at }, CALL);
    const expected = [
      { sessionId: first.sessionId, device: moved, openedAt: at, usedAt: at + 5000 },
      { sessionId: second.sessionId, device: DEVICE, openedAt: at + 1000, usedAt: at + 1000 },
    ];
    const advice =
      'Keep device and times exactly as received, order by the last use, and never move the last use back.';
    expectSame('ListSessions', await sessions.list(administrator.id, Date.now(), CALL), expected, advice);
    expectSame('ListSessions of another administrator', await idsOf(subject, other), [], ended);
    expectSame(
      'ListSessions of an unknown one',
      await sessions.list(`check-host-${randomToken(9)}`, Date.now(), CALL),
      [],
      'Return no sessions. It is not a fault.',
    );
    const stale = { administratorId: administrator.id, tokenVersion: administrator.tokenVersion + 1 };
    const refused = await sessions.open(
      { ...stale, sessionId: randomToken(16), device: DEVICE, at, expiresAt: at + HOUR_MS },
      CALL,
    );
    expectSame('OpenSession with another token version', refused, false, 'Return opened = false, and record nothing.');
    const after = (await idsOf(subject, administrator)).length;
    expectSame('the number of sessions afterwards', after, expected.length, 'Record nothing.');
  },
};

const tokens: Check = {
  name: 'session-list/tokens',
  citation: 'admin_session.proto: AdminSessionService, "refuse a token whose session does not exist"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  run: async (subject) => {
    const { directory, sessions } = subject.admin;
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const stays = await open(subject, administrator);
    const ends = await open(subject, administrator);
    const foreign = await open(subject, other);
    const verdict = async (token: TokenReference) => {
      const { stands } = await directory.authenticate(token, Date.now(), CALL);
      return stands ? 'accepted' : 'refused';
    };
    const valid = 'Accept a token whose session exists, and one without a session_id.';
    expectSame('a token of a session', await verdict(stays.token), 'accepted', valid);
    expectSame('a token without a session', await verdict(newToken(administrator)), 'accepted', valid);
    const outcome = await sessions.end(administrator.id, ends.sessionId, administrator.id, CALL);
    expectSame('EndSession', outcome, 'ended', 'End one session of the administrator.');
    const advice = 'Look the session up with every token that names one: it must exist, and be the administrator’s.';
    for (const sessionId of [ends.sessionId, foreign.sessionId, randomToken(16)]) {
      const token = { ...newToken(administrator), sessionId };
      expectSame('AuthenticateToken without its session', await verdict(token), 'refused', advice);
      const rotated = await directory.rotate(token, Date.now(), retirement(Date.now()), CALL);
      expectSame('RotateToken without its session', rotated.stands, false, advice);
    }
    if (subject.description.capabilities.includes('CAPABILITY_ADMIN_SESSION')) {
      for (const [rpc, read] of await readsOf(subject)) {
        const session = new ExpectedSession(ends.token, Date.now(), administrator);
        const caller: Caller = { principal: { ...administrator, superuser: true }, locale: 'en', session };
        const got = await read(caller).then(
          () => 'an answer',
          (error: unknown) => {
            if (error instanceof SessionChanged) return 'refused';
            throw error;
          },
        );
        expectSame(`${rpc} with a token of an ended session`, got, 'refused', advice);
      }
    }
    const rotation = await directory.rotate(stays.token, Date.now(), retirement(Date.now()), CALL);
    expectSame('RotateToken of a session', rotation.stands, true, 'A refresh keeps the session.');
    expectSame('the list afterwards', await idsOf(subject, administrator), [stays.sessionId], 'A refresh keeps it.');
    await directory.blacklist({ ...newToken(administrator), sessionId: stays.sessionId }, retirement(0), CALL);
    const left = 'BlacklistToken ends the session of its token.';
    expectSame('the list after BlacklistToken', await idsOf(subject, administrator), [], left);
  },
};

const ending: Check = {
  name: 'session-list/end',
  citation: 'admin_session.proto: EndSession',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  run: async (subject) => {
    const { directory, accounts, sessions } = subject.admin;
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const { sessionId } = await open(subject, administrator);
    const unknown = `check-host-${randomToken(9)}`;
    const forbidden =
      'Only superusers and holders of "backend.administrators" manage others, and only those who hold no more than they do.';
    for (const by of [other.id, unknown]) {
      const refused = await sessions.end(administrator.id, sessionId, by, CALL);
      expectSame('EndSession by an administrator without permission', refused, 'forbidden', forbidden);
    }
    const missing = 'Return UNKNOWN for a session that is not the administrator’s.';
    for (const [id, session] of [
      [administrator.id, randomToken(16)],
      [other.id, sessionId],
    ] as const) {
      expectSame('EndSession of a foreign session', await sessions.end(id, session, id, CALL), 'unknown', missing);
    }
    expectSame('the list after refusals', await idsOf(subject, administrator), [sessionId], 'Nothing may change.');
    await accounts.endSessions(administrator.id, administrator.id, CALL);
    const raised = 'List only sessions of the current token version.';
    expectSame('the list after EndSessions', await idsOf(subject, administrator), [], raised);
  },
};

const bounded: Check = {
  name: 'session-list/bounds',
  citation: 'admin_session.proto: OpenSession, "If more than 100 remain"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  run: async (subject) => {
    const { administrator } = await newAdministrator(subject.admin.directory);
    const at = Date.now() - HOUR_MS;
    const opened: string[] = [];
    for (let n = 0; n <= MAX_SESSIONS; n += 1) {
      opened.push((await open(subject, administrator, at + n * 1000)).sessionId);
    }
    expectSame(
      'the sessions after the 101st',
      await idsOf(subject, administrator),
      opened.slice(1).reverse(),
      'Remove the sessions that were used least recently beyond 100.',
    );
  },
};

const managed: Check = {
  name: 'session-list/manage-colleague',
  citation: 'admin_session.proto: EndSession, "those of colleagues"; OpenSession, "is not active"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  scratch: true,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { directory, sessions } = subject.admin;
      const colleague = await colleagues.colleague();
      const { id: administratorId, tokenVersion } = colleague;
      const stays = await open(subject, colleague);
      const ends = await open(subject, colleague);
      const outcome = await sessions.end(administratorId, ends.sessionId, colleagues.superuser.id, CALL);
      expectSame('EndSession by a superuser', outcome, 'ended', 'A superuser manages every administrator.');
      expectSame('the list afterwards', await idsOf(subject, colleague), [stays.sessionId], 'End only that session.');
      const verdict = await directory.authenticate(stays.token, Date.now(), CALL);
      expectSame('a token of the other session', verdict.stands, true, 'The token version stays.');

      await colleagues.deactivate(colleague);
      const none = 'The token version rises with the deactivation, so that no session is left.';
      expectSame('the list of an inactive administrator', await idsOf(subject, colleague), [], none);
      const at = Date.now();
      const session = { administratorId, sessionId: randomToken(16), device: DEVICE, at, expiresAt: at + HOUR_MS };
      for (const version of [tokenVersion, tokenVersion + 1]) {
        const opened = await sessions.open({ ...session, tokenVersion: version }, CALL);
        const advice = 'Return opened = false for an administrator who is not active.';
        expectSame('OpenSession of an inactive administrator', opened, false, advice);
      }
    }),
};

export const SESSION_LIST_CHECKS: readonly Check[] = [listed, tokens, ending, bounded, managed];
