/** A value that components subscribe to with useSyncExternalStore. */
export class Store<Value> {
  readonly #listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly get = (): Value => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected set(value: Value): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of this.#listeners) listener();
  }
}
