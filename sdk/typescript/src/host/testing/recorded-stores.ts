import type { TransactionBundle } from '../../ports/backend.js';

/** Stores that record their calls, each with its arguments, and answer as told. */
export function recordedStores(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: unknown[][] = [];
  const store = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => {
          const called = `${name}.${String(method)}`;
          return (...args: readonly unknown[]) => {
            calls.push([called, ...args]);
            return Promise.resolve(answers[called]);
          };
        },
      },
    );
  const names = ['clients', 'codes', 'refreshTokens', 'accessTokens'];
  return {
    calls,
    bundle: Object.fromEntries(names.map((name) => [name, store(name)])) as unknown as TransactionBundle,
  };
}
