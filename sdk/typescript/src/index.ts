export { createHost } from './host/create-host.js';
export type { Host } from './host/create-host.js';
export type { HostOptions } from './host/host-options.js';
export type { HostTls } from './host/credentials.js';
export type { OAuthOptions } from './host/oauth-options.js';
export type { Address } from './address.js';
export type { Duration } from './duration.js';
export { Abort } from './ports/abort.js';
export type { AbortReason } from './ports/abort.js';
export { DeadlineExceeded, Unavailable } from './ports/unavailable.js';
export type { Backend, TransactionBundle, TransactionOptions } from './ports/backend.js';
export type { Client, ClientStore, CreateClientOptions, TokenEndpointAuthMethod } from './ports/client-store.js';
export type { Code, CodeStore } from './ports/code-store.js';
export type { RefreshToken, RefreshTokenStore } from './ports/refresh-token-store.js';
export type { AccessTokenInfo, AccessTokenIssuer, MintedToken, MintRequest } from './ports/access-token-issuer.js';
export type { BrowserRequest, SignIn, SignInOutcome } from './ports/sign-in.js';
export type { Logger } from './ports/logger.js';
export { createConsentClient } from './consent/create-consent-client.js';
export type {
  CallOptions,
  ClientCredentials,
  ConsentClient,
  ConsentClientOptions,
  ConsentTls,
  Pending,
} from './consent/create-consent-client.js';
export { GatehouseError, GatehouseUnavailable } from './consent/faults.js';
export type {
  DenyPendingOutcome,
  IssueCodeOutcome,
  NoGrantableScopes,
  PendingNotFound,
  PendingRequestOutcome,
  PendingRequestView,
  RequestedScope,
} from './consent/views.js';
export { mountGatehouse } from './mount/mount-gatehouse.js';
export type { Mount } from './mount/mount-gatehouse.js';
export type { MountOptions } from './mount/mount-options.js';
export type { MountedPaths } from './mount/paths.js';
