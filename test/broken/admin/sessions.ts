import type { EndSessionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionRequest';
import type { EndSessionResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionResponse';
import type { ListSessionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListSessionsRequest';
import type { OpenSessionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OpenSessionRequest';
import type { TouchSessionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TouchSessionRequest';
import type { SessionDevice } from '@gatehouse/proto/generated/gatehouse/host/v1/SessionDevice';
import { toTimestamp } from '@gatehouse/proto/time';
import type { MemoryAccounts } from './accounts.js';
import { given, msOf } from './directory.js';

export interface Kept {
  readonly sessionId: string;
  readonly administratorId: string;
  readonly tokenVersion: number;
  device: SessionDevice;
  readonly openedAt: number;
  usedAt: number;
  readonly expiresAt: number;
}

/** AdminSessionService in memory, as admin_session.proto defines it. */
export class MemorySessions {
  readonly most: number = 100;

  constructor(readonly accounts: MemoryAccounts) {}

  get kept(): Map<string, Kept> {
    return this.accounts.directory.sessions as Map<string, Kept>;
  }

  OpenSession({ device, at, expiresAt, ...session }: OpenSessionRequest__Output): object {
    const row = this.accounts.row(session.administratorId);
    if (row?.isActive !== true || row.tokenVersion !== session.tokenVersion) return { opened: false };
    const now = msOf(at);
    const kept = { ...session, device: given(device), openedAt: now, usedAt: now, expiresAt: msOf(expiresAt) };
    this.kept.set(session.sessionId, kept);
    for (const { sessionId } of this.of(session.administratorId, now).slice(this.most)) this.kept.delete(sessionId);
    return { opened: true };
  }

  TouchSession({ administratorId, sessionId, device, at }: TouchSessionRequest__Output): object {
    const kept = this.kept.get(sessionId);
    if (kept?.administratorId === administratorId && kept.usedAt < msOf(at)) {
      Object.assign(kept, { device: given(device), usedAt: msOf(at) });
    }
    return {};
  }

  ListSessions({ administratorId, at }: ListSessionsRequest__Output): object {
    const sessions = this.of(administratorId, msOf(at)).map(({ sessionId, device, openedAt, usedAt }) => ({
      ...{ sessionId, device, openedAt: toTimestamp(openedAt), usedAt: toTimestamp(usedAt) },
    }));
    return { sessions };
  }

  EndSession({ administratorId, sessionId, endedBy }: EndSessionRequest__Output): EndSessionResponse {
    const row = this.accounts.row(administratorId);
    if (row === undefined) return { outcome: 'END_SESSION_OUTCOME_UNKNOWN' };
    if (!this.accounts.mayManage(row, endedBy)) return { outcome: 'END_SESSION_OUTCOME_FORBIDDEN' };
    if (this.kept.get(sessionId)?.administratorId !== administratorId) {
      return { outcome: 'END_SESSION_OUTCOME_UNKNOWN' };
    }
    this.kept.delete(sessionId);
    return { outcome: 'END_SESSION_OUTCOME_ENDED' };
  }

  /** The sessions that a token can still use, the most recently used first. */
  of(administratorId: string, at: number): readonly Kept[] {
    const version = this.accounts.row(administratorId)?.tokenVersion;
    return [...this.kept.values()]
      .filter((one) => one.administratorId === administratorId && one.tokenVersion === version && one.expiresAt > at)
      .sort((a, b) => b.usedAt - a.usedAt);
  }
}
