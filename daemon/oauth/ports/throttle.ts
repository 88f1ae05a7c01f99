/**
 * Counters over fixed windows. Implemented by state/memory and state/redis; test/conformance/throttle.ts holds both
 * against the same suite. Throws Unavailable when the store cannot be reached: a caller never lets everything through.
 */
export interface Throttle {
  /**
   * Counts one event against every bucket, atomically per bucket. Denied if any bucket was full already; a denied event
   * takes no room in the others, so that a client over its own limit cannot use up the one that all share.
   */
  hit(buckets: readonly Bucket[]): Promise<Verdict>;

  /** Tells whether another event would be allowed, without counting one. */
  peek(buckets: readonly Bucket[]): Promise<Verdict>;
}

export interface Bucket {
  /** What is counted, e.g. "register:ip:203.0.113.7". Any text: the store hashes what came from a client. */
  readonly key: string;
  /** Events allowed in one window. 0: no limit, nothing is counted. */
  readonly limit: number;
  readonly windowMs: number;
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };
