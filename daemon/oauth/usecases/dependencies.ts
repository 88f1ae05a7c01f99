import type { Clock } from '../../core/clock.js';
import type { Logger } from '../../core/logger.js';
import type { OAuthOptions } from '../model/options.js';
import type { ThrottleLimits } from '../model/throttle-limits.js';
import type { Backend } from '../ports/backend.js';
import type { ClientDocuments } from '../ports/client-documents.js';
import type { PendingRequests } from '../ports/pending-requests.js';
import type { Replays } from '../ports/replays.js';
import type { SignIn } from '../ports/sign-in.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { Throttle } from '../ports/throttle.js';
import type { UnconsentedClients } from '../ports/unconsented-clients.js';

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
