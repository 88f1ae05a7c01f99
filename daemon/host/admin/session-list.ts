import type { AdminSession__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSession';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminSessionService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { ListedSession, SessionList } from '../../admin/ports/session-list.js';
import { present, time } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const openRpc = rpcOf(adminSessionService.OpenSession);
const touchRpc = rpcOf(adminSessionService.TouchSession);
const listRpc = rpcOf(adminSessionService.ListSessions);
const endRpc = rpcOf(adminSessionService.EndSession);

/** The sessions of administrators, kept by the host: one rpc per method. */
export function createSessionList(calls: AdminCalls): SessionList {
  return {
    open: ({ device, at, expiresAt, ...session }, call) =>
      calls.write(
        openRpc,
        { ...session, device: { ...device }, at: toTimestamp(at), expiresAt: toTimestamp(expiresAt) },
        (_rpc, { opened }) => opened,
        call,
      ),

    touch: ({ device, at, ...session }, call) =>
      calls.write(touchRpc, { ...session, device: { ...device }, at: toTimestamp(at) }, () => undefined, call),

    list: (administratorId, at, call) =>
      calls.read(
        listRpc,
        { administratorId, at: toTimestamp(at) },
        (_rpc, { sessions }) => sessions.map(fromSession),
        call,
      ),

    end: (administratorId, sessionId, endedBy, call) =>
      calls.write(
        endRpc,
        { administratorId, sessionId, endedBy },
        (_rpc, { outcome }) => present(OUTCOMES.get(outcome)),
        call,
      ),
  };
}

function fromSession({ sessionId, device, openedAt, usedAt }: AdminSession__Output): ListedSession {
  const { browser, system, network } = present(device);
  return {
    sessionId,
    device: { browser, system, network },
    openedAt: time(openedAt),
    usedAt: time(usedAt),
  };
}

const OUTCOMES = new Map<unknown, 'ended' | 'unknown' | 'forbidden'>([
  ['END_SESSION_OUTCOME_ENDED', 'ended'],
  ['END_SESSION_OUTCOME_UNKNOWN', 'unknown'],
  ['END_SESSION_OUTCOME_FORBIDDEN', 'forbidden'],
]);
