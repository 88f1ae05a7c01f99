export { createHost } from './host/create-host.js';
export type { Host } from './host/create-host.js';
export { createHostHandler } from './host/host-handler.js';
export type { HostHandler, HostHandlerOptions } from './host/host-handler.js';
export type { HostOptions } from './host/host-options.js';
export type { HostTls } from './host/authentication.js';
export type { OAuthOptions } from './host/host-options.js';
export type { Address } from './wire/address.js';
export type { Duration } from './shared/duration.js';
export { Abort } from './ports/errors.js';
export type { AbortReason } from './ports/errors.js';
export { DeadlineExceeded, Unavailable } from './ports/errors.js';
export type { Backend, TransactionBundle, TransactionOptions } from './ports/backend.js';
export type { Client, ClientStore, CreateClientOptions, TokenEndpointAuthMethod } from './ports/backend.js';
export type { Code, CodeStore } from './ports/backend.js';
export type { RefreshToken, RefreshTokenStore } from './ports/backend.js';
export type { AccessTokenInfo, AccessTokenIssuer, MintedToken, MintRequest } from './ports/backend.js';
export type { BrowserRequest, SignIn, SignInOutcome } from './ports/sign-in.js';
export type { Logger } from './shared/logger.js';
export { createConsentClient } from './consent/consent-client.js';
export type { CallOptions, ClientCredentials, ConsentClient, Pending } from './consent/consent-client.js';
export type { ConsentClientOptions, ConsentTls } from './consent/consent-options.js';
export { GatehouseError, GatehouseUnavailable } from './consent/errors.js';
export type {
  DenyPendingOutcome,
  IssueCodeOutcome,
  NoGrantableScopes,
  PendingNotFound,
  PendingRequestOutcome,
  PendingRequestView,
  RequestedScope,
} from './consent/outcomes.js';
export { mountGatehouse } from './mount/mount-gatehouse.js';
export type { Mount } from './mount/mount-gatehouse.js';
export type { MountOptions } from './mount/mount-options.js';
export type { MountedPaths } from './mount/mount-options.js';
