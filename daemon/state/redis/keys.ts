/**
 * The name of everything that the daemon keeps in Redis. All keys are built here and nowhere else, so that this file is
 * the list of what can be found there.
 *
 * In braces stands what decides the slot in a Redis Cluster (its hash tag): keys of one subject would lie on one node.
 * Nothing that a client chose is part of a key; only hashes are, so keys are short and harmless.
 */
export interface Keys {
  /** Hash of two fields: `request` (JSON) and, once somebody viewed it, `owner`. Lives for PendingRequestTTL. */
  pendingRequest(idHash: string): string;
  /** Sealed bytes. Lives for the retry window. */
  replay(tokenHash: string): string;
  /** Number of events in the current window, sign-in attempts among them. Lives until the window ends. */
  throttle(bucketHash: string): string;
}

/** @param prefix stands before every key, so that applications can share a Redis: "gatehouse:" */
export function createKeys(prefix: string): Keys {
  return {
    pendingRequest: (idHash) => `${prefix}pending:{${idHash}}`,
    replay: (tokenHash) => `${prefix}replay:{${tokenHash}}`,
    throttle: (bucketHash) => `${prefix}throttle:{${bucketHash}}`,
  };
}
