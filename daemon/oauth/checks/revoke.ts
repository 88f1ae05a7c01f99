import type { Result } from '../model/oauth-error.js';
import { oauthError } from '../model/oauth-error.js';
import type { ClientRequest, LookedUpClient } from './client-authentication.js';
import { clientIsAuthenticated, credentialsAreReadable, failuresAreFew } from './client-authentication.js';
import { inOrder } from './in-order.js';
import { repeatedParameter } from './request-parameters.js';

/** Every check of a revocation request, in order. usecases/revoke-token.ts looks up client and token in between. */
export const REVOKE_CHECKS = {
  form: inOrder<ClientRequest>()
    .and(parametersAreSentOnce) // RFC 6749 §3.2
    .and(credentialsAreReadable) // RFC 6749 §2.3, §2.3.1
    .and(tokenIsSent), // RFC 7009 §2.1

  client: inOrder<LookedUpClient>()
    .and(failuresAreFew) // RFC 6749 §2.3.1, §10.10
    .and(clientIsAuthenticated), // RFC 7009 §2.1
};

const UNDERSTOOD = ['token', 'token_type_hint', 'client_id', 'client_secret'];

function parametersAreSentOnce({ parameters }: ClientRequest): Result<undefined> {
  return repeatedParameter(parameters, UNDERSTOOD);
}

function tokenIsSent({ parameters }: ClientRequest): Result<{ readonly token: string }> {
  const token = parameters.get('token');
  return token === undefined ? oauthError('invalid_request', 'token is missing.') : { token };
}
