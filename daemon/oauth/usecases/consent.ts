import { redirectUriProblem } from '../checks/redirect-uri.js';
import type { ConsentOperations } from './consent-operations.js';
import { createDenyPending } from './deny-pending.js';
import type { Dependencies } from './dependencies.js';
import { generateCredentials } from './generate-credentials.js';
import { createIssueCode } from './issue-code.js';
import { createPendingRequest } from './pending-request.js';
import { createRevoke } from './revoke.js';

/** The consent operations over one set of dependencies. */
export function createConsentOperations(needs: Dependencies): ConsentOperations {
  return {
    pendingRequest: createPendingRequest(needs),
    issueCode: createIssueCode(needs),
    denyPending: createDenyPending(needs),
    revoke: createRevoke(needs),
    generateCredentials,
    checkRedirectUri: (redirectUri) => redirectUriProblem(redirectUri, needs.options.privateUseRedirectSchemes),
  };
}
