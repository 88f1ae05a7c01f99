import type { Clock } from '../../core/runtime.js';
import type { ListedSessionBody } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import type { AdminClaims } from '../auth/tokens.js';
import type { Accounts } from '../ports/accounts.js';
import type { ListedSession, SessionList } from '../ports/session-list.js';
import type { Asking } from './asking.js';
import { findAccount, mayManage } from './manage-colleague.js';

export interface ListSessionsDependencies {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: SessionList;
  readonly clock: Clock;
}

/** The sessions of an administrator: listed, and ended one by one. */
export function createListSessions({ accounts, sessions, clock }: ListSessionsDependencies) {
  return {
    /** @param claims of the caller's token */
    async list(id: string, claims: AdminClaims, asking: Asking): Promise<readonly ListedSessionBody[] | AdminError> {
      const refused = await refusal(id, asking);
      if (refused !== undefined) return refused;
      const listed = await sessions.list(id, clock.now(), asking.call);
      return listed.map((session) => bodyOf(session, session.sessionId === claims.sid));
    },

    async end(id: string, sessionId: string, asking: Asking): Promise<undefined | AdminError> {
      // Such an id is no session's, and some databases fail on it.
      if (!SESSION_ID.test(sessionId)) return new AdminError('not_found');
      const refused = await refusal(id, asking);
      if (refused !== undefined) return refused;
      switch (await sessions.end(id, sessionId, asking.caller.principal.id, asking.call)) {
        case 'ended':
          return undefined;
        case 'unknown':
          return new AdminError('not_found');
        case 'forbidden':
          return new AdminError('forbidden');
      }
    },
  };

  /** Why the caller may not see the sessions of the administrator; the host checks again who ends one. */
  async function refusal(id: string, { caller, permissions, call }: Asking): Promise<undefined | AdminError> {
    if (id === caller.principal.id) return undefined;
    const account = await findAccount(accounts, id, call);
    if (account === undefined) return new AdminError('not_found');
    return mayManage(permissions, account.administrator) ? undefined : new AdminError('forbidden');
  }
}

const SESSION_ID = /^[\w-]{1,64}$/;

function bodyOf({ sessionId, device, openedAt, usedAt }: ListedSession, isCurrent: boolean): ListedSessionBody {
  return {
    id: sessionId,
    is_current: isCurrent,
    ...device,
    opened_at: new Date(openedAt).toISOString(),
    used_at: new Date(usedAt).toISOString(),
  };
}
