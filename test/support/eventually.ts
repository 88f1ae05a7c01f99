import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks. */
const SHORTEST = 25;
const LONGEST = 200;

/**
 * Repeats the check until it no longer throws, and returns its result. For conditions that take time (a server that
 * starts, a connection that recovers). The limit is generous because it is a safety net and not an assertion.
 * The longer it has waited, the longer it waits for the next check: many checks start or scrape a program.
 */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = 120_000): Promise<T> {
  const start = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = Date.now() - start;
      if (waited > limitMs) throw error;
      await sleep(Math.min(LONGEST, Math.max(SHORTEST, waited / 8)));
    }
  }
}
