import type { IssueCodeRequest__Output } from '../../contract/generated/gatehouse/consent/v1/IssueCodeRequest.js';
import type { IssueCodeResponse } from '../../contract/generated/gatehouse/consent/v1/IssueCodeResponse.js';
import { grantContextArgument, grantedScopesArgument, requestIdArgument, userIdArgument } from '../arguments.js';
import type { Rpc } from '../handler.js';
import { toRedirectResponse } from './consent-error.js';

export const issueCode: Rpc<IssueCodeRequest__Output, IssueCodeResponse> = async (request, operations, call) =>
  toRedirectResponse(
    await operations.issueCode(
      {
        requestId: requestIdArgument(request.requestId),
        userId: userIdArgument(request.userId),
        grantedScopes: grantedScopesArgument(request.grantedScopes),
        grantContext: grantContextArgument(request.grantContext),
      },
      call,
    ),
  );
