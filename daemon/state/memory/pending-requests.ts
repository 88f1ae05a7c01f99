import type { Clock } from '../../core/clock.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import type { PendingRequests } from '../../oauth/ports/pending-requests.js';
import { roomEntry, type RoomEntry } from '../pending-room.js';
import { ExpiringMap } from './expiring-map.js';
import { Room } from './room.js';

interface Entry {
  /** The request as JSON: what is counted is what is held. */
  readonly json: string;
  readonly room: RoomEntry;
  /** The first user who viewed or took it. */
  owner: string | undefined;
}

/** Every method does its work before it yields, which is what makes claims and takes atomic here. */
export function createMemoryPendingRequests(capacityBytes: number, clock: Clock): PendingRequests {
  const room = new Room();
  const entries = new ExpiringMap<Entry>('pending requests', Infinity, clock, (entry) => room.remove(entry.room));

  function claim(idHash: string, userId: string): Entry | undefined {
    const entry = entries.get(idHash);
    if (entry === undefined || (entry.owner !== undefined && entry.owner !== userId)) return undefined;
    entry.owner = userId;
    return entry;
  }

  function store(idHash: string, pending: PendingRequest, owner: string | undefined, ttlMs: number): void {
    const json = JSON.stringify(pending);
    const entry = { json, room: roomEntry(idHash, pending, json), owner };
    if (!entries.set(idHash, entry, ttlMs)) return;
    room.add(entry.room);
    while (room.bytes > capacityBytes) entries.delete(room.next() ?? idHash);
  }

  return {
    async create(idHash, pending, ttlMs) {
      store(idHash, pending, undefined, ttlMs);
    },

    async view(idHash, userId) {
      const entry = claim(idHash, userId);
      return entry && parse(entry);
    },

    async take(idHash, userId) {
      const entry = claim(idHash, userId);
      if (entry === undefined) return undefined;
      const remainingMs = entries.remainingMs(idHash);
      entries.delete(idHash);
      return { pending: parse(entry), userId, remainingMs };
    },

    async restore(idHash, { pending, userId, remainingMs }) {
      if (entries.get(idHash) === undefined) store(idHash, pending, userId, remainingMs);
      return entries.get(idHash) !== undefined;
    },
  };
}

function parse({ json }: Entry): PendingRequest {
  return JSON.parse(json) as PendingRequest;
}
