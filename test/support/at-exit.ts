import { constants } from 'node:os';

/**
 * Cleanup for the end of the test process, however it ends: normally, on an uncaught exception, or on a signal from a
 * terminal or a CI runner. Only SIGKILL bypasses this; child processes end even then (child.ts).
 */
const undo = new Set<() => void>();

/** Registers synchronous work for the end of the process. Returns a function that cancels the registration. */
export function atExit(work: () => void): () => void {
  if (undo.size === 0 && process.listenerCount('exit', runAll) === 0) watch();
  undo.add(work);
  return () => undo.delete(work);
}

function watch(): void {
  process.once('exit', runAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Runs the latest first, so that a directory outlives the server in it. One failure must not stop the others. */
function runAll(): void {
  for (const work of [...undo].reverse()) {
    try {
      work();
    } catch (error) {
      console.error(error);
    }
  }
  undo.clear();
}
