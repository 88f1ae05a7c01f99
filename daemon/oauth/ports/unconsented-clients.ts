import type { Verdict } from './throttle.js';

/**
 * Who holds how many of the places that self-registered clients may take before their first consent. Implemented by
 * state/memory and state/redis; test/conformance/unconsented-clients.ts holds both against the same suite. Throws
 * Unavailable when the store cannot be reached.
 */
export interface UnconsentedClients {
  /**
   * Takes a place of the network for a client that is about to be registered, for as long as the client may stay without
   * consent. Denied when the network holds `limit` places; then `retryAfterSeconds` is when the first of them ends.
   */
  hold(network: string, clientId: string, limit: number, lifeMs: number): Promise<Verdict>;

  /** The client has received consent, or its registration failed: its place is free. Nothing happens without one. */
  release(clientId: string): Promise<void>;
}
