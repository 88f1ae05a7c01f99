import type { CallContext } from '../../core/runtime.js';
import { Unavailable } from '../../core/faults.js';
import { hashedKey, randomToken } from '../../core/crypto.js';
import { networkOf } from '../../core/network-addresses.js';
import { AUTHORIZE_CHECKS, TRY_AGAIN } from '../checks/authorize.js';
import { errorRedirect } from '../model/responses.js';
import type { Client } from '../model/client.js';
import type { OAuthError } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { PendingRequest } from '../model/pending-request.js';
import type { Scope } from '../model/scope.js';
import type { Dependencies } from '../ports/dependencies.js';
import type { FindClientDependencies } from './find-client.js';
import { createFindClient } from './find-client.js';

const SERVER_ERROR = oauthError('server_error', 'Something went wrong on the server.');

/**
 * The authorize request (RFC 6749 §4.1.1): one host call, checks in order (AS-60), one pending request. A client that
 * identifies itself with a metadata document costs another host call if its document is new or has changed.
 *
 * Until client and redirect URI are verified, Gatehouse never redirects: an attacker could choose where to. So a fault
 * before that point is thrown and answered locally; after it, every answer is a redirect.
 */
export type Authorize = (parameters: Parameters, clientAddress: string, call: CallContext) => Promise<AuthorizeOutcome>;

export type AuthorizeOutcome =
  | { readonly kind: 'refused_locally'; readonly reason: string }
  | { readonly kind: 'redirect'; readonly location: string };

type AuthorizeDependencies = FindClientDependencies & Pick<Dependencies, 'pendingRequests'>;

export function createAuthorize(dependencies: AuthorizeDependencies): Authorize {
  const { options, limits, throttle, telemetry, logger } = dependencies;
  const findClient = createFindClient(dependencies);
  const consentPage = `${options.issuer}/connect?request=`;

  return async (parameters, clientAddress, call) => {
    const request = AUTHORIZE_CHECKS.request.run({ parameters, options });
    if (isRefused(request)) return refusedLocally(request);
    const found = await findClient(request.clientId, clientAddress, call);
    const known = AUTHORIZE_CHECKS.client.run({ found, ...request });
    if (isRefused(known)) return refusedLocally(known);
    const { client, redirectUri } = known;

    const state = parameters.get('state');
    const back = (refusal: OAuthError): AuthorizeOutcome => {
      telemetry.authorization(refusal.error);
      return { kind: 'redirect', location: errorRedirect(redirectUri, refusal, state, options.issuer) };
    };
    const checked = AUTHORIZE_CHECKS.parameters.run({ client, ...request });
    if (isRefused(checked)) return back(checked);

    try {
      const network = networkOf(clientAddress);
      const verdict = await throttle.hit([
        { key: `authorize:ip:${network}`, ...limits.authorizePerIp },
        { key: `authorize:client:${client.clientId}`, ...limits.authorizePerClient },
      ]);
      const admitted = AUTHORIZE_CHECKS.limits.run({ verdict });
      if (isRefused(admitted)) return back(admitted);
      const requestId = await storePending(dependencies, { redirectUri, state, network, ...checked });
      telemetry.authorization('pending');
      telemetry.pendingRequest('created');
      return { kind: 'redirect', location: consentPage + requestId };
    } catch (fault) {
      const isAway = fault instanceof Unavailable;
      logger[isAway ? 'warn' : 'error']({ ...call, err: fault }, 'authorize: failed to store the pending request');
      return back(isAway ? TRY_AGAIN : SERVER_ERROR);
    }
  };

  function refusedLocally({ description }: OAuthError): AuthorizeOutcome {
    telemetry.authorization('refused_locally');
    return { kind: 'refused_locally', reason: description };
  }
}

interface Checked {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  readonly network: string;
}

async function storePending(dependencies: AuthorizeDependencies, checked: Checked): Promise<string> {
  const { options, pendingRequests, clock } = dependencies;
  const { client } = checked;
  const requestId = randomToken();
  const pending: PendingRequest = {
    clientId: client.clientId,
    clientName: client.clientName,
    clientRegisteredAt: client.registeredAt,
    clientSelfRegistered: client.selfRegistered,
    redirectUri: checked.redirectUri,
    ...(checked.state === undefined ? {} : { state: checked.state }),
    codeChallenge: checked.codeChallenge,
    scopes: checked.scopes,
    resource: options.resource,
    expiresAt: clock.now() + options.pendingRequestTtl,
    // Hashed, so that reading the store does not reveal where the application's users are.
    network: hashedKey(checked.network),
    clientUnconsented: client.selfRegistered && client.consentedAt === undefined,
    csrfSecret: randomToken(),
  };
  await pendingRequests.create(requestIdHash(requestId), pending, options.pendingRequestTtl);
  return requestId;
}

/** The key of a stored pending request: hashed, so that reading the store gives no access to it. */
export function requestIdHash(requestId: string): string {
  return hashedKey(requestId);
}
