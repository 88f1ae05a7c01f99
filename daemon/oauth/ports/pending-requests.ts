import type { PendingRequest } from '../model/pending-request.js';

/**
 * Authorization requests that wait for consent, kept under the SHA-256 (base64url) of the request id. Implemented by
 * state/memory and state/redis; test/conformance/pending-requests.ts holds both against the same suite.
 *
 * The first user who views or takes a request owns it from then on, atomically; for everybody else it does not exist.
 * Every method throws Unavailable when the store cannot be reached.
 */
export interface PendingRequests {
  create(idHash: string, pending: PendingRequest, ttlMs: number): Promise<void>;

  /** Claims the request for the user and returns it. Undefined: missing, foreign, taken or expired. */
  view(idHash: string, userId: string): Promise<PendingRequest | undefined>;

  /** Claims the request and removes it, in one step: of concurrent takes at most one gets it. Undefined as above. */
  take(idHash: string, userId: string): Promise<TakenRequest | undefined>;

  /**
   * Puts a taken request back, still owned by its user, with what was left of its life. False: nothing was left of it, or
   * there is no room; then it is lost.
   */
  restore(idHash: string, taken: TakenRequest): Promise<boolean>;
}

export interface TakenRequest {
  readonly pending: PendingRequest;
  readonly userId: string;
  /** Milliseconds of life that were left when it was taken. */
  readonly remainingMs: number;
}
