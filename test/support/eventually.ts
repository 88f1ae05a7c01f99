import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the check again until it no longer throws, and returns what it returned. For what becomes true in its own time (a
 * server that starts, a connection that comes back); the limit is generous, since it is a safety net and no assertion.
 */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = 40_000): Promise<T> {
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
