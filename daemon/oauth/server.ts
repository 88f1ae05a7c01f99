import { BackendMissing } from '../core/faults.js';
import type { ClientAddresses } from '../http/client-address.js';
import type { Route } from '../http/router.js';
import { redirectUriProblem } from './checks/redirect-uri.js';
import { oauthError } from './model/oauth-error.js';
import type { OAuthOptions } from './model/options.js';
import type { Dependencies } from './ports/dependencies.js';
import type { ThrottleLimits } from './ports/state.js';
import { authorizeRoute } from './routes/authorize.js';
import { consentPageRoutes } from './routes/consent-page.js';
import { exchangeTokenRoute } from './routes/exchange-token.js';
import { elsewhereRoutes, metadataRoutes, notYetKnownRoutes } from './routes/metadata.js';
import { registerClientRoute } from './routes/register-client.js';
import { revokeTokenRoute } from './routes/revoke-token.js';
import { createAuthorize } from './usecases/authorize.js';
import type { ConsentOperations } from './usecases/consent-operations.js';
import { createAnswerConsentPage, createShowConsentPage } from './usecases/consent-page.js';
import { createDenyConsent } from './usecases/deny-consent.js';
import { createExchangeToken } from './usecases/exchange-token.js';
import { generateCredentials } from './usecases/generate-credentials.js';
import { createGrantConsent } from './usecases/grant-consent.js';
import { createRegisterClient } from './usecases/register-client.js';
import { createRevokeAccessToken, createRevokeToken } from './usecases/revoke-token.js';
import { createViewPendingRequest } from './usecases/view-pending-request.js';

/** The consent operations over one set of dependencies. */
function createConsentOperations(dependencies: Dependencies): ConsentOperations {
  return {
    viewPendingRequest: createViewPendingRequest(dependencies),
    grantConsent: createGrantConsent(dependencies),
    denyConsent: createDenyConsent(dependencies),
    revokeAccessToken: createRevokeAccessToken(dependencies),
    generateCredentials,
    checkRedirectUri: (redirectUri) => {
      const problem = redirectUriProblem(redirectUri, dependencies.options.privateUseRedirectSchemes);
      return problem === undefined ? undefined : oauthError('invalid_redirect_uri', problem);
    },
  };
}

/**
 * The endpoints before the host has described itself: its options are unknown, so there is no backend (AS-4). The issuer may have a
 * path, which is unknown, too: a client that gets 404 there has its user sign in again.
 */
export function unattachedRoutes(addresses: ClientAddresses): Route[] {
  const endpoints = [
    authorizeRoute(missing, addresses),
    exchangeTokenRoute(missing, addresses),
    registerClientRoute(missing, SMALL_BODY_BYTES, addresses),
    revokeTokenRoute(missing, addresses),
  ];
  return [...notYetKnownRoutes(), ...endpoints.map((route) => ({ ...route, belowAny: true }))];
}

/** The host's limit is not known yet; a body that is discarded need not be long. */
const SMALL_BODY_BYTES = 65_536;

function missing(): Promise<never> {
  return Promise.reject(new BackendMissing());
}

/** The authorization server for one set of options: its routes, and the consent operations behind its other entrance. */
export interface AuthorizationServer {
  readonly routes: readonly Route[];
  readonly consent: ConsentOperations;
  /** Settings that are allowed but risky: one sentence each, for an operator. */
  readonly warnings: readonly string[];
}

/** Rebuilt for each new description of the host; holds no state. */
export function createAuthorizationServer(dependencies: Dependencies, addresses: ClientAddresses): AuthorizationServer {
  const { options, limits } = dependencies;
  const consent = createConsentOperations(dependencies);
  const endpoints: Route[] = [
    authorizeRoute(createAuthorize(dependencies), addresses),
    exchangeTokenRoute(createExchangeToken(dependencies), addresses),
    registerClientRoute(createRegisterClient(dependencies), options.registerMaxBodyBytes, addresses),
    revokeTokenRoute(createRevokeToken(dependencies), addresses),
    ...(options.builtinConsentPage ? builtinConsentPage(dependencies, consent) : []),
  ];
  return {
    routes: [...metadataRoutes(options), ...elsewhereRoutes(options), ...belowIssuer(endpoints, options.issuer)],
    consent,
    warnings: [
      ...(options.resource === options.issuer
        ? [
            'the host sets no resource, so tokens are issued for the issuer; set resource to the URL of the MCP endpoint',
          ]
        : []),
      ...throttlesAboveTheCap(options, limits),
    ],
  };
}

/**
 * A throttle protects the cap only if it is below the cap: otherwise one window of registrations would end registration for
 * everyone.
 */
function throttlesAboveTheCap({ dcrClientCap }: OAuthOptions, limits: ThrottleLimits): string[] {
  if (dcrClientCap === 0) return [];
  return Object.entries({ register_per_ip: limits.registerPerIp, register_global: limits.registerGlobal })
    .filter(([, { limit }]) => limit >= dcrClientCap)
    .map(
      ([name, { limit }]) =>
        `throttle.${name}.limit (${String(limit)}) is not below the host's dcr_client_cap (${String(dcrClientCap)}): registrations in one window can use up the whole cap`,
    );
}

function builtinConsentPage(dependencies: Dependencies, consent: ConsentOperations): Route[] {
  const show = createShowConsentPage(dependencies);
  const site = { issuer: dependencies.options.issuer, applicationName: dependencies.applicationName };
  return consentPageRoutes(site, show, createAnswerConsentPage(dependencies, show, consent));
}

/**
 * For an issuer with a path, every endpoint is below that path, as the metadata says, and also at the root, because an
 * application that mounts us below a path may strip it.
 */
function belowIssuer(routes: readonly Route[], issuer: string): Route[] {
  const { pathname } = new URL(issuer);
  if (pathname === '/') return [...routes];
  return routes.flatMap((route) => [route, { ...route, path: pathname + route.path, isLiteral: true }]);
}
