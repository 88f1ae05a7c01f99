import type { Synchronous } from '../durability.js';
import type { Handler } from './http.js';
import { answerTo } from './routes.js';
import { FloorStore } from './store.js';

const SWEEP_MS = 1000;

/** Opens the database of the environment, and answers requests after the commit that their answers depend on. */
export function openStore(): { readonly synchronous: Synchronous; readonly handle: Handler } {
  const store = new FloorStore(process.env['BENCH_SQLITE'] ?? ':memory:');
  setInterval(() => store.sweep(Date.now()), SWEEP_MS).unref();
  return {
    synchronous: store.synchronous,
    handle(request, done) {
      const answer = answerTo(store, request);
      store.group.whenDurable((problem) => done(problem === undefined ? answer : undefined));
    },
  };
}
