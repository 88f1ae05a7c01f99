import { UNIT_BYTES, type RoomEntry } from '../pending-room.js';
import { HeaviestFirst, type Weighed } from './heaviest-first.js';

interface Group extends Weighed {
  readonly factor: number;
  readonly isNetwork: boolean;
  /** Oldest first. */
  readonly ids: Set<string>;
}

/** Who takes how much of the room for pending requests (pending-room.ts). Holds no request itself. */
export class Room {
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

  /** The request that has to go when room is short. */
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
