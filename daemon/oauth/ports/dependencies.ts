import type { Clock, Logger } from '../../core/runtime.js';
import type { OAuthOptions } from '../model/options.js';
import type { Backend } from './backend.js';
import type { ClientDocuments } from './client-documents.js';
import type { SignIn } from './sign-in.js';
import type { PendingRequests, Replays, Throttle, ThrottleLimits, UnconsentedClients } from './state.js';

/**
 * What the authorization server tells about itself; observability/metrics.ts turns it into metrics. Every label is
 * one of a closed set: nothing that a client chose ever becomes one.
 */
export interface Telemetry {
  tokenRequest(grant: 'authorization_code' | 'refresh_token' | 'none', outcome: string): void;
  authorization(outcome: string): void;
  registration(outcome: string): void;
  revocation(outcome: string): void;
  /** A spent code or refresh token was presented again, and its lineage revoked. */
  reuseDetected(kind: 'code' | 'refresh_token'): void;
  /** A spent refresh token was presented again within the retry window, and answered identically. */
  replayed(): void;
  pendingRequest(event: 'created' | 'viewed' | 'granted' | 'denied' | 'not_found'): void;
  /** Unrevoked clients against the cap, as the host counted at the last registration. */
  clients(count: number, cap: number): void;
  swept(kind: 'client' | 'code' | 'refresh_token', count: number): void;
}

/**
 * Everything the use cases may be given. Each takes the part it needs (`Pick<Dependencies, …>`), so a signature tells what
 * a use case can touch. Built anew, in one piece, whenever the host describes itself differently.
 */
export interface Dependencies {
  /** What the host calls itself, for people to read; may be empty. */
  readonly applicationName: string;
  readonly options: OAuthOptions;
  readonly limits: ThrottleLimits;
  readonly backend: Backend;
  readonly pendingRequests: PendingRequests;
  readonly replays: Replays;
  readonly throttle: Throttle;
  readonly unconsentedClients: UnconsentedClients;
  readonly signIn: SignIn;
  readonly clientDocuments: ClientDocuments;
  readonly telemetry: Telemetry;
  readonly logger: Logger;
  readonly clock: Clock;
}
