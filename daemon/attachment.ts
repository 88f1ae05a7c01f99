import type { Component, Logger } from './core/runtime.js';
import { Outages } from './http/outages.js';
import type { RequestObserver } from './http/pipeline.js';
import { createDispatcher, DispatcherSlot } from './http/pipeline.js';
import type { Route } from './http/router.js';
import type { Dispatcher } from './http/server.js';
import type { ConsentOperations } from './oauth/usecases/consent-operations.js';

/**
 * How long a daemon that starts waits for its host before it listens all the same. Shorter than an orchestrator's patience
 * with a process that does not listen, longer than a host that runs takes to describe itself.
 */
const LIMIT_MS = 2000;

/**
 * Started between the connection to the host and the listeners, so that a daemon that is started anew beside others takes
 * no request that it could only answer with 500: a proxy passes a refused connection on to another daemon, and an answer
 * never. A host that stays away is no reason not to listen: the endpoints say what is missing, and so does /readyz.
 */
export class FirstDescription implements Component {
  readonly name = 'description of the host';
  readonly #over: Promise<void>;
  #end: () => void = () => undefined;

  constructor(private readonly limitMs = LIMIT_MS) {
    this.#over = new Promise((resolve) => (this.#end = resolve));
  }

  /** A description of the host is in force. */
  came(): void {
    this.#end();
  }

  async start(): Promise<void> {
    const timer = setTimeout(this.#end, this.limitMs);
    await this.#over;
    clearTimeout(timer);
  }

  stop(): Promise<string | undefined> {
    this.#end();
    return Promise.resolve(undefined);
  }
}

/** What the daemon serves for one description of its host. */
export interface Served {
  readonly routes: readonly Route[];
  /** Undefined where there is no authorization server with a backend. */
  readonly consent: ConsentOperations | undefined;
  /** What is allowed and deserves a look, a sentence each for an operator. */
  readonly warnings: readonly string[];
}

export interface AttachmentDependencies {
  /** Served until the host has described itself. */
  readonly unattached: readonly Route[];
  readonly observer: RequestObserver;
  readonly logger: Logger;
}

/**
 * What the daemon serves on behalf of its host now. A new description of the host replaces all of it in one step; requests
 * under way keep what they have.
 */
export class Attachment {
  /** One for all dispatchers: an outage may end after the host has described itself anew. */
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
