import cluster from 'node:cluster';

/**
 * How a process of the daemon is asked to end. A process that stands alone listens to SIGTERM and SIGINT. A worker
 * listens to its primary only: a terminal, systemd and `kill -- -group` send their signals to every process at once, and
 * that must not count as being asked twice.
 */
export interface Termination {
  /** Calls back for each request to end: the first one means "drain", the second one "now". */
  onRequest(listener: (reason: string) => void): void;
}

export const signals: Termination = {
  onRequest(listener) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => listener(signal));
  },
};

/** What a primary sends to a worker that is to end. */
export const TERMINATE = 'gatehouse:terminate';

export const orderOfPrimary: Termination = {
  onRequest(listener) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
    process.on('message', (message) => {
      if (message === TERMINATE) listener('the primary process asks for it');
    });
    // node:cluster ends a worker on the spot when its primary is gone, unless the worker was to leave anyway.
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
    process.on('disconnect', () => listener('the primary process is gone'));
  },
};
