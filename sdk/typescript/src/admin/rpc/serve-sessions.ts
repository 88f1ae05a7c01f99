import type { AdminSessionServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSessionService';
import type { EndSessionOutcome__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionOutcome';
import type { SessionDevice__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SessionDevice';
import { adminSessionService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import { moment, present } from '../../wire/fields.js';
import type { SessionDevice, Sessions } from '../sessions/sessions.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';

/** AdminSessionService over Sessions. */
export function serveSessions(sessions: Sessions, logger: AdminLogger): AdminRpcs<AdminSessionServiceDefinition> {
  return {
    OpenSession: adminRpc(adminSessionService.OpenSession, logger, async (request, limits) => {
      const { administratorId, tokenVersion, sessionId } = request;
      const session = {
        administratorId,
        tokenVersion,
        sessionId,
        device: deviceFrom(request.device),
        at: moment(request.at),
        expiresAt: moment(request.expiresAt),
      };
      return { opened: await sessions.open(session, limits) };
    }),

    TouchSession: adminRpc(adminSessionService.TouchSession, logger, async (request, limits) => {
      const { administratorId, sessionId } = request;
      const use = { administratorId, sessionId, device: deviceFrom(request.device), at: moment(request.at) };
      await sessions.touch(use, limits);
      return {};
    }),

    ListSessions: adminRpc(adminSessionService.ListSessions, logger, async ({ administratorId, at }, limits) => {
      const found = await sessions.list(administratorId, moment(at), limits);
      return {
        sessions: found.map(({ sessionId, device, openedAt, usedAt }) => ({
          sessionId,
          device,
          openedAt: toTimestamp(openedAt.getTime()),
          usedAt: toTimestamp(usedAt.getTime()),
        })),
      };
    }),

    EndSession: adminRpc(adminSessionService.EndSession, logger, async (request, limits) => {
      const { administratorId, sessionId, endedBy } = request;
      return { outcome: OUTCOMES[await sessions.end(administratorId, sessionId, endedBy, limits)] };
    }),
  };
}

function deviceFrom(device: SessionDevice__Output | null): SessionDevice {
  const { browser, system, network } = present(device);
  return { browser, system, network };
}

const OUTCOMES: Readonly<Record<'ended' | 'unknown' | 'forbidden', EndSessionOutcome__Output>> = {
  ended: 'END_SESSION_OUTCOME_ENDED',
  unknown: 'END_SESSION_OUTCOME_UNKNOWN',
  forbidden: 'END_SESSION_OUTCOME_FORBIDDEN',
};
