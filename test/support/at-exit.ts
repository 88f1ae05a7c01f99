import { constants } from 'node:os';

/**
 * What must be undone when the test process ends, in whatever way: at its natural end, on an uncaught exception, and on
 * the signals of a terminal or a CI runner. Only SIGKILL passes by here; child processes are covered even then
 * (child.ts).
 */
const undo = new Set<() => void>();

/** Registers synchronous work for the end of the process. Returns a function that takes the registration back. */
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

/** Latest first, so that a directory outlives the server in it. One failure must not keep the others from running. */
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
