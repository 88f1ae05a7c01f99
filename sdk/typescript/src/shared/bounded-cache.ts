/**
 * Keeps a number of values, and lets the least recently used one go for a new one. A use changes the map only while at least
 * half of the places are taken: otherwise every use would leave a deleted entry, and V8 would build the map's table anew
 * every few uses.
 */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly places: number) {}

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && this.#values.size * 2 >= this.places) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.places) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#values.clear();
  }
}
