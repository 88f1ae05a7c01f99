import type { PendingRequestRequest__Output } from '../../contract/generated/gatehouse/consent/v1/PendingRequestRequest.js';
import type { PendingRequestResponse } from '../../contract/generated/gatehouse/consent/v1/PendingRequestResponse.js';
import { toTimestamp } from '../../contract/time.js';
import { requestIdArgument, userIdArgument } from '../arguments.js';
import type { Rpc } from '../handler.js';
import { CONSENT_ERRORS } from './consent-error.js';

export const pendingRequest: Rpc<PendingRequestRequest__Output, PendingRequestResponse> = async (
  request,
  operations,
  call,
) => {
  const userId = userIdArgument(request.userId);
  const outcome = await operations.pendingRequest(requestIdArgument(request.requestId), userId, call);
  if (typeof outcome === 'string') return { error: CONSENT_ERRORS[outcome] };
  return {
    pendingRequest: {
      clientId: outcome.clientId,
      clientName: outcome.clientName,
      clientRegisteredAt: toTimestamp(outcome.clientRegisteredAt),
      clientSelfRegistered: outcome.clientSelfRegistered,
      redirectUri: outcome.redirectUri,
      redirectHost: outcome.redirectHost,
      redirectIsLoopback: outcome.redirectIsLoopback,
      scopes: outcome.scopes.map(({ scope, description }) => ({ scope, description })),
      resource: outcome.resource,
      expiresAt: toTimestamp(outcome.expiresAt),
    },
  };
};
