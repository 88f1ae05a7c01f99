import type { ClientAddresses } from '../http/client-address.js';
import type { Route } from '../http/route.js';
import { authorizeRoute } from './routes/authorize.js';
import { connectRoutes } from './routes/connect.js';
import { metadataRoutes } from './routes/metadata.js';
import { registerRoute } from './routes/register.js';
import { revokeRoute } from './routes/revoke.js';
import { tokenRoute } from './routes/token.js';
import { createAnswerConsentPage } from './usecases/answer-consent-page.js';
import { createAuthorize } from './usecases/authorize.js';
import { createConsentOperations } from './usecases/consent.js';
import type { ConsentOperations } from './usecases/consent-operations.js';
import type { Dependencies } from './usecases/dependencies.js';
import { createExchangeToken } from './usecases/exchange-token.js';
import { createRegisterClient } from './usecases/register-client.js';
import { createRevokeToken } from './usecases/revoke-token.js';
import { createShowConsentPage } from './usecases/show-consent-page.js';

/** The authorization server for one set of options: its routes, and the consent operations behind its other door. */
export interface AuthorizationServer {
  readonly routes: readonly Route[];
  readonly consent: ConsentOperations;
}

/** Built anew whenever the host describes itself differently; nothing in here has state of its own. */
export function createAuthorizationServer(needs: Dependencies, addresses: ClientAddresses): AuthorizationServer {
  const { options } = needs;
  const consent = createConsentOperations(needs);
  const endpoints: Route[] = [
    authorizeRoute(createAuthorize(needs), addresses),
    tokenRoute(createExchangeToken(needs), addresses),
    registerRoute(createRegisterClient(needs), options.registerMaxBodyBytes, addresses),
    revokeRoute(createRevokeToken(needs), addresses),
    ...(options.builtinConsentPage ? consentPageRoutes(needs, consent) : []),
  ];
  return {
    routes: [...metadataRoutes(options), ...belowIssuer(endpoints, options.issuer)],
    consent,
  };
}

function consentPageRoutes(needs: Dependencies, consent: ConsentOperations): Route[] {
  const show = createShowConsentPage(needs);
  const site = { issuer: needs.options.issuer, applicationName: needs.applicationName };
  return connectRoutes(site, show, createAnswerConsentPage(needs, show, consent));
}

/**
 * For an issuer with a path, every endpoint lies below that path, as the metadata says, and at the root as well, because
 * an application that mounts us below a path may strip it.
 */
function belowIssuer(routes: readonly Route[], issuer: string): Route[] {
  const { pathname } = new URL(issuer);
  if (pathname === '/') return [...routes];
  return routes.flatMap((route) => [route, { ...route, path: pathname + route.path }]);
}
