import type { DenyPendingRequest__Output } from '../../contract/generated/gatehouse/consent/v1/DenyPendingRequest.js';
import type { DenyPendingResponse } from '../../contract/generated/gatehouse/consent/v1/DenyPendingResponse.js';
import { requestIdArgument, userIdArgument } from '../arguments.js';
import type { Rpc } from '../handler.js';
import { toRedirectResponse } from './consent-error.js';

export const denyPending: Rpc<DenyPendingRequest__Output, DenyPendingResponse> = async (request, operations, call) => {
  const userId = userIdArgument(request.userId);
  return toRedirectResponse(await operations.denyPending(requestIdArgument(request.requestId), userId, call));
};
