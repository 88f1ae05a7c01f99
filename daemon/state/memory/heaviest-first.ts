/** What a HeaviestFirst holds. It moves the item when told of a new weight, so an item belongs to one of them only. */
export interface Weighed {
  weight: number;
  /** Of items of one weight, the one with the smallest turn is the first. */
  turn: number;
  /** Where it is in the heap; -1 outside. Nobody else writes it. */
  position: number;
}

/** A binary heap with the heaviest item on top, in which weights change: every operation takes the logarithm of its size. */
export class HeaviestFirst<T extends Weighed> {
  readonly #items: T[] = [];

  get top(): T | undefined {
    return this.#items[0];
  }

  /** The heaviest but one: one of the two below the top. */
  get second(): T | undefined {
    const [, left, right] = this.#items;
    return first(left, right);
  }

  /** Adds an item, moves one that is there, or, with a weight of 0, removes it. */
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
    while (item.position > 0) {
      const parent = this.#items[(item.position - 1) >> 1];
      if (parent === undefined || !isBefore(item, parent)) break;
      this.#swap(item, parent);
    }
    return item;
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

/** Of two neighbours in the heap, of which only the right one may be missing alone. */
function first<T extends Weighed>(left: T | undefined, right: T | undefined): T | undefined {
  return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
}
