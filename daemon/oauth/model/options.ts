import type { AuthMethod } from './client.js';
import type { Scope } from './scope.js';

/** The spec's Options table and the further options of docs/decisions, checked and with defaults filled in. Durations in ms. */
export interface OAuthOptions {
  readonly issuer: string;
  readonly resource: string;
  readonly serviceDocumentationPath: string;
  readonly scopesSupported: readonly Scope[];
  readonly tokenEndpointAuthMethodsSupported: readonly AuthMethod[];
  readonly authorizationResponseIssParameterSupported: boolean;
  readonly dcrClientCap: number;
  readonly dcrUnconsentedSweepAge: number;
  readonly registerMaxBodyBytes: number;
  readonly pendingRequestTtl: number;
  readonly codeTtl: number;
  readonly accessTokenTtl: number;
  readonly refreshTokenTtl: number;
  /** 0: every reuse revokes. */
  readonly refreshRetryWindow: number;
  readonly loopbackPortFlexible: boolean;
  /** Lower case, without colon. */
  readonly privateUseRedirectSchemes: readonly string[];
  readonly evictOldestUnconsentedAtCap: boolean;
  readonly clientIdMetadataDocuments: boolean;
  readonly builtinConsentPage: boolean;
  /** 0: no limit. */
  readonly refreshLineageMaxAge: number;
}
