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

/**
 * Answers of the refresh grant that may be given once more within the retry window, kept under the SHA-256 (base64url) of
 * the spent token. What is stored is sealed by the caller; the store sees bytes. Throws Unavailable when out of reach.
 */
export interface Replays {
  save(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<void>;
  /** Saves it unless something is saved already. Returns what is saved now: of any number of callers all get the same. */
  saveFirst(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<Buffer>;
  find(tokenHash: string): Promise<Buffer | undefined>;
}

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

/** How many events of each kind are allowed in one window; from the daemon's configuration. A limit of 0 means no limit. */
export interface ThrottleLimits {
  readonly registerPerIp: Limit;
  readonly registerGlobal: Limit;
  /** Failed client authentications and refused grants, per client and address. */
  readonly tokenFailures: Limit;
  readonly authorizePerIp: Limit;
  readonly authorizePerClient: Limit;
  /** Client metadata documents that are fetched, not those that the cache has. */
  readonly documentsPerIp: Limit;
  readonly documentsPerHost: Limit;
  /** Percent of the client cap that self-registered clients of one address without consent may take. 0: no limit. */
  readonly unconsentedPerIp: { readonly share: number };
}

export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

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
