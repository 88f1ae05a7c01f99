import type { Clock, Logger } from '../../core/runtime.js';
import type { OAuthOptions } from '../model/options.js';
import type { Backend } from './backend.js';
import type { ClientDocuments } from './client-documents.js';
import type { SignIn } from './sign-in.js';
import type { PendingRequests, Replays, Throttle, ThrottleLimits, UnconsentedClients } from './state.js';

/**
 * Events of the authorization server; observability/metrics.ts turns them into metrics. Every label comes from a fixed set,
 * never from a client's input.
 */
export interface Telemetry {
  tokenRequest(grantType: 'authorization_code' | 'refresh_token' | 'none', outcome: string): void;
  authorization(outcome: string): void;
  registration(outcome: string): void;
  revocation(outcome: string): void;
  /** A spent code or refresh token was presented again, and its lineage was revoked. */
  reuseDetected(kind: 'code' | 'refresh_token'): void;
  /** A spent refresh token was presented again within the retry window, and got the identical answer. */
  replayed(): void;
  pendingRequest(event: 'created' | 'viewed' | 'granted' | 'denied' | 'not_found'): void;
  /** Unrevoked clients against the cap, as the host counted at the last registration. */
  clients(count: number, cap: number): void;
  swept(kind: 'client' | 'code' | 'refresh_token', count: number): void;
}

/**
 * All dependencies of the use cases. Each takes the part it needs (`Pick<Dependencies, …>`), so a signature shows what a use
 * case can use. Rebuilt as a whole for each new description of the host.
 */
export interface Dependencies {
  /** The host's name for people to read; may be empty. */
  readonly applicationName: string;
  readonly options: OAuthOptions;
  readonly limits: ThrottleLimits;
  readonly backend: Backend;
  /** Whether the host can redeem a code or refresh token in one transaction (CAPABILITY_REDEEM). */
  readonly hostRedeems: boolean;
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
