import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from './part.js';

const LIMIT_MS = 60_000;

/** Waits until all of the addresses answer 200. Rejects when a part ends before that, or nothing happens for too long. */
export async function untilReady(urls: readonly string[], parts: readonly Part[], stop: AbortSignal): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  for (const url of urls) {
    while (!(await answers(url))) {
      stop.throwIfAborted();
      const dead = parts.find((part) => part.obituary !== undefined);
      if (dead) throw new Error(dead.obituary);
      if (Date.now() > deadline) {
        const logs = parts.map((part) => part.logFile).join(' and ');
        throw new Error(`${url} did not answer 200 within ${LIMIT_MS / 1000} s. What happened is in ${logs}.`);
      }
      await sleep(50);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
