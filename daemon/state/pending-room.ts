import { sha256 } from '../core/hash.js';
import type { PendingRequest } from '../oauth/model/pending-request.js';

/**
 * The room that all pending requests share, and who loses a request when it is full (docs/decisions/short-lived-state.md).
 * A request counts against its client, against the network that it came from, and against the pair of both. When room is
 * short, the oldest request goes of the group with the largest weighted share: a pair counts fourfold, a network twofold, a
 * client once. Shares are compared in units of 4 KiB, so that of many requesters with one request each it is not the one
 * with the longest state who loses, but the one who came longest ago. The narrower the group, the more its share says about one requester. A network that holds everything says
 * nothing (a proxy that is not in http.trusted_proxies), and is passed over.
 *
 * memory/ has this rule in memory/room.ts, redis/ in scripts/hold-room-4.lua; test/conformance/pending-room.ts holds both.
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
