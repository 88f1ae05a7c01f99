/**
 * A value, or the promise of one. A database in the same process has its values at once: a promise for each of them would cost as
 * much as the statement.
 */
export type Awaitable<T> = T | Promise<T>;

/** Continues with the value as soon as it is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
