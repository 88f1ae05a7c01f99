import type { EndSessionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionRequest';
import type { EndSessionResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionResponse';
import type { TouchSessionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TouchSessionRequest';
import { MemoryDirectory } from './directory.js';
import type { Kept } from './sessions.js';
import { MemorySessions } from './sessions.js';

interface BrokenSessions {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly sessions?: typeof MemorySessions;
  readonly directory?: typeof MemoryDirectory;
  readonly unchecked?: readonly string[];
}

/** Hosts with one fault in the list of sessions, and the checks that detect it. */
export const BROKEN_SESSIONS: readonly BrokenSessions[] = [
  {
    name: 'the last use of a session moves back',
    caughtBy: ['session-list/list'],
    sessions: class extends MemorySessions {
      override TouchSession(request: TouchSessionRequest__Output): object {
        const kept = this.kept.get(request.sessionId);
        if (kept !== undefined) kept.usedAt = 0;
        return super.TouchSession(request);
      }
    },
  },
  {
    name: 'sessions that have expired are listed',
    caughtBy: ['session-list/list'],
    sessions: class extends MemorySessions {
      override of(administratorId: string): readonly Kept[] {
        return super.of(administratorId, 0);
      }
    },
  },
  {
    name: 'tokens are accepted whatever their session',
    caughtBy: ['session-list/tokens'],
    directory: class extends MemoryDirectory {
      override hasSession(): boolean {
        return true;
      }
    },
  },
  {
    name: 'tokens are accepted with a session of another administrator',
    caughtBy: ['session-list/tokens'],
    directory: class extends MemoryDirectory {
      override hasSession({ sessionId }: Parameters<MemoryDirectory['hasSession']>[0]): boolean {
        return sessionId === '' || this.sessions.has(sessionId);
      }
    },
  },
  {
    name: 'every administrator ends the sessions of all others',
    caughtBy: ['session-list/end'],
    sessions: class extends MemorySessions {
      override EndSession(request: EndSessionRequest__Output): EndSessionResponse {
        return super.EndSession({ ...request, endedBy: request.administratorId });
      }
    },
  },
  {
    name: 'a superuser ends all sessions of a colleague at once',
    caughtBy: ['session-list/manage-colleague'],
    sessions: class extends MemorySessions {
      override EndSession(request: EndSessionRequest__Output): EndSessionResponse {
        const answer = super.EndSession(request);
        const isColleague = request.endedBy !== request.administratorId;
        const ended =
          isColleague && answer.outcome === 'END_SESSION_OUTCOME_ENDED' ? this.of(request.administratorId, 0) : [];
        for (const { sessionId } of ended) this.kept.delete(sessionId);
        return answer;
      }
    },
  },
  {
    name: 'sessions are never removed',
    caughtBy: ['session-list/bounds'],
    sessions: class extends MemorySessions {
      override readonly most = 1000;
    },
  },
  {
    name: 'requests about sessions are not checked by the rules of their fields',
    caughtBy: ['session-list/malformed'],
    unchecked: ['OpenSession', 'TouchSession', 'ListSessions', 'EndSession'],
  },
];
