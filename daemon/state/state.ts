import type { SignInThrottle } from '../admin/ports/sign-in-throttle.js';
import { hashedKey, sha256 } from '../core/crypto.js';
import type { PendingRequest } from '../oauth/model/pending-request.js';
import type { Bucket, PendingRequests, Replays, Throttle, UnconsentedClients, Verdict } from '../oauth/ports/state.js';

export type Denied = Extract<Verdict, { allowed: false }>;

export const ALLOWED: Verdict = { allowed: true };

/** @param remainingMs what is left of the window of each full bucket: the last of them to end lets the next event pass. */
export function denied(remainingMs: readonly number[]): Denied {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...remainingMs) / 1000)) };
}

/**
 * The buckets that count at all (a limit of 0 means none), under keys of one short length: a bucket's key holds what a
 * client sent, which may be of any length.
 */
export function countedBuckets(buckets: readonly Bucket[]): readonly Bucket[] {
  return buckets
    .filter(({ limit }) => limit > 0)
    .map(({ key, limit, windowMs }) => ({ key: hashedKey(key), limit, windowMs }));
}

/**
 * The room that all pending requests share, and who loses a request when it is full (docs/decisions/short-lived-state.md).
 * A request counts against its client, against the network that it came from, and against the pair of both. When room is
 * short, the oldest request goes of the group with the largest weighted share: a pair counts fourfold, a network twofold, a
 * client once. Shares are compared in units of 4 KiB, so that of many requesters with one request each it is not the one
 * with the longest state who loses, but the one who came longest ago. The narrower the group, the more its share says about one requester. A network that holds everything says
 * nothing (a proxy that is not in http.trusted_proxies), and is passed over.
 *
 * memory/ has this rule in state/memory/pending-requests.ts, redis/ in scripts/hold-room-4.lua; test/conformance/pending-room.ts holds both.
 */
export const PENDING_ROOM_BYTES = 32 * 1024 * 1024;

/** What a request costs beside its JSON: keys, index entries, allocator. Measured in both stores, and rounded up. */
const OVERHEAD_BYTES = 1024;

export interface RoomEntry {
  readonly idHash: string;
  /** Orders requests by age. */
  readonly expiresAt: number;
  /** Hashes, short and without blanks, of what a client sent. */
  readonly client: string;
  readonly network: string;
  readonly bytes: number;
}

export const UNIT_BYTES = 4096;

export function roomEntry(idHash: string, pending: PendingRequest, json: string): RoomEntry {
  return {
    idHash,
    expiresAt: pending.expiresAt,
    client: shortHash(pending.clientId),
    network: shortHash(pending.network),
    bytes: OVERHEAD_BYTES + Buffer.byteLength(json),
  };
}

/** 72 bits: whoever makes two of them collide shares one group with himself. */
function shortHash(text: string): string {
  return sha256(text).toString('base64url', 0, 9);
}

/**
 * The daemon's short-lived state: all that it remembers between two requests. Nothing in here outlives its few minutes,
 * and nothing of it is the application's.
 *
 * Two implementations with the same behaviour, held by test/conformance/: memory/ for one process that stands alone,
 * redis/ for any number of processes and machines. Whatever is added here needs a bound on its size, a time to live, and
 * a suite that runs on both.
 */
export interface State {
  readonly pendingRequests: PendingRequests;
  readonly replays: Replays;
  readonly throttle: Throttle;
  readonly unconsentedClients: UnconsentedClients;
  readonly signInThrottle: SignInThrottle;

  /** For /readyz: resolves when the store can do its work now. Throws Unavailable, at once or after the command timeout. */
  ping(): Promise<void>;

  /** Lets go of connections. What is under way fails with Unavailable; nothing may be called afterwards. */
  close(): void;
}
