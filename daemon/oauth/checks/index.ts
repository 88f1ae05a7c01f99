import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Parameters } from '../model/parameters.js';
import type { Client } from '../model/client.js';
import type { Scope } from '../model/scope.js';
import { checkPkce } from './pkce.js';
import { repeatedParameter } from './repeated-parameters.js';
import { resourceCheck } from './resource.js';
import { checkResponseType } from './response-type.js';
import { scopesWithin } from './scope.js';

/** What the authorize endpoint understands: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2 (`resource` may repeat). */
const UNDERSTOOD = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
];

/**
 * Every check of an authorization request after its client and redirect URI are known to be good, in the spec's order
 * ("Authorize rules, in order" 2 to 4). The first refusal wins and may be redirected to the client.
 */
export function authorizeChecks(
  options: OAuthOptions,
): (parameters: Parameters, client: Client) => readonly Scope[] | OAuthError {
  const checkResource = resourceCheck(options.resource);
  return (parameters, client) => {
    const refusal =
      repeatedParameter(parameters, UNDERSTOOD) ?? // RFC 6749 §3.1
      checkResponseType(parameters) ?? // RFC 6749 §3.1.1
      checkGrantType(client) ?? // RFC 7591 §2.1
      checkPkce(parameters); // RFC 7636 §4.3
    if (refusal !== undefined) return refusal;
    const ceiling = client.scopes.filter((scope) => options.scopesSupported.includes(scope));
    const scopes = scopesWithin(parameters.get('scope'), ceiling); // RFC 6749 §3.3
    return 'error' in scopes ? scopes : (checkResource(parameters) ?? scopes); // RFC 8707 §2
  };
}

function checkGrantType(client: Client): OAuthError | undefined {
  return client.grantTypes.includes('authorization_code')
    ? undefined
    : oauthError('unauthorized_client', 'The client did not register the authorization_code grant.');
}
