// Original file: proto/gatehouse/host/v1/oauth_options.proto

import type {
  TokenEndpointAuthMethod as _gatehouse_host_v1_TokenEndpointAuthMethod,
  TokenEndpointAuthMethod__Output as _gatehouse_host_v1_TokenEndpointAuthMethod__Output,
} from '../../../gatehouse/host/v1/TokenEndpointAuthMethod.js';
import type {
  Duration as _google_protobuf_Duration,
  Duration__Output as _google_protobuf_Duration__Output,
} from '../../../google/protobuf/Duration.js';

export interface OAuthOptions {
  issuer?: string;
  resource?: string;
  serviceDocumentationPath?: string;
  scopesSupported?: string[];
  tokenEndpointAuthMethodsSupported?: _gatehouse_host_v1_TokenEndpointAuthMethod[];
  authorizationResponseIssParameterSupported?: boolean;
  dcrClientCap?: number;
  dcrUnconsentedSweepAge?: _google_protobuf_Duration | null;
  registerMaxBodyBytes?: number;
  pendingRequestTtl?: _google_protobuf_Duration | null;
  codeTtl?: _google_protobuf_Duration | null;
  accessTokenTtl?: _google_protobuf_Duration | null;
  refreshTokenTtl?: _google_protobuf_Duration | null;
  refreshRetryWindow?: _google_protobuf_Duration | null;
  loopbackPortFlexible?: boolean;
  privateUseRedirectSchemes?: string[];
  evictOldestUnconsentedAtCap?: boolean;
  clientIdMetadataDocuments?: boolean;
  builtinConsentPage?: boolean;
  refreshLineageMaxAge?: _google_protobuf_Duration | null;
  _serviceDocumentationPath?: 'serviceDocumentationPath';
  _authorizationResponseIssParameterSupported?: 'authorizationResponseIssParameterSupported';
  _dcrClientCap?: 'dcrClientCap';
  _registerMaxBodyBytes?: 'registerMaxBodyBytes';
  _loopbackPortFlexible?: 'loopbackPortFlexible';
  _evictOldestUnconsentedAtCap?: 'evictOldestUnconsentedAtCap';
  _clientIdMetadataDocuments?: 'clientIdMetadataDocuments';
  _builtinConsentPage?: 'builtinConsentPage';
}

export interface OAuthOptions__Output {
  issuer: string;
  resource: string;
  serviceDocumentationPath?: string;
  scopesSupported: string[];
  tokenEndpointAuthMethodsSupported: _gatehouse_host_v1_TokenEndpointAuthMethod__Output[];
  authorizationResponseIssParameterSupported?: boolean;
  dcrClientCap?: number;
  dcrUnconsentedSweepAge: _google_protobuf_Duration__Output | null;
  registerMaxBodyBytes?: number;
  pendingRequestTtl: _google_protobuf_Duration__Output | null;
  codeTtl: _google_protobuf_Duration__Output | null;
  accessTokenTtl: _google_protobuf_Duration__Output | null;
  refreshTokenTtl: _google_protobuf_Duration__Output | null;
  refreshRetryWindow: _google_protobuf_Duration__Output | null;
  loopbackPortFlexible?: boolean;
  privateUseRedirectSchemes: string[];
  evictOldestUnconsentedAtCap?: boolean;
  clientIdMetadataDocuments?: boolean;
  builtinConsentPage?: boolean;
  refreshLineageMaxAge: _google_protobuf_Duration__Output | null;
  _serviceDocumentationPath?: 'serviceDocumentationPath';
  _authorizationResponseIssParameterSupported?: 'authorizationResponseIssParameterSupported';
  _dcrClientCap?: 'dcrClientCap';
  _registerMaxBodyBytes?: 'registerMaxBodyBytes';
  _loopbackPortFlexible?: 'loopbackPortFlexible';
  _evictOldestUnconsentedAtCap?: 'evictOldestUnconsentedAtCap';
  _clientIdMetadataDocuments?: 'clientIdMetadataDocuments';
  _builtinConsentPage?: 'builtinConsentPage';
}
