import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats the check until it no longer throws, and returns its result. For conditions that take time (a server that
 * starts, a connection that recovers). The limit is generous because it is a safety net and not an assertion.
 */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = 120_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(25);
    }
  }
}
