import cluster from 'node:cluster';
import { messageOf } from './core/faults.js';
import type { Component, Logger } from './core/runtime.js';
import { within } from './core/timing.js';
import type { RootLogger } from './observability/log.js';
import { onTerminate } from './worker-channel.js';

/**
 * How a daemon process is asked to exit. A single process listens to the SIGNALS. A worker listens only to its
 * primary: a terminal, systemd and `kill -- -group` signal every process at the same time, and that must not count as two
 * requests.
 */
interface Termination {
  /** Calls back for each request to exit: the first one means "drain", the second one "now". */
  onRequest(listener: (reason: string) => void): void;
}

/** SIGHUP: the terminal is gone, or an operator expects that it reloads the configuration. Unhandled, it would cut off requests. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export const signals: Termination = {
  onRequest(listener) {
    for (const signal of SIGNALS) process.on(signal, () => listener(signal));
  },
};

export const orderOfPrimary: Termination = {
  onRequest(listener) {
    for (const signal of SIGNALS) process.on(signal, () => undefined);
    onTerminate(() => listener('requested by the primary process'));
    // node:cluster ends a worker immediately when its primary is gone, unless the worker is already about to leave.
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
    process.on('disconnect', () => listener('the primary process is gone'));
  },
};

/** Dependencies of the composition root (compose.ts) other than the configuration. */
export interface ComposeDependencies {
  readonly logger: Logger;
  /**
   * Whether this process is one of several workers (`workers` > 1). Workers share the HTTP port, and the primary process
   * collects and serves their metrics.
   */
  readonly worker: boolean;
  /** Called for each description of the host that takes effect: after the first one, this process serves requests. */
  readonly onAttached: () => void;
  /** Ends the process: it could not do its work, and waiting would not help. */
  readonly fail: (error: unknown) => never;
}

/** The result of the composition root: everything constructed, nothing started. */
export interface Daemon {
  /** In the order of start: dependencies first, the listeners for clients last. */
  readonly components: readonly Component[];
  /** Makes /readyz return 503, so that load balancers look elsewhere before the listeners close. */
  beginDraining(): void;
}

export type Compose<Config> = (config: Config, dependencies: ComposeDependencies) => Daemon;

interface ShutdownTimes {
  /** Time between the first 503 of /readyz and the listeners closing. */
  readonly delayMs: number;
  /** For all components together, excluding the delay. */
  readonly timeoutMs: number;
}

/** How much longer than its time a component may take before it is abandoned: it should have cut off its work by then. */
const GRACE_MS = 1000;

/** Starts the components of a daemon in order, and stops those that started in reverse order. */
export class Lifecycle {
  readonly #daemon: Daemon;
  readonly #logger: Logger;
  readonly #started: Component[] = [];
  #stopped: Promise<readonly string[]> | undefined;

  constructor(daemon: Daemon, logger: Logger) {
    this.#daemon = daemon;
    this.#logger = logger;
  }

  /**
   * Resolves when every component works. If one cannot start, stops those before it and throws its error. If stop() was
   * called meanwhile, does not start the rest, only logs the error of a component that cannot start, and stops the component
   * again that was starting: stop() found nothing to close before it had opened its port.
   */
  async start(): Promise<void> {
    for (const component of this.#daemon.components) {
      if (this.isStopping()) return;
      this.#started.push(component);
      try {
        await component.start();
      } catch (error) {
        const wasStopping = this.isStopping();
        this.#forget(component);
        await this.stop({ delayMs: 0, timeoutMs: GRACE_MS });
        if (!wasStopping) throw error;
        this.#logger.info(
          { component: component.name, error: messageOf(error) },
          'not started: the daemon is stopping',
        );
        return;
      }
      if (this.isStopping()) await stopWithin(component, GRACE_MS);
    }
  }

  /**
   * Drains: readiness first, then the components in reverse. Never rejects. Returns what was lost, one text per component.
   */
  stop(times: ShutdownTimes): Promise<readonly string[]> {
    this.#stopped ??= this.#stop(times);
    return this.#stopped;
  }

  isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** Names of the components that still run and that a second signal would cut off. */
  get running(): readonly string[] {
    return this.#started.map((component) => component.name);
  }

  async #stop({ delayMs, timeoutMs }: ShutdownTimes): Promise<readonly string[]> {
    this.#daemon.beginDraining();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const deadline = performance.now() + timeoutMs;
    const lost: string[] = [];
    for (let component = this.#started.at(-1); component !== undefined; component = this.#started.at(-1)) {
      const cut = await stopWithin(component, Math.max(0, deadline - performance.now()));
      if (cut !== undefined) {
        lost.push(cut);
        this.#logger.warn({ component: component.name, cut }, 'not all requests finished in time');
      }
      this.#forget(component);
    }
    return lost;
  }

  /** Not the last element: a component may fail to start while others are being stopped. */
  #forget(component: Component): void {
    const at = this.#started.indexOf(component);
    if (at !== -1) this.#started.splice(at, 1);
  }
}

async function stopWithin(component: Component, timeoutMs: number): Promise<string | undefined> {
  try {
    const stopped = component.stop(timeoutMs);
    return await within(timeoutMs + GRACE_MS, stopped, () => `${component.name} did not stop`);
  } catch (error) {
    return `${component.name} failed to stop: ${messageOf(error)}`;
  }
}

/** One Ctrl-C may arrive twice, from the terminal and from a program that started us (npm, timeout): that is one request. */
const SAME_REQUEST_MS = 500;

export interface RunDependencies {
  readonly logger: RootLogger;
  readonly shutdown: ShutdownTimes;
  readonly termination: Termination;
  /** Called once when everything is started. */
  readonly onStarted?: () => void;
}

/**
 * Runs a daemon in this process until it is asked to exit, and returns the exit code: 0 if everything under way could
 * finish, 1 if something was cut off. Throws if a component cannot start. A second request to exit (not a duplicate of the
 * first) ends the process immediately.
 */
export async function runDaemon(
  daemon: Daemon,
  { logger, shutdown, termination, onStarted }: RunDependencies,
): Promise<0 | 1> {
  const lifecycle = new Lifecycle(daemon, logger);
  const stopped = new Promise<readonly string[]>((resolve) => {
    let askedAt: number | undefined;
    termination.onRequest((reason) => {
      if (askedAt !== undefined) {
        if (performance.now() - askedAt < SAME_REQUEST_MS) return;
        logger.error(
          { reason, running: lifecycle.running },
          'second shutdown signal: aborting the requests in progress',
        );
        process.exit(1);
      }
      askedAt = performance.now();
      logger.info({ reason }, 'draining: rejecting new requests and finishing those in progress');
      resolve(lifecycle.stop(shutdown));
    });
  });

  const started = lifecycle.start();
  await Promise.race([started, stopped]);
  if (!lifecycle.isStopping()) onStarted?.();
  const lost = await stopped;
  await within(GRACE_MS, started, () => undefined);
  if (lost.length > 0) logger.error({ lost }, 'stopped before all requests had finished');
  else logger.info({}, 'stopped');
  return lost.length > 0 ? 1 : 0;
}

/**
 * After an uncaught exception, the state of the process is unknown: the process logs it and exits, and its supervisor starts
 * a new one.
 */
export function endOnUncaughtErrors(logger: RootLogger): void {
  const end = (what: string) => (error: unknown) => {
    logger.fatal({ err: error }, `${what}: exiting`);
    process.exit(1);
  };
  process.on('uncaughtException', end('uncaught exception'));
  process.on('unhandledRejection', end('unhandled rejection'));
}
