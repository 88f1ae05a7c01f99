import type { Component, Logger } from './core/runtime.js';
import { Outages } from './http/outages.js';
import type { RequestObserver } from './http/pipeline.js';
import { createDispatcher, DispatcherSlot } from './http/pipeline.js';
import type { Route } from './http/router.js';
import type { Dispatcher } from './http/server.js';
import type { ConsentOperations } from './oauth/usecases/consent-operations.js';

/**
 * How long a starting daemon waits for its host before it listens anyway. Shorter than an orchestrator's startup timeout,
 * longer than a running host takes to describe itself, unless the machine is busy: the daemon also waits for the end of a
 * call that is under way by then.
 */
const LIMIT_MS = 2000;

/**
 * Starts after the connection to the host and before the listeners. A daemon restarted beside others then takes no request
 * that it could only answer with 500: a proxy retries a refused connection with another daemon, but never an answered
 * request. An absent host does not stop the daemon from listening: the endpoints and /readyz report what is missing.
 */
export class FirstDescription implements Component {
  readonly name = 'description of the host';
  readonly #over: Promise<void>;
  #end: () => void = () => undefined;

  /** @param settled resolves when the call for the description that is under way has ended */
  constructor(
    private readonly settled: () => Promise<void>,
    private readonly limitMs = LIMIT_MS,
  ) {
    this.#over = new Promise((resolve) => (this.#end = resolve));
  }

  /** The host has sent a valid description. */
  came(): void {
    this.#end();
  }

  async start(): Promise<void> {
    const timer = setTimeout(() => void this.settled().then(this.#end), this.limitMs);
    await this.#over;
    clearTimeout(timer);
  }

  stop(): Promise<string | undefined> {
    this.#end();
    return Promise.resolve(undefined);
  }
}

/** The routes and operations that the daemon serves for one description of its host. */
export interface Served {
  readonly routes: readonly Route[];
  /** Undefined without an authorization server with a backend. */
  readonly consent: ConsentOperations | undefined;
  /** Settings that are allowed but risky: one sentence each, for an operator. */
  readonly warnings: readonly string[];
}

export interface AttachmentDependencies {
  /** Served until the host has described itself. */
  readonly unattached: readonly Route[];
  readonly observer: RequestObserver;
  readonly logger: Logger;
}

/**
 * The part of the daemon that serves on behalf of its host. A new description of the host replaces all of it in one step.
 * Requests under way keep the routes they started with.
 */
export class Attachment {
  /** Shared by all dispatchers: an outage may end after the host has sent a new description. */
  readonly #outages: Outages;
  readonly #dependencies: AttachmentDependencies;
  readonly #slot: DispatcherSlot;
  #consent: ConsentOperations | undefined;
  #warnings: readonly string[] = [];

  constructor(dependencies: AttachmentDependencies) {
    this.#dependencies = dependencies;
    this.#outages = new Outages(dependencies.logger);
    this.#slot = new DispatcherSlot(this.#dispatcher(dependencies.unattached));
  }

  get dispatcher(): Dispatcher {
    return this.#slot;
  }

  get consent(): ConsentOperations | undefined {
    return this.#consent;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  replace({ routes, consent, warnings }: Served): void {
    this.#slot.replace(this.#dispatcher(routes));
    this.#consent = consent;
    this.#warnings = warnings;
    for (const warning of warnings) this.#dependencies.logger.warn({}, warning);
  }

  #dispatcher(routes: readonly Route[]): Dispatcher {
    const { observer, logger } = this.#dependencies;
    return createDispatcher(routes, { observer, logger, outages: this.#outages });
  }
}
