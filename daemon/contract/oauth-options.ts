import { fromAuthMethod } from './auth-method.js';
import type { OAuthOptions__Output } from './generated/gatehouse/host/v1/OAuthOptions.js';
import type { Duration__Output } from './generated/google/protobuf/Duration.js';
import { fromDuration } from './time.js';

/** The options as the host sent them, as plain values: durations in ms, absent ones undefined. Nothing is checked yet. */
export function plainOptions(options: OAuthOptions__Output) {
  return {
    issuer: options.issuer,
    resource: options.resource,
    serviceDocumentationPath: options.serviceDocumentationPath,
    scopesSupported: options.scopesSupported,
    // One that is not known keeps its name or number, so that the check can tell it.
    tokenEndpointAuthMethodsSupported: options.tokenEndpointAuthMethodsSupported.map(
      (method) => fromAuthMethod(method) ?? method,
    ),
    authorizationResponseIssParameterSupported: options.authorizationResponseIssParameterSupported,
    dcrClientCap: options.dcrClientCap,
    dcrUnconsentedSweepAge: ms(options.dcrUnconsentedSweepAge),
    registerMaxBodyBytes: options.registerMaxBodyBytes,
    pendingRequestTtl: ms(options.pendingRequestTtl),
    codeTtl: ms(options.codeTtl),
    accessTokenTtl: ms(options.accessTokenTtl),
    refreshTokenTtl: ms(options.refreshTokenTtl),
    refreshRetryWindow: ms(options.refreshRetryWindow),
    loopbackPortFlexible: options.loopbackPortFlexible,
    privateUseRedirectSchemes: options.privateUseRedirectSchemes,
    evictOldestUnconsentedAtCap: options.evictOldestUnconsentedAtCap,
    clientIdMetadataDocuments: options.clientIdMetadataDocuments,
    builtinConsentPage: options.builtinConsentPage,
    refreshLineageMaxAge: ms(options.refreshLineageMaxAge),
  };
}

function ms(duration: Duration__Output | null): number | undefined {
  return duration === null ? undefined : fromDuration(duration);
}
