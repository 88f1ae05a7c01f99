import type { Client } from '../model/client.js';
import type { Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Parameters } from '../model/parameters.js';
import { isClientIdForm } from '../model/parameters.js';
import type { Scope } from '../model/scope.js';
import type { Verdict } from '../ports/state.js';
import { inOrder } from './in-order.js';
import { isRegisteredRedirect } from './redirect-uri.js';
import {
  checkResource,
  pkceIsS256,
  repeatedParameter,
  responseTypeIsCode,
  scopesWithin,
} from './request-parameters.js';

/**
 * Every check of an authorization request, in order. usecases/authorize.ts runs them, with the lookups between them.
 *
 * The first two lists are rule 1: Gatehouse answers their refusals itself, as text, and never redirects. Until client and
 * redirect URI are verified, an attacker could choose where the browser goes (RFC 6749 §4.1.2.1, RFC 9700 §4.11). Refusals
 * of the other two lists are redirected to the client.
 */
export const AUTHORIZE_CHECKS = {
  /** Before any lookup. */
  request: inOrder<AuthorizationRequest>()
    .and(clientIdIsSentOnce) // RFC 6749 §3.1, §4.1.1
    .and(redirectUriIsSentOnce) // RFC 6749 §3.1, §3.1.2.3
    .and(clientIdHasItsForm), // RFC 6749 appendix A.1

  /** After the lookup of the client: at the host, or by its metadata document. */
  client: inOrder<{ readonly found: Result<Client>; readonly redirectUri: string; readonly options: OAuthOptions }>()
    .and(clientIsKnown) // RFC 6749 §4.1.2.1; draft-ietf-oauth-client-id-metadata-document §4
    .and(redirectUriIsRegistered), // RFC 6749 §3.1.2.3, RFC 8252 §7.3, RFC 9700 §2.1

  /** Refusals are redirected from here on. */
  parameters: inOrder<AuthorizationRequest & { readonly client: Client }>()
    .and(parametersAreSentOnce) // RFC 6749 §3.1
    .and(responseTypeIsCode) // RFC 6749 §3.1.1
    .and(clientMayUseCodes) // RFC 7591 §2
    .and(pkceIsS256) // RFC 7636 §4.3
    .and(scopeIsWithinCeiling) // RFC 6749 §3.3
    .and(resourceIsOurs), // RFC 8707 §2

  /** Counted last: a counter for every client id that a stranger invents would let strangers fill the store. */
  limits: inOrder<{ readonly verdict: Verdict }>().and(requestsAreFew), // RFC 6749 §4.1.2.1 temporarily_unavailable
};

export interface AuthorizationRequest {
  readonly parameters: Parameters;
  readonly options: OAuthOptions;
}

/** The parameters that the authorize endpoint reads: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2 (`resource` may repeat). */
const UNDERSTOOD = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
];

/** Refusals that are not redirected show their description to a person; no client ever sees the code. */
export const UNKNOWN_CLIENT = oauthError('invalid_client', 'the client is not registered');
/** Some clients try this without looking for client_id_metadata_document_supported. */
export const DOCUMENTS_NOT_ACCEPTED = oauthError(
  'invalid_client',
  'the client_id is the address of a metadata document, and the application does not accept these ' +
    '(its option client_id_metadata_documents); the client has to register',
);

export const TRY_AGAIN = oauthError('temporarily_unavailable', 'Try again in a moment.');

function clientIdIsSentOnce({ parameters }: AuthorizationRequest): Result<{ readonly clientId: string }> {
  const clientId = parameters.get('client_id');
  return clientId === undefined
    ? oauthError('invalid_request', 'client_id is missing or was sent more than once')
    : { clientId };
}

function redirectUriIsSentOnce({ parameters }: AuthorizationRequest): Result<{ readonly redirectUri: string }> {
  const redirectUri = parameters.get('redirect_uri');
  return redirectUri === undefined
    ? oauthError('invalid_request', 'redirect_uri is missing or was sent more than once')
    : { redirectUri };
}

function clientIdHasItsForm({ clientId }: { readonly clientId: string }): Result<undefined> {
  return isClientIdForm(clientId) ? undefined : UNKNOWN_CLIENT;
}

function clientIsKnown({ found }: { readonly found: Result<Client> }): Result<{ readonly client: Client }> {
  return isRefused(found) ? found : { client: found };
}

function redirectUriIsRegistered({
  client,
  redirectUri,
  options,
}: {
  readonly client: Client;
  readonly redirectUri: string;
  readonly options: OAuthOptions;
}): Result<undefined> {
  if (isRegisteredRedirect(redirectUri, client.redirectUris, options.loopbackPortFlexible)) return undefined;
  return oauthError(
    'invalid_request',
    isRegisteredRedirect(redirectUri, client.redirectUris, true)
      ? 'the client registered this redirect_uri with another port, and the application accepts only that one ' +
          '(its option loopback_port_flexible)'
      : 'the client did not register this redirect_uri',
  );
}

function parametersAreSentOnce({ parameters }: AuthorizationRequest): Result<undefined> {
  return repeatedParameter(parameters, UNDERSTOOD);
}

function clientMayUseCodes({ client }: { readonly client: Client }): Result<undefined> {
  return client.grantTypes.includes('authorization_code')
    ? undefined
    : oauthError('unauthorized_client', 'The client did not register the authorization_code grant.');
}

/** The upper bound is the scopes that the client registered and the host still supports. */
function scopeIsWithinCeiling({
  parameters,
  client,
  options,
}: AuthorizationRequest & { readonly client: Client }): Result<{ readonly scopes: readonly Scope[] }> {
  const ceiling = client.scopes.filter((scope) => options.scopesSupported.includes(scope));
  const scopes = scopesWithin(parameters.get('scope'), ceiling);
  return isRefused(scopes) ? scopes : { scopes };
}

function resourceIsOurs({ parameters, options }: AuthorizationRequest): Result<undefined> {
  return checkResource(parameters, options.resource);
}

function requestsAreFew({ verdict }: { readonly verdict: Verdict }): Result<undefined> {
  return verdict.allowed ? undefined : TRY_AGAIN;
}
