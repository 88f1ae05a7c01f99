import { setTimeout as sleep } from 'node:timers/promises';

const TURNS = 3;
/** A request is on its way for so long, on a connection that was opened a moment before the listener closed. */
const ON_THE_WAY_MS = 250;

/**
 * Closes a listener so that no request is lost that a proxy would not repeat, such as a POST. It closes right after the event
 * loop has looked for new connections, because what the system accepted for us and we did not take yet is reset with it.
 * Then it waits for the first requests of the connections that were taken last.
 */
export async function stopListening(close: () => void, timeoutMs: number): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  close();
  await sleep(Math.min(ON_THE_WAY_MS, timeoutMs / 2));
}
