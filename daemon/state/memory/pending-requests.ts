import type { Clock } from '../../core/runtime.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import type { PendingRequests } from '../../oauth/ports/state.js';
import type { RoomEntry } from '../state.js';
import { roomEntry, UNIT_BYTES } from '../state.js';
import { ExpiringMap } from './expiring-map.js';

/** An item of HeaviestFirst. It stores its position, so it belongs to only one of them. */
export interface Weighed {
  weight: number;
  /** Among items of equal weight, the one with the smallest turn comes first. */
  turn: number;
  /** Its position in the heap; -1 outside. Only HeaviestFirst writes it. */
  position: number;
}

/** A binary heap with the heaviest item on top, whose weights can change. Every operation is logarithmic in its size. */
export class HeaviestFirst<T extends Weighed> {
  readonly #items: T[] = [];

  get top(): T | undefined {
    return this.#items[0];
  }

  /** The second heaviest: one of the two below the top. */
  get second(): T | undefined {
    const [, left, right] = this.#items;
    return first(left, right);
  }

  /** Adds an item, moves an existing one or, with a weight of 0, removes it. */
  weigh(item: T, weight: number): void {
    item.weight = weight;
    if (weight <= 0) {
      this.#remove(item);
      return;
    }
    if (item.position === -1) this.#put(item, this.#items.length);
    this.#sink(this.#rise(item));
  }

  #remove(item: T): void {
    if (item.position === -1) return;
    const last = this.#items.pop();
    if (last !== undefined && last !== item) {
      this.#put(last, item.position);
      this.#sink(this.#rise(last));
    }
    item.position = -1;
  }

  #rise(item: T): T {
    for (;;) {
      // None above the top: its index would be -1.
      const parent = this.#items[(item.position - 1) >> 1];
      if (parent === undefined || !isBefore(item, parent)) return item;
      this.#swap(item, parent);
    }
  }

  #sink(item: T): void {
    for (;;) {
      const left = this.#items[2 * item.position + 1];
      const right = this.#items[2 * item.position + 2];
      const heavier = first(left, right);
      if (heavier === undefined || !isBefore(heavier, item)) return;
      this.#swap(item, heavier);
    }
  }

  #swap(one: T, other: T): void {
    const { position } = one;
    this.#put(one, other.position);
    this.#put(other, position);
  }

  #put(item: T, position: number): void {
    item.position = position;
    this.#items[position] = item;
  }
}

function isBefore(one: Weighed, other: Weighed): boolean {
  return one.weight === other.weight ? one.turn < other.turn : one.weight > other.weight;
}

/** For two adjacent positions, of which only the right one may be missing. */
function first<T extends Weighed>(left: T | undefined, right: T | undefined): T | undefined {
  return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
}

interface Group extends Weighed {
  readonly factor: number;
  readonly isNetwork: boolean;
  /** Oldest first. */
  readonly ids: Set<string>;
}

/** Tracks who takes how much of the room for pending requests (state/state.ts). Holds no requests. */
class Room {
  readonly #groups = new Map<string, Group>();
  readonly #heaviest = new HeaviestFirst<Group>();
  #bytes = 0;
  #units = 0;
  #turns = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(entry: RoomEntry): void {
    this.#bytes += entry.bytes;
    this.#units += unitsOf(entry);
    for (const { name, factor, isNetwork } of groupsOf(entry)) {
      const known = this.#groups.get(name);
      const group = known ?? { factor, isNetwork, ids: new Set(), weight: 0, turn: 0, position: -1 };
      if (known === undefined) this.#groups.set(name, group);
      group.ids.add(entry.idHash);
      group.turn = ++this.#turns;
      this.#heaviest.weigh(group, group.weight + factor * unitsOf(entry));
    }
  }

  /** @param entry one that was added */
  remove(entry: RoomEntry): void {
    this.#bytes -= entry.bytes;
    this.#units -= unitsOf(entry);
    for (const { name, factor } of groupsOf(entry)) {
      const group = this.#groups.get(name);
      if (group === undefined) continue;
      group.ids.delete(entry.idHash);
      this.#heaviest.weigh(group, group.weight - factor * unitsOf(entry));
      if (group.ids.size === 0) this.#groups.delete(name);
    }
  }

  /** The request to evict when room is short. */
  next(): string | undefined {
    const { top, second } = this.#heaviest;
    const holdsAll = top?.isNetwork === true && top.weight === top.factor * this.#units;
    const [oldest] = (holdsAll ? (second ?? top) : top)?.ids ?? [];
    return oldest;
  }
}

function unitsOf({ bytes }: RoomEntry): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

function groupsOf({ client, network }: RoomEntry) {
  return [
    { name: `pair:${client}:${network}`, factor: 4, isNetwork: false },
    { name: `network:${network}`, factor: 2, isNetwork: true },
    { name: `client:${client}`, factor: 1, isNetwork: false },
  ];
}

interface Entry {
  /** The request as JSON: exactly what counts toward the room. */
  readonly json: string;
  readonly room: RoomEntry;
  /** The first user who viewed or took it. */
  owner: string | undefined;
}

/** Every method does its work before it yields, which makes claims and takes atomic here. */
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
