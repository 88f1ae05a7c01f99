import type { CheckRedirectUriRequest__Output } from '../../contract/generated/gatehouse/consent/v1/CheckRedirectUriRequest.js';
import type { CheckRedirectUriResponse } from '../../contract/generated/gatehouse/consent/v1/CheckRedirectUriResponse.js';
import type { Rpc } from '../handler.js';

export const checkRedirectUri: Rpc<CheckRedirectUriRequest__Output, CheckRedirectUriResponse> = (
  request,
  operations,
) => ({ reason: operations.checkRedirectUri(request.redirectUri) });
