import type { Component } from './core/component.js';
import type { Logger } from './core/logger.js';
import { messageOf } from './core/message-of.js';

/** What the composition root (compose.ts) is given besides the configuration. */
export interface Runtime {
  readonly logger: Logger;
  /**
   * Whether this process is one of several workers (`workers` > 1): they share the HTTP port, and the primary process
   * collects and serves their metrics.
   */
  readonly worker: boolean;
  /** Called whenever a description of the host is in force: from the first time on, this process does its work. */
  readonly onAttached: () => void;
  /** Ends the process: it could not do its work, and waiting would not help. */
  readonly fail: (error: unknown) => never;
}

/** What the composition root returns: everything constructed, nothing started. */
export interface Daemon {
  /** In the order of start: what others need comes first, the listeners for clients last. */
  readonly components: readonly Component[];
  /** Makes /readyz answer 503, so that load balancers look elsewhere before the listeners close. */
  beginDraining(): void;
}

export type Compose<Config> = (config: Config, runtime: Runtime) => Daemon;

export interface ShutdownTimes {
  /** Between the first 503 of /readyz and the listeners closing. */
  readonly delayMs: number;
  /** For all components together, the delay not counted. */
  readonly timeoutMs: number;
}

/** What a component may take beyond its time before it is given up: it was to cut off what is left by then. */
const GRACE_MS = 1000;

/** Starts the components of a daemon in their order, and stops in reverse those that were started. */
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
   * Resolves when every component does its work. When one cannot start, those before it are stopped again, and its error
   * is thrown. When stop() was called meanwhile, the rest is not started, and it is no failure that one is not either.
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
        this.#logger.info({ component: component.name, error: messageOf(error) }, 'not started: the daemon is stopped');
        return;
      }
    }
  }

  /** Drains: readiness first, then the components in reverse. Never rejects; returns what was lost, one text a component. */
  stop(times: ShutdownTimes): Promise<readonly string[]> {
    this.#stopped ??= this.#stop(times);
    return this.#stopped;
  }

  isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** Names of the components that still run: what a second signal cuts off. */
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
        this.#logger.warn({ component: component.name, cut }, 'not everything could be finished in time');
      }
      this.#forget(component);
    }
    return lost;
  }

  /** Not the last one: a component may fail to start while others are being stopped. */
  #forget(component: Component): void {
    const at = this.#started.indexOf(component);
    if (at !== -1) this.#started.splice(at, 1);
  }
}

async function stopWithin(component: Component, timeoutMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`${component.name} did not stop`), timeoutMs + GRACE_MS);
  });
  try {
    return await Promise.race([component.stop(timeoutMs), givenUp]);
  } catch (error) {
    return `${component.name} failed to stop: ${messageOf(error)}`;
  } finally {
    clearTimeout(timer);
  }
}
