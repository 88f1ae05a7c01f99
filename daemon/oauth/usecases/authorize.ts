import type { CallContext } from '../../core/call-context.js';
import { isClientIdForm } from '../../core/credential-form.js';
import { Unavailable } from '../../core/faults.js';
import { sha256 } from '../../core/hash.js';
import { networkOf } from '../../core/network-of.js';
import { randomToken } from '../../core/random.js';
import { authorizeChecks } from '../checks/index.js';
import { isRegisteredRedirect } from '../checks/registered-redirect.js';
import { errorRedirect } from '../model/authorization-response.js';
import type { Client } from '../model/client.js';
import { isOAuthError, oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { PendingRequest } from '../model/pending-request.js';
import type { Scope } from '../model/scope.js';
import type { Dependencies } from './dependencies.js';
import type { DocumentedClientNeeds } from './documented-client.js';
import { createFindClient, UNKNOWN_CLIENT } from './find-client.js';

const TRY_AGAIN = oauthError('temporarily_unavailable', 'Please try again in a moment.');
const SERVER_ERROR = oauthError('server_error', 'Something went wrong on the server.');

/**
 * The authorize request (RFC 6749 §4.1.1): one host call, checks in the spec's order, one pending request. A client that
 * identifies itself with a metadata document costs one host call more whenever its document is new or has changed.
 *
 * Until client and redirect URI are known to be good, nothing is ever redirected: an attacker could choose where to. So
 * a fault before that point is thrown, and answered locally; after it, every answer is a redirect.
 */
export type Authorize = (parameters: Parameters, clientAddress: string, call: CallContext) => Promise<AuthorizeOutcome>;

export type AuthorizeOutcome =
  | { readonly kind: 'refused_locally'; readonly reason: string }
  | { readonly kind: 'redirect'; readonly location: string };

type Needs = DocumentedClientNeeds & Pick<Dependencies, 'pendingRequests'>;

export function createAuthorize(needs: Needs): Authorize {
  const { options, limits, throttle, telemetry, logger } = needs;
  const findClient = createFindClient(needs);
  const check = authorizeChecks(options);
  const consentPage = `${options.issuer}/connect?request=`;

  return async (parameters, clientAddress, call) => {
    const clientId = parameters.get('client_id');
    if (clientId === undefined) return refuse('client_id is missing or was sent more than once');
    const redirectUri = parameters.get('redirect_uri');
    if (redirectUri === undefined) return refuse('redirect_uri is missing or was sent more than once');
    if (!isClientIdForm(clientId)) return refuse(UNKNOWN_CLIENT);

    const found = await findClient(clientId, clientAddress, call);
    if (!found.known) return refuse(found.reason);
    const { client } = found;
    if (!isRegisteredRedirect(redirectUri, client.redirectUris, options.loopbackPortFlexible)) {
      return refuse('redirect_uri is not one that the client registered');
    }

    const state = parameters.get('state');
    const back = (refusal: OAuthError): AuthorizeOutcome => {
      telemetry.authorization(refusal.error);
      return { kind: 'redirect', location: errorRedirect(redirectUri, refusal, state, options.issuer) };
    };
    const scopes = check(parameters, client);
    if (isOAuthError(scopes)) return back(scopes);

    try {
      // Only now: a counter for whatever a stranger calls a client would let strangers fill the store with counters.
      const network = networkOf(clientAddress);
      const verdict = await throttle.hit([
        { key: `authorize:ip:${network}`, ...limits.authorizePerIp },
        { key: `authorize:client:${client.clientId}`, ...limits.authorizePerClient },
      ]);
      if (!verdict.allowed) return back(TRY_AGAIN);
      const requestId = await storePending(needs, client, { redirectUri, state, scopes, parameters, network });
      telemetry.authorization('pending');
      telemetry.pendingRequest('created');
      return { kind: 'redirect', location: consentPage + requestId };
    } catch (fault) {
      const isAway = fault instanceof Unavailable;
      logger[isAway ? 'warn' : 'error']({ ...call, err: fault }, 'authorize: the pending request could not be stored');
      return back(isAway ? TRY_AGAIN : SERVER_ERROR);
    }
  };

  function refuse(reason: string): AuthorizeOutcome {
    telemetry.authorization('refused_locally');
    return { kind: 'refused_locally', reason };
  }
}

interface Checked {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
  readonly parameters: Parameters;
  readonly network: string;
}

async function storePending(needs: Needs, client: Client, checked: Checked): Promise<string> {
  const { options, pendingRequests, clock } = needs;
  const requestId = randomToken();
  const pending: PendingRequest = {
    clientId: client.clientId,
    clientName: client.clientName,
    clientRegisteredAt: client.registeredAt,
    clientSelfRegistered: client.selfRegistered,
    redirectUri: checked.redirectUri,
    ...(checked.state === undefined ? {} : { state: checked.state }),
    codeChallenge: checked.parameters.get('code_challenge') ?? '',
    scopes: checked.scopes,
    resource: options.resource,
    expiresAt: clock.now() + options.pendingRequestTtl,
    // Hashed: whoever reads the store need not learn where the application's users are.
    network: sha256(checked.network).toString('base64url'),
    clientUnconsented: client.selfRegistered && client.consentedAt === undefined,
    csrfSecret: randomToken(),
  };
  await pendingRequests.create(requestIdHash(requestId), pending, options.pendingRequestTtl);
  return requestId;
}

/** Pending requests are stored under this: whoever reads the store cannot act on what waits in it. */
export function requestIdHash(requestId: string): string {
  return sha256(requestId).toString('base64url');
}
