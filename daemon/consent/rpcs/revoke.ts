import type { RevokeRequest__Output } from '../../contract/generated/gatehouse/consent/v1/RevokeRequest.js';
import type { RevokeResponse } from '../../contract/generated/gatehouse/consent/v1/RevokeResponse.js';
import { accessTokenArgument } from '../arguments.js';
import type { Rpc } from '../handler.js';

export const revoke: Rpc<RevokeRequest__Output, RevokeResponse> = async (request, operations, call) => ({
  revoked: await operations.revoke(accessTokenArgument(request.accessToken), call),
});
