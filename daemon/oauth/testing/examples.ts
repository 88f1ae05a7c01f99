import type { Client } from '../model/client.js';
import type { OAuthOptions } from '../model/options.js';
import { Parameters } from '../model/parameters.js';

/**
 * Valid values for unit tests. A test changes only the value that it is about. The options are the defaults (AS-191),
 * deliberately repeated here.
 */
export function exampleOptions(changes: Partial<OAuthOptions> = {}): OAuthOptions {
  return {
    issuer: 'https://app.example',
    resource: 'https://app.example/mcp',
    serviceDocumentationPath: '/help',
    scopesSupported: ['read', 'write', 'ai', 'offline_access'],
    tokenEndpointAuthMethodsSupported: ['none', 'client_secret_post', 'client_secret_basic'],
    authorizationResponseIssParameterSupported: true,
    dcrClientCap: 200,
    dcrUnconsentedSweepAge: 24 * 3_600_000,
    registerMaxBodyBytes: 65_536,
    pendingRequestTtl: 600_000,
    codeTtl: 600_000,
    accessTokenTtl: 3_600_000,
    refreshTokenTtl: 30 * 24 * 3_600_000,
    refreshRetryWindow: 0,
    loopbackPortFlexible: false,
    privateUseRedirectSchemes: [],
    evictOldestUnconsentedAtCap: false,
    clientIdMetadataDocuments: false,
    builtinConsentPage: false,
    refreshLineageMaxAge: 0,
    ...changes,
  };
}

export function exampleClient(changes: Partial<Client> = {}): Client {
  return {
    clientId: 'client-1',
    clientName: 'Example',
    redirectUris: ['https://client.example/callback'],
    authMethod: 'none',
    scopes: ['read', 'write', 'ai', 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    registeredAt: 1_700_000_000_000,
    selfRegistered: true,
    metadata: {},
    ...changes,
  };
}

/** Parameters from pairs, so that a name can repeat. */
export function parametersOf(...pairs: readonly (readonly [string, string])[]): Parameters {
  return new Parameters(pairs);
}
