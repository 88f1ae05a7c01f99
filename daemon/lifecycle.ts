import type { Component } from './core/component.js';
import type { Logger } from './core/logger.js';

/** What the composition root (compose.ts) is given besides the configuration. */
export interface Runtime {
  readonly logger: Logger;
  /**
   * Whether this process is one of several workers (`workers` > 1): they share the HTTP port, and the primary process
   * collects and serves their metrics.
   */
  readonly worker: boolean;
}

/** What the composition root returns: everything constructed, nothing started. */
export interface Daemon {
  /** In the order of start: what others need comes first, the listeners last. */
  readonly components: readonly Component[];
  /** Makes /readyz answer 503, so that load balancers look elsewhere before the listeners close. */
  beginDraining(): void;
}

export type Compose<Config> = (config: Config, runtime: Runtime) => Daemon;
