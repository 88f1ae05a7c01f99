import type { SignInThrottle } from '../admin/ports/sign-in-throttle.js';
import { hashedKey, sha256 } from '../core/crypto.js';
import type { PendingRequest } from '../oauth/model/pending-request.js';
import type { Bucket, PendingRequests, Replays, Throttle, UnconsentedClients, Verdict } from '../oauth/ports/state.js';

export type Denied = Extract<Verdict, { allowed: false }>;

export const ALLOWED: Verdict = { allowed: true };

/** @param remainingMs the remaining time of each full bucket's window: the next event may pass when the last of them ends. */
export function denied(remainingMs: readonly number[]): Denied {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...remainingMs) / 1000)) };
}

/**
 * The buckets that count (a limit of 0 means none), under keys of one short length: a bucket's key contains client input,
 * which may be of any length.
 */
export function countedBuckets(buckets: readonly Bucket[]): readonly Bucket[] {
  return buckets
    .filter(({ limit }) => limit > 0)
    .map(({ key, limit, windowMs }) => ({ key: hashedKey(key), limit, windowMs }));
}

/**
 * The room that all pending requests share, and the rule for evicting one when it is full
 * (docs/decisions/short-lived-state.md). A request counts against its client, its network of origin, and the pair of both.
 * When room is short, the group with the largest weighted share loses its oldest request: a pair counts four times, a
 * network twice, a client once. The narrower the group, the more its share says about one requester. Shares are compared in
 * units of 4 KiB, so that among many requesters with one request each the earliest loses, not the one with the longest
 * state. A network that holds everything says nothing (a proxy missing from http.trusted_proxies) and is skipped.
 *
 * memory/ implements this rule in state/memory/pending-requests.ts, redis/ in scripts/hold-room-4.lua;
 * test/conformance/pending-room.ts tests both.
 */
export const PENDING_ROOM_BYTES = 32 * 1024 * 1024;

/** The cost of a request in addition to its JSON: keys, index entries, allocator. Measured in both stores, and rounded up. */
const OVERHEAD_BYTES = 1024;

export interface RoomEntry {
  readonly idHash: string;
  /** Orders requests by age. */
  readonly expiresAt: number;
  /** Hashes, short and without blanks, of client input. */
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

/** 72 bits: a sender who makes two hashes collide only shares a group with itself. */
function shortHash(text: string): string {
  return sha256(text).toString('base64url', 0, 9);
}

/**
 * The daemon's short-lived state: all that it remembers between two requests. Every entry expires, and none of them is the
 * application's data.
 *
 * Two implementations with the same behavior, verified by test/conformance/: memory/ for a single process, redis/ for any
 * number of processes and machines. Additions need a limit on their size, a time to live, and a suite that runs on both.
 */
export interface State {
  readonly pendingRequests: PendingRequests;
  readonly replays: Replays;
  readonly throttle: Throttle;
  readonly unconsentedClients: UnconsentedClients;
  readonly signInThrottle: SignInThrottle;

  /** For /readyz: resolves if the store works now. Throws Unavailable, immediately or after the command timeout. */
  ping(): Promise<void>;

  /** For /readyz: settings of the store that endanger what it keeps, as found by the last ping. */
  warnings(): readonly string[];

  /** Releases connections. Pending calls fail with Unavailable; call nothing afterwards. */
  close(): void;
}
