import type { PendingRequest } from '../model/pending-request.js';

/**
 * Authorization requests that wait for consent, stored under the SHA-256 (base64url) of the request id. Implemented by
 * state/memory and state/redis; test/conformance/pending-requests.ts runs the same suite against both.
 *
 * The first user who views or takes a request owns it from then on, atomically; for other users it does not exist. Every
 * method throws Unavailable if the store cannot be reached.
 */
export interface PendingRequests {
  create(idHash: string, pending: PendingRequest, ttlMs: number): Promise<void>;

  /** Claims the request for the user and returns it. Undefined: missing, owned by another user, taken or expired. */
  view(idHash: string, userId: string): Promise<PendingRequest | undefined>;

  /** Claims the request and removes it in one step: at most one of several concurrent takes gets it. Undefined as above. */
  take(idHash: string, userId: string): Promise<TakenRequest | undefined>;

  /**
   * Puts a taken request back with its remaining lifetime, still owned by its user. False: it has expired or there is no
   * room; then it is lost.
   */
  restore(idHash: string, taken: TakenRequest): Promise<boolean>;
}

export interface TakenRequest {
  readonly pending: PendingRequest;
  readonly userId: string;
  /** Milliseconds that were left when it was taken. */
  readonly remainingMs: number;
}

/**
 * Answers of the refresh grant that may be given once more within the retry window, stored under the SHA-256 (base64url) of
 * the spent token. The caller seals the content; the store sees only bytes. Throws Unavailable if the store cannot be
 * reached.
 */
export interface Replays {
  save(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<void>;
  /** Saves an answer unless there is one already. Returns the saved answer: all concurrent callers get the same. */
  saveFirst(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<Buffer>;
  find(tokenHash: string): Promise<Buffer | undefined>;
}

/**
 * Counters over fixed windows. Implemented by state/memory and state/redis; test/conformance/throttle.ts runs the same suite
 * against both. Throws Unavailable if the store cannot be reached: callers must not allow everything in that case.
 */
export interface Throttle {
  /**
   * Counts one event in every bucket, atomically per bucket. Denies it if any bucket was already full. A denied event takes
   * no room in the other buckets, so that a client over its own limit cannot use up the shared one.
   */
  hit(buckets: readonly Bucket[]): Promise<Verdict>;

  /** Whether another event would be allowed; counts nothing. */
  peek(buckets: readonly Bucket[]): Promise<Verdict>;
}

export interface Bucket {
  /** The subject to count, such as "register:ip:203.0.113.7". Any text: the store hashes input from clients. */
  readonly key: string;
  /** Events allowed in one window. 0: no limit, nothing is counted. */
  readonly limit: number;
  readonly windowMs: number;
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * How many events of each kind are allowed in one window, according to the daemon's configuration. A limit of 0 means no
 * limit.
 */
export interface ThrottleLimits {
  readonly registerPerIp: Limit;
  readonly registerGlobal: Limit;
  /** Failed client authentications and refused grants, per client and address. */
  readonly tokenFailures: Limit;
  readonly authorizePerIp: Limit;
  readonly authorizePerClient: Limit;
  /** Fetched client metadata documents; cached ones do not count. */
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
 * Tracks how many of the places for self-registered clients without consent each network holds. Implemented by state/memory
 * and state/redis; test/conformance/unconsented-clients.ts runs the same suite against both. Throws Unavailable if the store
 * cannot be reached.
 */
export interface UnconsentedClients {
  /**
   * Takes a place of the network for a client that is about to be registered, for as long as the client may exist without
   * consent. Denied if the network holds `limit` places; `retryAfterSeconds` is then the time until the first of them ends.
   */
  hold(network: string, clientId: string, limit: number, lifeMs: number): Promise<Verdict>;

  /** The client has received consent, or its registration failed: frees its place, if it has one. */
  release(clientId: string): Promise<void>;
}
