import type { Daemon, ShutdownTimes } from '../lifecycle.js';
import { Lifecycle } from '../lifecycle.js';
import type { RootLogger } from '../observability/log.js';
import type { Termination } from './termination.js';

/** One Ctrl-C may come twice, from the terminal and from what was started in it (npm, timeout): that is one request. */
const SAME_REQUEST_MS = 500;

export interface RunOptions {
  readonly logger: RootLogger;
  readonly shutdown: ShutdownTimes;
  readonly termination: Termination;
  /** Called once when everything is started. */
  readonly onStarted?: () => void;
}

/**
 * Runs a daemon in this process until it is asked to end, and returns the exit code: 0 when everything under way could be
 * finished, 1 when something was cut off. Throws when a component cannot start. A second request to end
 * (not the same one again) ends the process at once.
 */
export async function runDaemon(
  daemon: Daemon,
  { logger, shutdown, termination, onStarted }: RunOptions,
): Promise<0 | 1> {
  const lifecycle = new Lifecycle(daemon, logger);
  const stopped = new Promise<readonly string[]>((resolve) => {
    let askedAt: number | undefined;
    termination.onRequest((reason) => {
      if (askedAt !== undefined) {
        if (performance.now() - askedAt < SAME_REQUEST_MS) return;
        logger.error({ reason, running: lifecycle.running }, 'asked to end a second time: cutting off what still runs');
        process.exit(1);
      }
      askedAt = performance.now();
      logger.info({ reason }, 'draining: no new requests, those under way may finish');
      resolve(lifecycle.stop(shutdown));
    });
  });

  await lifecycle.start();
  if (!lifecycle.isStopping()) onStarted?.();
  const lost = await stopped;
  if (lost.length > 0) logger.error({ lost }, 'stopped, but not everything could be finished');
  else logger.info({}, 'stopped');
  return lost.length > 0 ? 1 : 0;
}

/**
 * After an exception that nobody caught, nothing is known about the state of the process any more: it says so and ends,
 * and whoever supervises it starts a new one.
 */
export function endOnUncaughtErrors(logger: RootLogger): void {
  const end = (what: string) => (error: unknown) => {
    logger.fatal({ err: error }, `${what}: the process ends`);
    process.exit(1);
  };
  process.on('uncaughtException', end('uncaught exception'));
  process.on('unhandledRejection', end('unhandled rejection'));
}
